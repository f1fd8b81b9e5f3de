// What depends on what in a trace: who reads a cell, which steps have to wait for one another, and what
// changed behind an edit.
#pragma once

#include <vector>

#include "core/models/trace.h"

namespace headlight {

// The way up from a cell: what was made from it.

// For each node that reads `cell`, in the order of the tape, one of its cells that was made from it: in the
// same row or, for a cell that is looked at by other rows, in `row`, where that is one of them. A node all of
// whose cells were set by an edit reads nothing.
std::vector<Cell> readers(const Trace& trace, Cell cell, int row = -1);

// What has to wait for what: the steps of a model that can only be taken one after another, whatever hardware
// there is (Vaswani et al. 2017, section 4 and table 1, "sequential operations").

// A step is a cell of a recurrent layer at one time, or one layer of attention at one token; what stands
// between two of them (embeddings, projections, readouts, the attention of a recurrent decoder) counts
// nothing. By the inputs of the nodes on the tape, row by row,
//   at(step) = 1 + max of at(s) over the steps s that it reads, directly or through nodes that are no steps,
// and 0 for tokens that are given: the length of the longest chain of steps up to this one, so also the
// earliest moment of a machine without limits. Of the text that is written a token reads itself and those
// before it.
struct StepLane {
  const StackInfo* stack = nullptr;
  int layer = 0;
  bool backwards = false;
  std::vector<int> at;  // of the step at each place of its stream
};

struct DependentSteps {
  std::vector<StepLane> lanes;  // in the order of the computation
  int reading = 0;  // until the last step is taken that waits for no word written: all of the text is read
  int all = 0;      // until the last step of all
};

enum class TokensGiven {
  all,   // also of the translation: training with teacher forcing (Williams and Zipser 1989)
  read,  // of the text that is read: token t + 1 of the translation is given by the last step at token t
};

// The trace must outlive it. No lanes where no model was recorded.
DependentSteps dependent_steps(const Trace& trace, TokensGiven given);

// What edits changed: every step of a trace before and after.

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
