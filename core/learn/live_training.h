// A training that is run a little at a time from outside, and watched: its curves so far, and the model as it
// was at some twenty of its steps. Each of these is a model like any other, in a folder of its own, so that
// every view, edit and comparison works on it. The window and `headlight-train model small-translator` run
// the same.
#pragma once

#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/fields.h"
#include "core/learn/text_training.h"
#include "core/learn/training.h"
#include "core/models/anatomy.h"
#include "core/models/model.h"

namespace headlight {

// What is measured after some steps, on examples that no step had.
struct LivePoint {
  int step = 0;
  // Mean of the batches since the last point, nats a word or letter; NaN before the first step.
  double training_loss = std::numeric_limits<double>::quiet_NaN();
  double held_out_loss = 0;         // the same unit, without label smoothing
  double right = 0;                 // the share that comes out right: whole sentences, or letters
  double head_right = 0;            // the share in which the best head looks most at the place that answers
  double head_weight = 0;           // its mean weight there
  int layer = 0, head = 0;          // which head that is: the one with most weight there
  std::vector<double> heads_right;  // the same share of every head of the reading stack, layer by layer
  std::vector<WrittenLine> written = {};  // by a model that learns a text of one's own

  static void fields(auto& self, auto&& visit) {
    visit("step", self.step);
    visit("training_loss", self.training_loss, LeftOutIf{!(self.training_loss >= 0)});
    visit("held_out_loss", self.held_out_loss);
    visit("right", self.right);
    visit("head_right", self.head_right);
    visit("head_weight", self.head_weight);
    visit("layer", self.layer);
    visit("head", self.head);
    visit("heads_right", self.heads_right, MayMiss{});
    visit("written", self.written, MayMiss{});
  }
};

// A head has appeared where it looks at the right place in this share of the examples.
inline constexpr double head_appears_at = 0.8;

inline const EnumNames<EqualHeads>& equal_heads_names() {
  static const EnumNames<EqualHeads> names{
      {EqualHeads::none, "none"}, {EqualHeads::whole, "whole"}, {EqualHeads::but_output, "but_output"}};
  return names;
}

// What of a training may differ from its recipe, to see what it is for.
struct LiveChanges {
  bool divided_scores = true;  // by sqrt(d_k)
  bool short_queries = false;  // these begin sqrt(d_k) times shorter: the small translator alone
  EqualHeads equal_heads = EqualHeads::none;
  OwnText own = {};  // what is learned where that is a text of one's own

  bool operator==(const LiveChanges&) const = default;
};

// A run as far as it has come: run.json of its folder.
struct LiveRun {
  std::string kind;  // of live_kinds()
  int seed = 0;      // of the first weights and of the order of what it learns from
  LiveChanges changes;
  int step = 0, steps = 0;
  double seconds = 0;  // of training, measures and kept models left out
  std::vector<LivePoint> points;
  std::vector<int> kept;  // steps whose model is in a folder: live_step_name()
  // Of the batches since the last point.
  double loss_since = 0;
  int batches_since = 0;

  // The first step measured at which a head has appeared; nothing where none has so far.
  std::optional<int> head_appeared() const;
  // What was measured at this step; null where nothing was.
  const LivePoint* at(int step) const;
  bool done() const { return step >= steps; }

