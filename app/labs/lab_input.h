// What a lab may look at: its settings, the model, the sentences as they are edited, and what is selected.
#pragma once

#include <any>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/shared/head_choice.h"
#include "app/shared/side.h"
#include "core/models/model.h"

namespace headlight {

// For the length of a call: it refers to what the session and its document hold.
struct LabInput {
  std::any controls;                        // the settings, within their bounds
  std::shared_ptr<const Translator> model;  // null until it is loaded: captions alone are asked before
  const SidePair& sides;
  ModelPtr any_model = nullptr;    // whatever it does
  HeadChoice head;                 // the selected one
  int token = -1;                  // the query row in focus; -1: none
  int side = 0;                    // the sentence that is followed
  const std::any* last = nullptr;  // what the lab found last, whatever its settings were; null: nothing
  const Cancel* cancel = nullptr;  // asked by what takes long
  std::function<void(float share)> progress = {};  // told by what takes long, 0 to 1

  template <typename Settings>
  const Settings& settings() const {
    return std::any_cast<const Settings&>(controls);
  }
  const TransformerConfig& config() const;
  const Trace* trace(int of) const { return sides.at(static_cast<std::size_t>(of)).trace.get(); }
  // The side followed, or the other one when that has no sentence.
  int side_on_stage() const { return trace(side) != nullptr ? side : 1 - side; }
  // Its trace; null without any sentence.
  TracePtr trace_on_stage() const { return sides.at(static_cast<std::size_t>(side_on_stage())).trace; }
  // The same for a lab that needs one. Throws std::runtime_error, in one line for the stage, without any.
  TracePtr sentence_on_stage() const;
  // The trace of the first sentence, for a lab on one sentence. Throws std::runtime_error, in one line for
  // the stage, where it cannot be read.
  TracePtr first_sentence() const;
  // "1 edit", "3 edits": those in force on the sentence on stage that concern one of these nodes; empty when
  // there is none.
  std::string edits_on_stage(const std::vector<std::string>& paths) const;
};

}  // namespace headlight
