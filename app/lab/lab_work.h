// What the open lab computed, off the frame like everything else. Immutable; panels only read it.
#pragma once

#include <algorithm>
#include <any>
#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/lab/lab.h"
#include "app/shared/run.h"
#include "core/figure/heatmap.h"
#include "core/figure/numbers.h"
#include "core/models/anatomy.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight {

// Long work in pieces, for where it is done between two frames (core/platform/background.h). What a piece has
// made is kept; when the turn is over, the work ends, and in its next turn it begins again and finds the
// pieces made.

// Thrown by a lab's compute() once it was asked to stop, or its turn is over.
struct LabCancelled {};

class WorkPieces {
 public:
  explicit WorkPieces(std::function<bool()> turn_is_over) : turn_is_over_(std::move(turn_is_over)) {}

  bool turn_is_over() const { return turn_is_over_ && turn_is_over_(); }

  // What `make` makes, once for each name. Throws LabCancelled behind a piece that used up the turn.
  auto get(const std::string& name, const auto& make) {
    using Made = std::shared_ptr<const std::decay_t<decltype(make())>>;
    if (const auto found = made_.find(name); found != made_.end())
      return std::any_cast<const Made&>(found->second);
    Made made = std::make_shared<const std::decay_t<decltype(make())>>(make());
    made_.emplace(name, made);
    if (turn_is_over()) throw LabCancelled();
    return made;
  }

 private:
  std::function<bool()> turn_is_over_;
  std::map<std::string, std::any> made_;
};

// What comes over from the other sentence, and where, for views that draw it over what they show: the
// measured effects of exchanges (core/explain/causal_map.h) by node and row.
struct CauseWays {
  // What is less, in either direction, is not drawn.
  static constexpr double least = 0.05;

  // One row of a node taken from the other sentence.
  struct Row {
    std::string path;
    int row = 0;
    double effect = 0;
  };
  // Of one row of a head's output, what comes by one key: its weight times its value.
  struct Link {
    HeadPlace head;
    int query = 0, key = 0;
    double effect = 0;
  };

  TracePtr from, to;        // whose rows go where, as they are without edits
  std::string word, other;  // effect 1: the answer has gone all of the way from `other` to `word`
  std::vector<Row> rows;    // all that were measured, in the order of the computation
  std::vector<Link> links;  // of the rows of heads with at least that effect, every key
};

// What each head of the model does over a whole text, for the altitude of a head to tell.
struct HeadsOverText {
  std::string text;                         // "our held-out sentences", or the name of the file
  std::map<std::string, std::string> does;  // by the path of its weights: "word before: 97 % of 12,408 rows"
};

struct LabWork;

// Numbers of a lab as they are exported and quoted by lessons. They are made from what the lab found, and
// nothing but that: no panel and no caption reads them.

// Either what the lab plots: a name for each column, and rows as long as that. Or a matrix: a node that it
// recorded, or pictures of LabWork::maps side by side.
struct LabTable {
  std::string name;  // "variance of q·k"
  std::vector<std::string> columns = {};
  std::vector<std::vector<double>> rows = {};
  // What each row is of, as the first column of a text file: "model", and "GPT-2 small" ...
  std::string rows_are = {};
  std::vector<std::string> row_names = {};
  bool letters =
      false;      // the numbers stand for letters, A is 0: text files have these, empty where it is NaN
  int side = -1;  // the sentence that it is of; -1: of none or of all

  std::string path = {};               // of the node
  std::vector<std::string> maps = {};  // names of the pictures
  std::string says = {};               // what its picture says of itself; empty: what the page does

  bool is_matrix() const { return !path.empty() || !maps.empty(); }
};

// Of a table that is no matrix: .csv or .tsv with the columns' names as heads and the rows' names before the
// rows, or .npy [rows, columns]; fifteen significant digits in the first two. Throws FormatError for another
// extension, AccessError when the place cannot be written.
void write_table(const LabTable& table, const std::filesystem::path& path);
std::string tab_separated(const LabTable& table);

