// Steps of a trace as a spreadsheet with live formulas: a sheet for each matrix, named by its letter, with
// words beside the rows and above the columns and the colours of the screen. The formulas are those of the
// ops (Op::explain): whoever changes a number sees what becomes of the rest.
#pragma once

#include <vector>

#include "core/files/spreadsheet.h"
#include "core/models/trace.h"

namespace headlight {

// The steps in the order of the trace, computed by formulas from what they read of one another and of the
// other sheets, which hold numbers. The first sheet says what is on the others. Throws std::invalid_argument
// for a value that was given and not computed, and for more than 300,000 cells.
std::vector<CellSheet> sheets_of_steps(const Trace& trace, const std::vector<int>& nodes);

// One cell of a step as a formula over the cells of sheets of these names, by node; nothing of a node without
// a name. Where it adds up many cells that lie side by side it names their range:
// "SUMPRODUCT(Q!B9:AG9,K!B3:AG3)".
std::string formula_in_cells(const Expression& expression, const std::vector<std::string>& names);

}  // namespace headlight
