// A cell that tells how those of its node are made.
#pragma once

#include <optional>

#include "core/tape/tape.h"

namespace headlight {

struct ComputedCell {
  int row = 0, column = 0;
  Expression formula;
};

// The first cell of a node, or the last, that is no plain number, as one is that was set by an edit or
// masked. Nothing where all of them are.
std::optional<ComputedCell> computed_cell(const Tape& tape, int node, bool last = false);

}  // namespace headlight
