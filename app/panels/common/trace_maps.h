// What the panels draw, made from the traces once and kept until the traces change: maps by node, the
// comparison of two sentences. Panels only read them; frames in which nothing changed compute nothing.
//
// What is long, a matrix too large to be opened within a frame, is made on a thread: until it is there, what
// asks for it gets null and asks again in the next frame. Rows, digests and thumbnails show it meanwhile.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/panels/common/heatmap_cache.h"
#include "app/session/results.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/ui.h"
#include "app/widgets/widget_state.h"
#include "core/explain/attention_maps.h"
#include "core/explain/digest.h"
#include "core/explain/head_measures.h"
#include "core/explain/traits.h"
#include "core/models/logit_lens.h"

namespace headlight {

// Two sentences' maps on common rows and columns, and second minus first.
struct Compared {
  std::array<HeatmapPtr, 3> maps;
  CommonPlaces rows, columns;

  // Where a sentence's own cell stands; nothing where it has none.
  std::optional<CellAt> common(int side, int row, int column) const;
  // And which of a sentence's own stands there.
  std::optional<CellAt> own(int side, CellAt at) const;
};

// Steps that follow one another and have one name: "encoder 1".
struct StepGroup {
  std::string name;
  int first = 0;  // among the trace's steps
};

// Rows of a node: those of `map` from its first one on are the node's from `first` on.
struct MapRows {
  HeatmapPtr map;  // null where there is none
  int first = 0;

  bool has(int row) const { return map != nullptr && row >= first && row - first < map->rows; }
};

class TraceMaps {
 public:
  // Takes over results. While a sentence is being computed or has an error, its last trace stays on stage.
  // When the same sentence comes under other edits, the cells that changed visibly go into `flash`, unless
  // all is to stay `still`.
  void follow(const ResultsPtr& results, Flash& flash, bool still);
  // The same for pictures in files: nothing is lit, and all is there at once.
  void follow(const ResultsPtr& results) {
    at_once_ = true;
    follow(results, unlit_, true);
  }
  // Something that the last frames asked for is still being made.
  bool busy() const { return work_.busy() || (lab_ != nullptr && lab_->busy()); }

  // The same for what the open lab recorded.
  TraceMaps& lab();

  // The trace without the edits; null where nothing is edited.
  const TracePtr& unedited(int side) const { return unedited_.at(side); }
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
  // Its answer before the edits and under them, word by word; empty where nothing is edited.
  const std::vector<AlignedWord>& rewritten(int side) const { return rewritten_.at(side); }
  // The noun that "it" means in what was typed; only where that is English.
  const std::optional<Antecedent>& antecedent(int side) const { return antecedent_.at(side); }
  // Which word of one side stands for which of the other; null unless there are two.
  const TraceAlignment* alignment();
  // The outputs of the heads that take no part in a side's sentence: an edit leaves nothing of them.
  const std::set<std::string>& off(int side) const { return off_.at(side); }
  // Of a side's trace: where each of its steps belongs, and the groups that these fall into.
  const std::vector<Place>& step_places(int side);
  const std::vector<StepGroup>& step_groups(int side);
  // Both sentences have a trace.
  bool two() const { return traces_[0] != nullptr && traces_[1] != nullptr; }

