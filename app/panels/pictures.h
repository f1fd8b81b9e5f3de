// What the panels draw, made from the traces once and kept until the traces change: maps by node, the
// comparison of two sentences. Panels only read them; frames in which nothing changed compute nothing.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/session/document.h"
#include "app/widgets/cell_painter.h"
#include "app/widgets/flash.h"
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

// The weights of the heads of a layer that take part, their mean, and the rollout up to it. Where all are off
// the mean is of their weights all the same, and the layer leaves the rollout as it was.
struct LayerHeads {
  std::vector<Heatmap> heads;
  std::vector<int> numbers;  // of `heads`
  int off = 0;               // how many take no part
  HeatmapPtr mean;
  HeatmapPtr rollout;  // null for encoder-decoder attention: its rows and columns are different words

  int all() const { return static_cast<int>(heads.size()) + off; }
};

class Pictures {
 public:
  // Takes over a document. While a sentence is being computed or has an error, its last trace stays on stage.
  // When the same sentence comes under other edits, the cells that changed visibly go into `flash`, unless
  // all is to stay `still`.
  void follow(const DocumentPtr& document, Flash& flash, bool still);
  // The same for pictures in files: nothing is lit.
  void follow(const DocumentPtr& document) { follow(document, unlit_, true); }

  // The same for what the open lab recorded.
  Pictures& lab();

  // The trace without the edits; null where nothing is edited.
  const Trace* unedited(int side) const { return unedited_.at(side).get(); }
  // The same node without the edits; null when it has none or nothing is edited.
  HeatmapPtr before(int side, const std::string& path);
  // After minus before; null also where these have not the same shape.
  HeatmapPtr difference(int side, const std::string& path);
  // The cells that read this one, see readers(); kept for the cell asked for last.
  const std::vector<Cell>& readers_of(int side, Cell cell, int row);

  // The trace on stage of a side; null when there never was one.
  const TracePtr& trace(int side) const { return traces_.at(side); }
  // How sure the trace on stage is.
  const Certainty& certainty(int side) const { return certainty_.at(side); }
  // The outputs of the heads that take no part in a side's sentence: an edit leaves nothing of them.
  const std::set<std::string>& off(int side) const { return off_.at(side); }
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
  // The same of the weights before the edits.
  const HeadTraits* traits_before(int side, const std::string& weights_path);
  // An attention block by its path, "encoder.1.self_attention"; null when the trace has no heads there.
  const LayerHeads* layer(int side, const std::string& block);

 private:
  HeatmapPtr kept(const std::string& key, Heatmap map);
  const HeadTraits* measured(int side, const std::string& weights_path, const HeatmapPtr& map,
                             const std::string& key);
  void light(const std::string& key, const Heatmap& map);

  std::unique_ptr<Pictures> lab_;
  std::array<TracePtr, 2> traces_;
  std::array<TracePtr, 2> unedited_;  // null where nothing is edited
  std::array<std::set<std::string>, 2> off_;
  std::array<Certainty, 2> certainty_;
  std::map<std::string, HeatmapPtr> views_;
  std::map<std::string, HeatmapPtr> last_views_;  // of the traces before, while changes are lit
  Flash unlit_;
  Flash* flash_ = nullptr;  // of the last follow()
  const Trace* read_trace_ = nullptr;
  Cell read_cell_;
  int read_row_ = -1;
  std::vector<Cell> readers_;
  std::map<std::string, std::optional<int>> errors_;
  std::map<std::string, std::optional<Compared>> compared_;
  std::map<std::string, HeadTraits> traits_;
  std::map<std::string, LayerHeads> layers_;
};

}  // namespace headlight
