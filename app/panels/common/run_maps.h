// What the panels draw of one run, made from its trace once and kept until the trace changes: maps by node,
// digests, what heads are called. Panels only read them; frames in which nothing changed compute nothing.
//
// What is long, a matrix too large to be opened within a frame, is made on a thread: until it is there, what
// asks for it gets null and asks again in the next frame. Rows, digests and thumbnails show it meanwhile.
#pragma once

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
#include "app/widgets/widget_state.h"
#include "core/explain/attention_maps.h"
#include "core/explain/digest.h"
#include "core/explain/head_measures.h"
#include "core/explain/traits.h"

namespace headlight {

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

// Maps by name, as many as fit into some memory, and those of the trace before: where an edit changed a cell
// visibly, the new map is lit.
class LitMaps {
 public:
  HeatmapPtr find(const std::string& name) { return maps_.find(name); }
  HeatmapPtr keep(const std::string& name, HeatmapPtr map);
  // The trace is another one: `flash` lights what differs in maps that are kept from now on; null lights
  // nothing.
  void begin_again(Flash* flash);
  // Between two frames.
  void settle() { maps_.settle(); }
  // Lets go of the maps of the trace before: nothing is lit any more.
  void put_out();

  bool empty() const { return maps_.empty(); }

 private:
  // Of a long input some ten whole matrices; of all others everything.
  static constexpr std::size_t most_bytes = std::size_t{48} << 20U;
  KeptMaps maps_{most_bytes};
  KeptMaps last_{most_bytes};  // of the trace before, while changes are lit
  Flash* flash_ = nullptr;
};

// More cells than are read, coloured and lit within a frame: a matrix of some 800 words by as many.
bool is_large(const Trace& trace, int node);

class RunMaps {
 public:
  // Whether `from` has another trace for this run than the one on stage. While a sentence is being computed
  // (`computing`) or has an error, its last trace stays.
  bool changes(const Run& from, bool computing) const;
  // Takes over what `from` has; what was made of the last trace is forgotten. What the same sentence under
  // other edits changed visibly goes into `flash`, unless that is null.
  void take(const Run& from, Flash* flash);
  // Whether `from` is the same sentence by the same model, but under other edits.
  bool is_edited(const Run& from) const;
  // Between two frames. What is long is made `at_once`, not on a thread.
  void follow(const Run& from, bool at_once);
  void put_out() { maps_.put_out(); }
  // Something that the last frames asked for is still being made.
  bool busy() const { return work_.busy(); }

  // The trace without the edits; null where nothing is edited.
  const TracePtr& unedited() const { return unedited_; }
  // The same node without the edits; null when it has none or nothing is edited.
  HeatmapPtr before(const std::string& path);
  // After minus before; null also where these have not the same shape.
  HeatmapPtr difference(const std::string& path);
  // The cells that read this one, see readers(); kept for the cell asked for last.
  const std::vector<Cell>& readers_of(Cell cell, int row);