// What a lab may look at: its settings, the model, the sentences as they are edited, and what is selected.

// For the length of a call: it refers to what the session and its results hold.
struct LabInput {
  std::any controls;  // the settings, within their bounds
  ModelPtr model;     // on stage; null until it is loaded: captions alone are asked before
  std::array<std::reference_wrapper<const Run>, 2> sides;  // the runs on the stage
  const Runs* runs = nullptr;                              // all of the session, on the stage or not
  HeadChoice head;                                         // the selected one
  int token = -1;                                          // the query row in focus; -1: none
  int side = 0;                                            // the sentence that is followed
  const std::any* last = nullptr;  // what the lab found last, whatever its settings were; null: nothing
  const Cancel* cancel = nullptr;  // asked by what takes long
  std::function<void(float share)> progress = {};  // told by what takes long, 0 to 1
  // The same by what can be shown in part: `fill` puts there what is found so far, when that is to be shown.
  std::function<void(float share, const std::function<void(LabWork&)>& fill)> so_far = {};
  WorkPieces* pieces = nullptr;  // null where it is computed in one go
  bool for_ribbons = false;      // another view asks for LabWork::ways alone

  template <typename Settings>
  const Settings& settings() const {
    return std::any_cast<const Settings&>(controls);
  }
  // A piece of what takes longer than some 20 ms, made once: the same name, the same work. Throws
  // LabCancelled.
  auto piece(const std::string& name, const auto& make) const {
    using Made = std::decay_t<decltype(make())>;
    return pieces == nullptr ? std::make_shared<const Made>(make()) : pieces->get(name, make);
  }
  // Of the Transformer that is on stage, for a page that needs one.
  const TransformerConfig& config() const;
  const Run& run(int of) const { return sides.at(of); }
  const Trace* trace(int of) const { return run(of).trace.get(); }
  // The run followed, or the other one when that has no sentence.
  const Run& run_on_stage() const { return run(side_on_stage()); }
  // The side followed, or the other one when that has no sentence.
  int side_on_stage() const { return trace(side) != nullptr ? side : 1 - side; }
  // Its trace; null without any sentence.
  TracePtr trace_on_stage() const { return run_on_stage().trace; }
  // The same for a lab that needs one. Throws std::runtime_error, in one line for the stage, without any.
  TracePtr sentence_on_stage() const;
  // The trace of the first sentence, for a lab on one sentence. Throws std::runtime_error, in one line for
  // the stage, where it cannot be read.
  TracePtr first_sentence() const;
  // "1 edit", "3 edits": those in force on the sentence on stage that concern one of these nodes; empty when
  // there is none.
  std::string edits_on_stage(const std::vector<std::string>& paths) const;
};

// Which row of weights a lab on one row is about.

// The word `token` that is followed on the stage. While none is (-1), the row of the node `weights` whose
// weights are spread out most (by entropy): a row with nearly all on one word shows nothing when its softmax
// is sharpened.
int row_in_question(int token, const Trace& trace, int weights);

// What a lab recorded, as the runs of results.
struct LabRecord {
  Runs runs = Runs(2);

  const Trace* trace(int side) const { return runs.at(side).trace.get(); }
  // A side of it, where nothing was edited.
  void set(int side, TracePtr trace) {
    Run& into = runs.at(side);
    into.trace = into.unedited = std::move(trace);
  }
};

