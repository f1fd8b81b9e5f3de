// What a trace keeps of all that is computed: everything while that is little, and else no matrix between
// tokens that one step alone reads. Those grow with the square of the tokens, in every head; a row of them is
// computed again in microseconds (Trace::rows).
#pragma once

#include "core/tape/tape.h"

namespace headlight {

// So much of a trace is little, in bytes.
inline constexpr std::int64_t most_kept = std::int64_t{64} << 20;

// To be called when all is recorded and before it is computed.
void keep_what_fits(Tape& tape, std::int64_t most_bytes = most_kept);

}  // namespace headlight
