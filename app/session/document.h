// What was computed for a session: the model, and a trace for each sentence. Immutable; panels only read it.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "core/explain/ripple.h"
#include "core/models/card.h"
#include "core/models/certainty.h"
#include "core/models/model.h"
#include "core/models/trace.h"

namespace headlight {

struct LabWork;
using LabWorkPtr = std::shared_ptr<const LabWork>;

// One sentence's result: a trace, or why there is none.
struct Side {
  std::string text;                // as typed
  std::vector<Edit> edits;         // in force on it: under which `trace` was made
  TracePtr trace;                  // with the session's edits; null when there is none
  Certainty certainty;             // of `trace`
  TracePtr unedited;               // the same without edits (the same object when there are none)
  std::vector<NodeChange> ripple;  // what the edits changed, for each step of `trace`; empty without edits
  std::string error;               // one line: what, where, what to try; empty when all is well

  bool edited() const { return trace != nullptr && unedited != nullptr && trace != unedited; }
};

struct Document {
  std::string model_name;  // as the session names it
  ModelPtr model;          // null until loaded
  Card card;
  std::array<Side, 2> sides;
  LabWorkPtr lab;          // of the open lab; null without one
  std::string error;       // what concerns the model or the whole session
  bool computing = false;  // a newer session is being computed

  // The model where it translates; null where it does something else, and until it is loaded.
  std::shared_ptr<const Translator> translator() const;
  // The model's; null until it is loaded.
  const Tokenizer* tokenizer() const { return model == nullptr ? nullptr : &model->tokenizer(); }
  // Those in force on either sentence, each once.
  std::vector<Edit> edits() const;
  const Trace* trace(int side) const { return sides.at(side).trace.get(); }
  // The same, but null unless it was made for what `session` asks now: after a new sentence the document is
  // for a moment that of the old one.
  const Trace* trace_for(const Session& session, int side) const;
};

using DocumentPtr = std::shared_ptr<const Document>;

// Whether the document is what compute() would make for `session`.
bool belongs_to(const Document& document, const Session& session);

// Computes all that `session` asks for, reusing from `before` what has not changed. Never throws for bad
// sentences or models: the document says what is wrong.
DocumentPtr compute(const Session& session, const DocumentPtr& before);

}  // namespace headlight
