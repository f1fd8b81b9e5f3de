// One text read by the model: a trace, or why there is none.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/explain/digest.h"
#include "core/explain/ripple.h"
#include "core/models/certainty.h"
#include "core/models/trace.h"
#include "core/tape/edit.h"

namespace headlight {

struct Run {
  std::string text;                // as typed
  std::vector<Edit> edits;         // in force on it: under which `trace` was made
  TracePtr trace;                  // with the session's edits; null when there is none
  Certainty certainty;             // of `trace`
  TracePtr unedited;               // the same without edits (the same object when there are none)
  std::vector<NodeChange> ripple;  // what the edits changed, for each step of `trace`; empty without edits
  HeadDigests digests;             // of the heads whose weights `trace` does not keep
  HeadDigests unedited_digests;    // the same of `unedited`
  std::string error;               // one line: what, where, what to try; empty when all is well

  bool edited() const { return trace != nullptr && unedited != nullptr && trace != unedited; }
};

// The first sentence, and the second one, which may be empty.
using RunPair = std::array<Run, 2>;

// The edits in force on either sentence, each once.
std::vector<Edit> edits_of(const RunPair& sides);

}  // namespace headlight
