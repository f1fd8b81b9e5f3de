// How a cell was made, typeset: the formula of its op with the numbers of its source cells in it, each in the
// colour of the matrix it comes from.
#pragma once

#include <string>
#include <vector>

#include "app/widgets/formula.h"
#include "core/models/trace.h"

namespace headlight {

inline constexpr float between_formulas = 36;  // units

struct TypesetLine {
  Formula formula;
  FormulaSize size = FormulaSize::medium;
};

// "A_{it, animal} = e^{7.40 − 7.40} / (e^{0.26 − 7.40} + ...) = 0.992", then "m = ... = 7.40" for each part
// of the formula under a letter. A long sum is written with as many of its largest terms as fit into `width`,
// the others as one number; what does not fit even so is left out between the cell and its value. Throws
// std::out_of_range when the trace has no such cell.
std::vector<TypesetLine> typeset(const Ui& ui, const Trace& trace, Cell cell, float width);

// Up to `digits` significant digits; very small and large ones with a power of ten.
Formula typeset_number(double value, int digits, Role role = Role::ink);

// "S", or what a number of the node is called when its symbol is a formula itself.
Formula symbol_of_node(const Trace& trace, int node);

}  // namespace headlight
