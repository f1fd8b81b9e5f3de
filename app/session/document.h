// What was computed for a session: the model, and a trace for each sentence. Immutable; panels only read it.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/shared/side.h"
#include "core/models/card.h"
#include "core/models/model.h"

namespace headlight {

struct LabWork;

struct Document {
  std::string model_name;  // as the session names it
  ModelPtr model;          // null until loaded
  Card card;               // of its folder; empty where that has none
  std::string origin;      // "trained", "random", "hand-set" or "yours"; empty until it is loaded
  SidePair sides;
  std::array<std::vector<SessionEdit>, 2> asked;  // the edits of each, as the session says
  std::shared_ptr<const LabWork> lab;             // of the open lab; null without one
  // What that lab recorded, as a document of its own: its cells are drawn and inspected like a model's. Null
  // where it recorded nothing.
  std::shared_ptr<const Document> lab_cells;
  std::string error;       // what concerns the model or the whole session
  bool computing = false;  // a newer session is being computed
  float progress = 0;      // and so much of it is done, as far as is known: 0 to 1

  // The model where it is a Transformer that translates; null where it does something else, and until it is
  // loaded.
  ModelPtr translator() const;
  // The model's; null until it is loaded.
  const Tokenizer* tokenizer() const { return model == nullptr ? nullptr : &model->tokenizer(); }
  const Trace* trace(int side) const { return sides.at(side).trace.get(); }
  // The same, but null unless it was made for what `session` asks now: after a new sentence the document is
  // for a moment that of the old one.
  const Trace* trace_for(const Session& session, int side) const;
};

using DocumentPtr = std::shared_ptr<const Document>;

// Whether the document is what compute() would make for `session`.
bool belongs_to(const Document& document, const Session& session);

// What compute() heeds besides the session.
struct Computing {
  DocumentPtr begun = nullptr;     // what one before had finished when it was cancelled
  const Cancel* cancel = nullptr;  // asked between the steps
  // Called between the steps with the side that is being computed (without `unedited` until that is done) and
  // how much of all is done, 0 to 1.
  std::function<void(const Side& side, float share)> progress = {};
};

// Computes all that `session` asks for, reusing from `before` what has not changed. Never throws for bad
// sentences or models: the document says what is wrong. Once cancelled it returns what it has finished,
// marked as still computing.
DocumentPtr compute(const Session& session, const DocumentPtr& before, const Computing& computing = {});

}  // namespace headlight
