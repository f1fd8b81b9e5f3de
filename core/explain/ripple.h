// What edits changed: every step of a trace before and after.
#pragma once

#include <vector>

#include "core/models/trace.h"

namespace headlight {

// How much one node changed, over the cells that both traces have.
//   relative  ||after - before|| / ||before||, Frobenius norms; infinite where something came out of
//             nothing or is finite (no mask, no NaN) in one of the two only
//   largest   the largest |after - before| among the finite cells
struct NodeChange {
  float relative = 0;
  float largest = 0;
  int changed = 0;  // cells whose number is another one
  int cells = 0;    // cells compared
  bool operator==(const NodeChange&) const = default;
};

// One cell's change counts when it is more than rounding: 1e-5 of the larger number, and above 1e-6.
bool differs(float before, float after);

NodeChange change_of(ConstView before, ConstView after);

// For each step of `after` in order; a step that `before` does not have counts as unchanged.
std::vector<NodeChange> ripple(const Trace& before, const Trace& after);

}  // namespace headlight
