// How a cell was made, typeset: the formula of its op with the numbers of its source cells in it, each in the
// colour of the matrix it comes from.
#pragma once

#include <optional>
#include <string_view>
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
// std::out_of_range when the trace has no such cell. `called` stands for it instead.
std::vector<TypesetLine> typeset(const Ui& ui, const Trace& trace, Cell cell, float width,
                                 const std::optional<Formula>& called = {});

struct ColumnLine {
  Formula formula;
  FormulaSize size = FormulaSize::small;
  float indent = 0;  // pixels
};

// The same for a column that is narrow: broken before the signs of a sum, with up to so many of a long sum's
// largest terms.
std::vector<ColumnLine> typeset_column(const Ui& ui, const Trace& trace, Cell cell, float width, int terms);

// Up to `digits` significant digits; very small and large ones with a power of ten.
Formula typeset_number(double value, int digits, Role role = Role::ink);

// "S", or what a number of the node is called when its symbol is a formula itself.
Formula symbol_of_node(const Trace& trace, int node);
// A letter with an index, behind the one it has: "W^Q" as W with both scripts, "b_1" with 1; 35.
Formula indexed(std::string_view symbol, Formula index);

}  // namespace headlight
