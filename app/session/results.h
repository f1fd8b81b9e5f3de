// What was computed for a session: the model, and a run for each text. Immutable; panels only read it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/shared/run.h"
#include "core/explain/view.h"
#include "core/models/model.h"

namespace headlight {

struct HeadsOverText;
struct LabWork;
class WorkPieces;

// The model is that of the first run on the stage.
struct Results : UsedModel {
  std::vector<UsedModel> other_models;          // of other runs
  Runs runs = Runs(2);                          // as in the session, two or more
  StagePair pair;                               // those on the stage
  std::vector<std::vector<SessionEdit>> asked;  // the edits of each run, as the session says
  // Of the two on the stage; null unless both have a trace.
  std::shared_ptr<const TraceAlignment> alignment;
  std::shared_ptr<const LabWork> lab;  // of the open lab; null without one
  // What that lab recorded, as results of its own: its cells are drawn and inspected like a model's. Null
  // where it recorded nothing.
  std::shared_ptr<const Results> lab_cells;
  // What a lab found last of this model's heads; null where none did.
  std::shared_ptr<const HeadsOverText> over_text;
  std::string error;       // what concerns the model or the whole session
  bool computing = false;  // a newer session is being computed
  float progress = 0;      // and so much of it is done, as far as is known: 0 to 1

  // The model where it is a Transformer that translates; null where it does something else, and until it is
  // loaded.
  ModelPtr translator() const;
  // A model that runs are read by, by its name; null where none of them is.
  const UsedModel* used(const std::string& name) const;
  // The model's; null until it is loaded.
  const Tokenizer* tokenizer() const { return model == nullptr ? nullptr : &model->tokenizer(); }
  // The run on a side of the stage, and its trace.
  const Run& side(int of) const { return runs.at(pair.run(of)); }
  Run& side(int of) { return runs.at(pair.run(of)); }
  const Trace* trace(int of) const { return side(of).trace.get(); }
  bool has_run(int run) const {
    return run >= 0 && run < static_cast<int>(runs.size()) && !runs[run].text.empty();
  }
  // The same, but null unless it was made for what `session` asks now: after a new sentence the results are
  // for a moment those of the old one.
  const Trace* trace_of_side(const Session& session, int side) const;
  const Trace* trace_of_run(const Session& session, int run) const;  // the same of a run, on the stage or not
  // The words that are read in the text of a side, as it is in the session now.
  std::vector<std::string> words_of(const Session& session, int side) const;
};

using ResultsPtr = std::shared_ptr<const Results>;

// The results' errors, for the model and the sentences asked for; empty when all was computed.
std::string error_of(const Results& results);
// Whether the results are what compute() would make for `session`.
bool belongs_to(const Results& results, const Session& session);

// What compute() heeds besides the session.
struct Computing {
  ResultsPtr begun = nullptr;      // what one before had finished when it was cancelled
  const Cancel* cancel = nullptr;  // asked between the steps
  // Called between the steps with the side that is being computed (without `unedited` until that is done) and
  // how much of all is done, 0 to 1.
  std::function<void(const Run& run, float share)> progress = {};
  // The same where a part of the open lab's work can be shown: `make` makes results with what there is so
  // far.
  std::function<void(const Run& run, float share,
                     const std::function<std::shared_ptr<const Results>()>& make)>
      so_far = {};
  // Of this session, where it may take more than one turn.
  WorkPieces* pieces = nullptr;
  UnfinishedPass* unfinished = nullptr;
  bool witness_later = false;  // whoever asks will call hear_witnesses() when there is time
};

// Computes all that `session` asks for, reusing from `before` what has not changed. Never throws for bad
// sentences or models: the results say what is wrong. Once cancelled, or when its turn is over, it
// returns what it has finished, marked as still computing.
ResultsPtr compute(const Session& session, const ResultsPtr& before, const Computing& computing = {});

// The same results with every witness heard that is still to be (core/models/certainty.h); null where there
// is none, or none that can be asked.
ResultsPtr hear_witnesses(const ResultsPtr& results);

}  // namespace headlight