  static void fields(auto& self, auto&& visit) {
    visit("kind", self.kind);
    visit("seed", self.seed);
    visit("divided_scores", self.changes.divided_scores, LeftOutIf{self.changes.divided_scores});
    visit("short_queries", self.changes.short_queries, LeftOutIf{!self.changes.short_queries});
    visit("equal_heads", self.changes.equal_heads, equal_heads_names(),
          LeftOutIf{self.changes.equal_heads == EqualHeads::none});
    visit("own", self.changes.own, LeftOutIf{self.changes.own.text.empty()});
    visit("step", self.step);
    visit("steps", self.steps);
    visit("seconds", self.seconds);
    visit("points", self.points);
    visit("kept", self.kept);
    visit("loss_since", self.loss_since, LeftOutIf{self.batches_since == 0});
    visit("batches_since", self.batches_since, LeftOutIf{self.batches_since == 0});
  }
};

// "step_00400"
std::string live_step_name(int step);
// The steps that are kept of so many: some twenty, close together at first.
std::vector<int> live_kept_steps(int steps);
// What lies in the folder of a run; nothing where there is none. Throws AccessError, and FormatError where
// run.json is damaged.
std::optional<LiveRun> read_live_run(const std::filesystem::path& folder);

// What a kind of training is to those who watch it: its trainer and its measures.
class LiveLearner {
 public:
  virtual ~LiveLearner() = default;
  virtual Training& training() = 0;
  const Training& training() const { return const_cast<LiveLearner&>(*this).training(); }
  virtual ModelPtr model() const = 0;
  // Without `training_loss`.
  virtual LivePoint measured(const Model& model) const = 0;
  // How many lines it writes for people to read whenever it is measured, and one of them: each is short work.
  virtual int lines_written() const { return 0; }
  virtual WrittenLine line_written(const Model& /*model*/, int /*step*/, int /*number*/) const { return {}; }
  // Of a kept step, as the card of its folder.
  virtual Card card(const LiveRun& run) const = 0;
};

struct LiveKind {
  const char* name;          // "small-translator"
  const char* title;         // "A small translator"
  const char* learns;        // what it learns, in one sentence
  const char* loss_of;       // "word": the loss is in nats a word
  const char* training;      // what its training loss is called
  const char* right;         // what LivePoint::right is a share of
  const char* head_does;     // what the head that appears does, beside its curve
  const char* counts;        // the same as it is counted, in a sentence
  const char* example;       // what is read at every step, where nothing else is typed
  const char* row = "";      // the word of it whose row of weights is followed
  const char* shipped = "";  // the folder of the run that is shipped, among the models; empty without one
  const char* second = "";   // and of a second one with another seed
  int usual_seed = 0;
  // `steps`: another number than the recipe's. Throws std::invalid_argument where it has no such change.
  std::unique_ptr<LiveLearner> (*make)(int seed, std::optional<int> steps, LiveChanges changes);
};
// The small translator first.
std::span<const LiveKind> live_kinds();
// Throws std::invalid_argument naming those there are.
const LiveKind& live_kind(std::string_view name);

// Where the runs of the window lie: a folder for each kind, seed, start and text, below state_folder().
std::filesystem::path live_folder(const LiveKind& kind, int seed, const LiveChanges& changes = {});

// Every text, and every size of the model that learns it, is a run of its own, of some megabytes. Of those in
// `folder` the latest stay, and `stays`; the others are removed, and nothing else is.
inline constexpr std::size_t most_text_runs = 16;
void remove_old_text_runs(const std::filesystem::path& folder, const std::filesystem::path& stays,
                          std::size_t most = most_text_runs);

// Of a clock that never goes back.
double live_seconds();

class LiveTraining {
 public:
  // Begins in `folder`, or goes on with what lies there. Nothing that is there is overwritten but a run of
  // the same kind, seed and changes: throws FormatError where something else lies there, and where what lies
  // there is damaged or of another number of steps; AccessError where nothing can be written.
  LiveTraining(const LiveKind& kind, int seed, std::filesystem::path folder, std::optional<int> steps = {},
               LiveChanges changes = {});

  const LiveRun& run() const { return run_; }
  bool done() const { return run_.done() && !is_due(); }
  const std::filesystem::path& folder() const { return folder_; }
  const LiveLearner& learner() const { return *learner_; }
  // Whether a line is to be written, or a model kept, before the next step.
  bool is_due() const { return lines_due_ > 0 || keep_due_; }
  // One step and its measures; or a line that is written, or a model kept, where that is due behind a step.
  // Returns whether there is something new to show.
  bool advance();
  // All that is needed to go on, where it is not on the disk yet. Throws AccessError.
  void save();

 private:
  void measure();
  void do_due();
  void keep();

  const LiveKind& kind_;
  std::filesystem::path folder_;
  std::unique_ptr<LiveLearner> learner_;
  LiveRun run_;
  std::vector<int> keeps_;
  int saved_ = -1;  // the step of what is on the disk
  // Behind the last step: by the model as it is then.
  ModelPtr measured_;
  int lines_due_ = 0;
  bool keep_due_ = false;
};

}  // namespace headlight
