// One text read by a model: a trace, or why there is none.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/explain/digest.h"
#include "core/explain/ripple.h"
#include "core/models/certainty.h"
#include "core/models/model.h"
#include "core/tape/edit.h"

namespace headlight {

struct Run {
  std::string text;        // as typed; empty: there is no such run
  std::string model_name;  // as the session names it
  ModelPtr model;          // that reads it; null until loaded
  Understood understood;   // what the model's tokenizer finds in the text; no words where nothing can be read
  std::optional<Antecedent> antecedent;  // of "it", among what was typed; only in English
  std::vector<Edit> edits;               // in force on it: under which `trace` was made
  TracePtr trace;                        // with the session's edits; null when there is none
  Certainty certainty;                   // of `trace`
  TracePtr unedited;                     // the same without edits (the same object when there are none)
  std::vector<NodeChange> ripple;  // what the edits changed, for each step of `trace`; empty without edits
  HeadDigests digests;             // of the heads whose weights `trace` does not keep
  HeadDigests unedited_digests;    // the same of `unedited`
  std::string error;               // one line: what, where, what to try; empty when all is well

  bool edited() const { return trace != nullptr && unedited != nullptr && trace != unedited; }
};

using Runs = std::vector<Run>;

// The edits in force on any of them, each once.
template <typename SomeRuns>
std::vector<Edit> edits_of(const SomeRuns& runs) {
  std::vector<Edit> all;
  for (const Run& run : runs) {
    if (run.text.empty()) continue;
    for (const Edit& edit : run.edits) {
      if (std::find(all.begin(), all.end(), edit) == all.end()) all.push_back(edit);
    }
  }
  return all;
}

}  // namespace headlight
