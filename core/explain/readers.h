// The way up from a cell: what was made from it.
#pragma once

#include <vector>

#include "core/models/trace.h"

namespace headlight {

// For each node that reads `cell`, in the order of the tape, one of its cells that was made from it: in the
// same row or, for a cell that is looked at by other rows, in `row`, where that is one of them. A node all of
// whose cells were set by an edit reads nothing.
std::vector<Cell> readers(const Trace& trace, Cell cell, int row = -1);

}  // namespace headlight
