// Which row of weights a lab on one row is about.
#pragma once

#include <string>

#include "app/session/session.h"
#include "core/models/trace.h"

namespace headlight {

// The word that is followed on the stage. While none is, the row of the node `weights` whose weights are
// spread out most (by entropy): a row with nearly all on one word shows nothing when its softmax is
// sharpened.
int row_in_question(const Session& session, const Trace& trace, int weights);

}  // namespace headlight
