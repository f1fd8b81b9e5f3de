// The heads of a layer together: the mean of their weights, and the rollout up to it.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/explain/traits.h"
#include "core/models/trace.h"

namespace headlight {

struct LayerMaps {
  std::vector<int> numbers;        // of the heads that take part
  int off = 0;                     // how many do not
  Heatmap mean;                    // mean_of() their weights; of all where none takes part
  std::optional<Hidden> hidden;    // what that mean hides most
  std::optional<Heatmap> rollout;  // rollout_of() the means up to this layer; none for encoder-decoder
                                   // attention, whose rows and columns are different words
};

// Of an attention, "encoder.1.self_attention". `off` are the outputs of heads that take no part. Throws
// std::invalid_argument where it has no heads.
LayerMaps layer_maps(const Trace& trace, const std::set<std::string>& off, std::string_view block);

// The outputs of heads that these edits have left nothing of.
std::set<std::string> heads_off(const Trace& trace, std::span<const Edit> edits);

}  // namespace headlight
