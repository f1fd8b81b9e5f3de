// What heads do together: the mean and the rollout of a layer, and how far the cells of a picture look.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/explain/traits.h"
#include "core/figure/heatmap.h"
#include "core/models/trace.h"

namespace headlight {

// The heads of a layer together: the mean of their weights, and the rollout up to it.

struct LayerMaps {
  std::vector<Heatmap> heads;    // the weights of those that take part
  std::vector<int> numbers;      // and which heads these are
  int off = 0;                   // how many take no part
  HeatmapPtr mean;               // mean_of() their weights; of all where none takes part
  std::optional<Hidden> hidden;  // what that mean hides most
  HeatmapPtr rollout;  // rollout_of() the means up to this layer, as it was below where all are off;
                       // null where none takes part so far, and for cross-attention, whose
                       // rows and columns are different words
  Rollout rolled;      // what `rollout` is drawn of

  int all() const { return static_cast<int>(numbers.size()) + off; }
};

// Of an attention, "encoder.1.self_attention". `off` are the outputs of heads that take no part; `below` are
// the maps of the layer below, where they are known. Throws std::invalid_argument where it has no heads.
LayerMaps layer_maps(const Trace& trace, const std::set<std::string>& off, std::string_view block,
                     const LayerMaps* below = nullptr);

// The outputs of heads that these edits have left nothing of.
std::set<std::string> heads_off(const Trace& trace, std::span<const Edit> edits);

// The cosine of the position embeddings of each two cells, [cells, cells], without that of a class token.
// Empty where the model adds none.
Matrix position_similarity(const Trace& trace);

}  // namespace headlight