struct LabWork {
  const Lab* lab = nullptr;  // what it was made for
  std::any controls;         // and with these settings
  std::string subject;       // for this head, word and sentence of the session
  HeadChoice head;           // the selected one, as read
  int token = -1;            // the query row in focus, and the sentence that is followed: as read
  int side = 0;
  std::any found;  // what the lab found, as its own type: result()
  // Inspector, heatmaps and export read it like a model's traces. Null where the lab records nothing.
  std::shared_ptr<const LabRecord> recorded;
  std::string shown;  // the path of its main matrix; empty without one
  // What can be exported; first what the eye sees first.
  std::vector<LabTable> tables;
  std::shared_ptr<const HeadsOverText> over_text;  // where the lab found that
  // What is drawn beside the recorded nodes, by name: cuts of them, differences.
  std::map<std::string, HeatmapPtr> maps;
  std::string note;  // one line about what was computed: where a table comes from
  // One line where the model on stage is read without the session's edits, or some of them: which, and why.
  // Empty where they are in force, and where there is nothing that they could change.
  std::string without_edits;
  std::string error;     // one line, as everywhere
  bool partial = false;  // what there is so far of work that goes on
  // For views that draw it over what they show; null where this lab, or this page of it, finds none.
  std::shared_ptr<const CauseWays> ways;
  bool for_ribbons = false;  // made for these views: LabInput::for_ribbons
  // What the model on stage lacks for this page, as missing_for() says it; then nothing was computed, and
  // `error` says the same.
  std::string missing;
  std::string has_it;  // then the title of the translator, which has it; empty where it cannot be opened

  template <typename Settings>
  const Settings& settings() const {
    return std::any_cast<const Settings&>(controls);
  }
  // What the lab found, work.result<CostStudy>(); null when it found nothing.
  template <typename Result>
  const Result* result() const {
    return result_in<Result>(&found);
  }
  template <typename Result>
  void keep(Result result) {
    found = std::make_shared<const Result>(std::move(result));
  }
  // The same of what another work found; null as well for a null pointer.
  template <typename Result>
  static const Result* result_in(const std::any* other) {
    const auto* held = std::any_cast<std::shared_ptr<const Result>>(other);
    return held == nullptr ? nullptr : held->get();
  }

  // The table of this name, of a side's sentence where each has its own; null when it was not computed.
  const LabTable* table(std::string_view name, int side = -1) const;
};

using LabWorkPtr = std::shared_ptr<const LabWork>;

// What stands under the pictures of a lab, as one would say it to a reader who has not seen the controls.

// What the captions of all labs are made of.

inline std::string in_curly_quotes(const std::string& text) { return "“" + text + "”"; }
// Where numbers were drawn, so that they can be drawn again.
inline std::string drawn(const std::string& what, int seed) {
  return say("{what} (draw {seed})", {{"what", what}, {"seed", std::to_string(seed)}});
}
inline std::string head_text(std::string_view stack, int layer, int head) {
  return say("{stack} layer {layer}, head {head}",
             {{"stack", std::string(stack)}, {"layer", from_one(layer)}, {"head", from_one(head)}});
}

struct LabCaption {
  // One sentence: what is shown, and the settings that matter on the open page. "Temperature lab: the weights
  // of “it” in encoder layer 1, head 0, at T = 0.5 and T = 1." A lab's row leaves out the lab's name and the
  // full stop.
  std::string says;
  std::vector<int> sides;  // whose sentences are read; none where no sentence is
  bool of_model = true;    // made of the numbers of the model on stage
};

// What is asked of the work may not be there yet.
struct CaptionAsked {
  const LabInput& input;
  const LabWork* work;  // of this lab; null while there is none
  int side;             // on stage

  template <typename Settings>
  const Settings& settings() const {
    return input.settings<Settings>();
  }
  template <typename Result>
  const Result* result() const {
    return work == nullptr ? nullptr : work->result<Result>();
  }
  // Null while there is no model, and where that is no Transformer.
  const TransformerConfig* config() const {
    return input.model == nullptr || !input.model->transformer() ? nullptr : &input.config();
  }
  // The words that are read.
  const std::vector<std::string>& words(int of) const;
  // “it”, the nearest one to `place` that there is.
  std::string word(int place) const;
  std::string reading_stack() const;  // "encoder": that of what is read
  // "encoder layer 1, head 0": of the self-attention of what is read, as far as there are so many.
  std::string reading_head(int layer, int head) const;
  // "encoder layer 1, head 0": the selected one.
  std::string selected_head() const;
};

}  // namespace headlight
