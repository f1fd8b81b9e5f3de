// One text read by a model: a trace, or why there is none. The stage and the labs compute it in the same way.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/explain/dependencies.h"
#include "core/explain/digest.h"
#include "core/explain/view.h"
#include "core/models/card.h"
#include "core/models/certainty.h"
#include "core/models/model.h"
#include "core/tape/edit.h"

namespace headlight {

// A model that runs are read by.
struct UsedModel {
  std::string model_name;  // as the session names it
  ModelPtr model;          // null until loaded
  Card card;               // of its folder; empty where that has none
  std::string origin;      // "trained", "random", "hand-set" or "yours"; empty until it is loaded
};
// That of a name, a shipped model's or a folder. `known`: what was found of it before, or null; it goes on
// when its folder is gone. Where there is no model, `error` says why in one line. Throws LoadingCancelled.
UsedModel find_model(const std::string& name, const UsedModel* known, std::string& error,
                     const Loading& loading = {});
// Of a model that a training kept, after how many steps: its folder says so, "step_00090".
std::optional<int> kept_step_of(const std::string& model_name);
// What it is called in a row of runs: "mine" of "/home/me/models/mine"; "after 90 steps", "before training".
std::string short_name(const std::string& model_name);

struct Run {
  std::string text;        // as typed; empty: there is no such run
  std::string model_name;  // as the session names it
  ModelPtr model;          // that reads it; null until loaded
  NormalizedText
      normalized;  // what the model's tokenizer finds in the text; no words where nothing can be read
  std::optional<Antecedent> antecedent;  // of "it", among what was typed; only in English
  std::vector<Edit> edits;               // in force on it: under which `trace` was made
  TracePtr trace;                        // with the session's edits; null when there is none
  Certainty certainty;                   // of `trace`
  TracePtr unedited;                     // the same without edits (the same object when there are none)
  std::vector<NodeChange> ripple;  // what the edits changed, for each step of `trace`; empty without edits
  std::vector<AlignedWord> rewritten;  // the answer before the edits and under them; empty without edits
  HeadDigests digests;                 // of the heads whose weights `trace` does not keep
  HeadDigests unedited_digests;        // the same of `unedited`
  std::string error;                   // one line: what, where, what to try; empty when all is well

  bool edited() const { return trace != nullptr && unedited != nullptr && trace != unedited; }
};

// Asks the witness of a run's translation, where one is still to be heard. Returns whether it was: its model
// may be missing, and of what it cannot read nothing is heard.
bool ask_witness(Run& run);

using Runs = std::vector<Run>;

// The edits in force on any of them, each once.
std::vector<Edit> edits_of(const auto& runs) {
  std::vector<Edit> all;
  for (const Run& run : runs) {
    if (run.text.empty()) continue;
    for (const Edit& edit : run.edits) {
      if (std::find(all.begin(), all.end(), edit) == all.end()) all.push_back(edit);
    }
  }
  return all;
}

// A pass that is computed in several turns.
class UnfinishedPass {
 public:
  // Asked between two steps: whether the turn is over.
  explicit UnfinishedPass(std::function<bool()> turn_is_over) : turn_is_over_(std::move(turn_is_over)) {}

 private:
  friend class RunComputing;
  struct Begun;

  std::function<bool()> turn_is_over_;
  std::shared_ptr<Begun> begun_;  // of which there is a part
};

// Computes runs one after the other. What is wrong with one is its error; nothing is thrown.
class RunComputing {
 public:
  // `known`: runs made before, and those that are being made. What they have is not computed again.
  // `unfinished`: where a pass may take several turns, what there is of it, for each turn the same.
  RunComputing(std::vector<const Run*> known, const Cancel* cancel,
               std::function<void(const Run& run, float share)> progress = {},
               UnfinishedPass* unfinished = nullptr)
      : known_(std::move(known)), cancel_(cancel), progress_(std::move(progress)), unfinished_(unfinished) {}

  // To be called for each run before the first one is computed: so much is to be done in all.
  void expect(const Run& run);
  // What is read of the text, and the trace without edits. `like`: a run of the same model that may be much
  // the same, or null.
  void compute_unedited(Run& run, const Run* like = nullptr);
  // Then all the rest, under the run's edits. `used`: its model.
  void compute_edited(Run& run, const UsedModel& used);
  bool cancelled() const { return cancelled_; }
  // How many passes it has computed.
  int passed() const { return passed_; }

 private:
  const Run* known(const Run& asked) const;
  TracePtr trace(Run& run, TraceRequest request, const HeadDigests& before, HeadDigests& digests);

  std::vector<const Run*> known_;
  const Cancel* cancel_;
  std::function<void(const Run& run, float share)> progress_;
  UnfinishedPass* unfinished_;
  int passes_ = 0, passed_ = 0;
  bool cancelled_ = false;
};

}  // namespace headlight
