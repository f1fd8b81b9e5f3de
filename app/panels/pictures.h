// What the panels draw, made from the traces once and kept until the traces change: maps by node, the
// comparison of two sentences. Panels only read them; frames in which nothing changed compute nothing.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/session/document.h"
#include "app/widgets/cell_painter.h"
#include "core/explain/traits.h"

namespace headlight {

// Two sentences' maps on common rows and columns, and second minus first.
struct Compared {
  std::array<HeatmapPtr, 3> maps;
  // For each common row or column its place in either sentence.
  std::array<std::vector<std::optional<int>>, 2> rows, columns;

  // The common row of a sentence's own; nothing when it has none.
  std::optional<int> common_row(int side, int row) const;
};

// The weights of all heads of a layer, their mean, and the rollout up to it.
struct LayerHeads {
  std::vector<Heatmap> heads;
  HeatmapPtr mean;
  HeatmapPtr rollout;  // null for encoder-decoder attention: its rows and columns are different words
};

class Pictures {
 public:
  // Takes over a document. While a sentence is being computed or has an error, its last trace stays on stage.
  void follow(const DocumentPtr& document);

  // The trace on stage of a side; null when there never was one.
  const TracePtr& trace(int side) const { return traces_.at(side); }
  // Both sentences have a trace.
  bool two() const { return traces_[0] != nullptr && traces_[1] != nullptr; }

  // A node's values; null when the trace has no such node.
  HeatmapPtr view(int side, const std::string& path);
  // The same with columns and rows changed over.
  HeatmapPtr transposed(int side, const std::string& path);
  // The same on a scale from -most to most: what is drawn side by side needs one scale.
  HeatmapPtr on_scale(int side, const std::string& path, float most);
  // The first row of a node with a NaN or an infinity that is no mask.
  std::optional<int> first_error(int side, const std::string& path);
  // Null unless both traces have the node.
  const Compared* compared(const std::string& path);
  // What a head's weights show of it; null when the trace has no such node.
  const HeadTraits* traits(int side, const std::string& weights_path);
  // An attention block by its path, "encoder.1.self_attention"; null when the trace has no heads there.
  const LayerHeads* layer(int side, const std::string& block);

 private:
  std::array<TracePtr, 2> traces_;
  std::map<std::string, HeatmapPtr> views_;
  std::map<std::string, std::optional<int>> errors_;
  std::map<std::string, std::optional<Compared>> compared_;
  std::map<std::string, HeadTraits> traits_;
  std::map<std::string, LayerHeads> layers_;
};

}  // namespace headlight
