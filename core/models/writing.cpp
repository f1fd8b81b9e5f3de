#include "core/models/writing.h"

#include "core/models/trace.h"

namespace headlight {

NextWords next_under(const Writing& writing, const std::vector<Edit>& edits) {
  if (edits.empty() || !writing.trace) return writing.next;
  return [trace = writing.trace, edits](std::span<const int> added) {
    return last_row(trace(added, edits)->read("probabilities").view());
  };
}

}  // namespace headlight
