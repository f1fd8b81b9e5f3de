// Which row of weights a lab on one row is about.
#pragma once

#include "core/models/trace.h"

namespace headlight {

// The word `token` that is followed on the stage. While none is (-1), the row of the node `weights` whose
// weights are spread out most (by entropy): a row with nearly all on one word shows nothing when its softmax
// is sharpened.
int row_in_question(int token, const Trace& trace, int weights);

}  // namespace headlight
