// What was computed for a session: the model, and a trace for each sentence. Immutable; panels only read it.
#pragma once

#include <memory>
#include <string>

#include "app/session/session.h"
#include "app/shared/side.h"
#include "core/models/card.h"
#include "core/models/model.h"

namespace headlight {

struct LabWork;

struct Document {
  std::string model_name;  // as the session names it
  ModelPtr model;          // null until loaded
  Card card;
  SidePair sides;
  std::shared_ptr<const LabWork> lab;  // of the open lab; null without one
  // What that lab recorded, as a document of its own: its cells are drawn and inspected like a model's. Null
  // where it recorded nothing.
  std::shared_ptr<const Document> lab_cells;
  std::string error;       // what concerns the model or the whole session
  bool computing = false;  // a newer session is being computed

  // The model where it translates; null where it does something else, and until it is loaded.
  std::shared_ptr<const Translator> translator() const;
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

// Computes all that `session` asks for, reusing from `before` what has not changed. Never throws for bad
// sentences or models: the document says what is wrong.
DocumentPtr compute(const Session& session, const DocumentPtr& before);

}  // namespace headlight