  // A node's values; null when the trace has no such node, and while a long one is being made.
  HeatmapPtr view(int side, const std::string& path);
  // The same, weights by whole words where tokens are pieces of them; what has none to merge is view()
  // itself.
  HeatmapPtr by_words(int side, const std::string& path);
  // The same of any map of a side's trace, which is known again by its name.
  HeatmapPtr by_words(int side, const std::string& name, const HeatmapPtr& pieces);
  // Whether a node is too large to be opened within a frame, or is a head's weights that the trace does not
  // keep.
  bool is_long(int side, const std::string& path) const;
  // Rows first .. first + count of a node, at once: of what is not long with all the others.
  MapRows rows(int side, const std::string& path, int first, int count);
  // These rows and columns of a node, in their order; null when the trace has no such node.
  HeatmapPtr between(int side, const std::string& path, std::span<const int> rows,
                     std::span<const int> columns);
  // What is left of a head's weights that are long; null for others, and while it is being made.
  const HeadDigest* digest(int side, const std::string& weights_path);
  // A node as a small picture: of what is long the largest number of the cells that a place of it stands for.
  HeatmapPtr thumbnail(int side, const std::string& path);
  // The same with columns and rows changed over.
  HeatmapPtr transposed(int side, const std::string& path);
  // The same on a scale from -most to most: what is drawn side by side needs one scale.
  HeatmapPtr on_scale(int side, const std::string& path, float most);
  // The largest magnitude of a node's numbers, rows left out that have several times what most rows have: one
  // word, often the first, can have numbers beside which all others look like nothing. 0 without such a node.
  float usual_most(int side, const std::string& path);
  // The first row of a node with a NaN or an infinity that is no mask; of what is long once it was made.
  std::optional<int> first_error(int side, const std::string& path);
  // Where a head's weights only rest.
  std::optional<Sink> sink(int side, const std::string& weights_path);
  // Null unless both traces have the node. `words`: weights by whole words.
  const Compared* compared(const std::string& path, bool words = false);
  // What a head's weights show of it, with what the head is called by measuring the model, once that is done;
  // null when the trace has no such node.
  const HeadTraits* traits(int side, const std::string& weights_path);
  // What a head is called by: measured on the model, the same for every sentence and under every edit; where
  // nothing of it can be measured, traits(). Null while it is being measured.
  const HeadTraits* called_by(int side, const std::string& weights_path);
  // An attention block by its path, "encoder.1.self_attention"; null when the trace has no heads there, and
  // while it is being made. Of weights that the trace does not keep, mean and rollout are thumbnails, as
  // those of a HeadDigest, and no head's weights are there.
  const LayerMaps* layer(int side, const std::string& block);
  // What the mean of a layer hides most, in a row when given.
  std::optional<Hidden> hidden(int side, const std::string& block, std::optional<int> row);

 private:
  HeatmapPtr of(const TracePtr& from, const std::string& path, const std::string& key);
  HeatmapPtr rescaled(const HeatmapPtr& plain, const std::string& key, float most);
  HeatmapPtr kept(const std::string& key, Heatmap map);
  void make_long(const std::string& key, std::function<Heatmap()> make);
  const LayerMaps* long_layer(int side, const std::string& block);
  void forget_all();
  const HeadTraits* measured(int side, const std::string& weights_path, const HeatmapPtr& map,
                             const std::string& key);
  // The same with what was measured on the model.
  const HeadTraits* named(int side, const std::string& weights_path, const HeadTraits* own,
                          const std::string& key);
  void light(const std::string& key, const Heatmap& map);

  std::unique_ptr<TraceMaps> lab_;
  std::array<TracePtr, 2> traces_;
  std::array<TracePtr, 2> unedited_;  // null where nothing is edited
  std::array<std::set<std::string>, 2> off_;
  std::array<Certainty, 2> certainty_;
  std::array<std::vector<AlignedWord>, 2> rewritten_;
  std::array<std::optional<Antecedent>, 2> antecedent_;
  std::shared_ptr<const TraceAlignment> alignment_;
  // Of a long input some twenty whole matrices; of all others everything.
  static constexpr std::size_t most_bytes = std::size_t{96} << 20U;
  KeptMaps views_{most_bytes};
  KeptMaps last_views_{most_bytes};  // of the traces before, while changes are lit
  bool at_once_ = false;
  Flash unlit_;
  Flash* flash_ = nullptr;  // of the last follow()
  const Trace* read_trace_ = nullptr;
  Cell read_cell_;
  int read_row_ = -1;
  std::vector<Cell> readers_;
  std::map<std::string, std::optional<int>> errors_;
  std::map<std::string, float> usual_most_;
  // Of what was not compared in the last frame nothing is kept once all take too much memory.
  struct KeptCompared {
    std::optional<Compared> made = {};
    long seen = 0;  // in which frame
  };
  void settle_compared();
  std::map<std::string, KeptCompared> compared_;
  long frame_ = 0;
  std::map<std::string, HeadTraits> traits_;
  std::map<std::string, HeadTraits> named_;
  std::array<ModelPtr, 2> models_;                             // that made the traces
  std::array<std::shared_ptr<const MeasuredHeads>, 2> heads_;  // of these; null until they are measured
  std::map<std::string, LayerMaps> layers_;
  std::map<std::string, std::optional<Sink>> sinks_;
  std::array<std::vector<Place>, 2> step_places_;
  std::array<std::vector<StepGroup>, 2> step_groups_;
  std::array<HeadDigests, 2> digests_;             // the results', of the trace on stage
  std::array<HeadDigests, 2> unedited_digests_;    // and of the one without the edits
  std::map<std::string, HeadDigest> own_digests_;  // of what the results have none
  struct HiddenAsked {
    std::string key;
    std::optional<Hidden> found;
  };
  HiddenAsked hidden_;  // asked for last
  PictureWork work_;    // last: it ends before what it fills
};

}  // namespace headlight