  // The trace on stage; null when there never was one.
  const TracePtr& trace() const { return trace_; }
  // How sure the trace on stage is.
  const Certainty& certainty() const { return certainty_; }
  // Its answer before the edits and under them, word by word; empty where nothing is edited.
  const std::vector<AlignedWord>& rewritten() const { return rewritten_; }
  // The noun that "it" means in what was typed; only where that is English.
  const std::optional<Antecedent>& antecedent() const { return antecedent_; }
  // The outputs of the heads that take no part in the sentence: an edit leaves nothing of them.
  const std::set<std::string>& off() const { return off_; }
  // Where each step of the trace belongs, and the groups that these fall into.
  const std::vector<Place>& step_places();
  const std::vector<StepGroup>& step_groups();
  // A node's values; null when the trace has no such node, and while a long one is being made.
  HeatmapPtr view(const std::string& path);
  // The same, weights by whole words where tokens are pieces of them; what has none to merge is view()
  // itself.
  HeatmapPtr by_words(const std::string& path);
  // The same of any map of the trace, which is known again by its name.
  HeatmapPtr by_words(const std::string& name, const HeatmapPtr& pieces);
  // Whether a node is too large to be opened within a frame, or is a head's weights that the trace does not
  // keep.
  bool is_long(const std::string& path) const;
  // Rows first .. first + count of a node, at once: of what is not long with all the others.
  MapRows rows(const std::string& path, int first, int count);
  // These rows and columns of a node, in their order; null when the trace has no such node.
  HeatmapPtr between(const std::string& path, std::span<const int> rows, std::span<const int> columns);
  // What is left of a head's weights that are long; null for others, and while it is being made.
  const HeadDigest* digest(const std::string& weights_path);
  // A node as a small picture: of what is long the largest number of the cells that a place of it stands for.
  HeatmapPtr thumbnail(const std::string& path);
  // The same with columns and rows changed over.
  HeatmapPtr transposed(const std::string& path);
  // The same on a scale from -most to most: what is drawn side by side needs one scale.
  HeatmapPtr on_scale(const std::string& path, float most);
  // The largest magnitude of a node's numbers, rows left out that have several times what most rows have: one
  // word, often the first, can have numbers beside which all others look like nothing. 0 without such a node.
  float usual_most(const std::string& path);
  // The first row of a node with a NaN or an infinity that is no mask; of what is long once it was made.
  std::optional<int> first_error(const std::string& path);
  // Where a head's weights only rest.
  std::optional<Sink> sink(const std::string& weights_path);
  // What a head's weights show of it, with what the head is called by measuring the model, once that is done;
  // null when the trace has no such node.
  const HeadTraits* traits(const std::string& weights_path);
  // What a head is called by: measured on the model, the same for every sentence and under every edit; where
  // nothing of it can be measured, traits(). Null while it is being measured.
  const HeadTraits* called_by(const std::string& weights_path);
  // An attention block by its path, "encoder.1.self_attention"; null when the trace has no heads there, and
  // while it is being made. Of weights that the trace does not keep, mean and rollout are thumbnails, as
  // those of a HeadDigest, and no head's weights are there.
  const LayerMaps* layer(const std::string& block);
  // What the mean of a layer hides most, in a row when given.
  std::optional<Hidden> hidden(const std::string& block, std::optional<int> row);

 private:
  HeatmapPtr of(const TracePtr& from, const std::string& path, const std::string& key);
  HeatmapPtr kept(const std::string& key, Heatmap map);
  void make_long(const std::string& key, std::function<Heatmap()> make);
  const LayerMaps* long_layer(const std::string& block);
  const HeadTraits* measured(const std::string& weights_path, const HeatmapPtr& map);
  // The same with what was measured on the model.
  const HeadTraits* named(const std::string& weights_path, const HeadTraits* own);

  TracePtr trace_;
  TracePtr unedited_;  // null where nothing is edited
  std::set<std::string> off_;
  Certainty certainty_;
  std::vector<AlignedWord> rewritten_;
  std::optional<Antecedent> antecedent_;
  ModelPtr model_;                              // that made the trace
  std::shared_ptr<const MeasuredHeads> heads_;  // of it; null until they are measured
  HeadDigests digests_;                         // the results', of the trace on stage
  bool at_once_ = false;

  // What was made of the trace on stage.
  struct Made {
    std::map<std::string, std::optional<int>> errors;
    std::map<std::string, float> usual_most;
    std::map<std::string, HeadTraits> traits;
    std::map<std::string, HeadTraits> named;
    std::map<std::string, LayerMaps> layers;
    std::map<std::string, std::optional<Sink>> sinks;
    std::map<std::string, HeadDigest> digests;  // of what the results have none
    std::vector<Place> step_places;
    std::vector<StepGroup> step_groups;
    // Asked for last.
    std::string hidden_key;
    std::optional<Hidden> hidden;
    Cell read_cell;
    int read_row = -1;
    std::optional<std::vector<Cell>> readers;
  };
  Made made_;
  LitMaps maps_;
  PictureWork work_;  // last: it ends before what it fills
};

}  // namespace headlight
