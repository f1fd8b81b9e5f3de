// How a cell was made, as text: the formula in letters, the same with its numbers, and its named parts. The
// inspector and the command line show it.
#pragma once

#include <string>
#include <vector>

#include "core/models/trace.h"
#include "core/tape/expression.h"

namespace headlight {

struct RenderOptions {
  int terms = 4;   // of a longer sum: so many are written, the others become one number
  int digits = 3;  // significant digits of a number
};

// A part of the formula that stands under a letter: μ, σ.
struct NamedPart {
  std::string letter;
  std::string symbols;  // "(x[it, 0] + x[it, 1] + … 62 more terms) / 64"
  std::string numbers;
  double value = 0;
};

struct Rendered {
  std::string cell;              // "S[it, animal]"
  std::string symbols;           // "Q[it, 0] × K[animal, 0] + Q[it, 1] × K[animal, 1] + … 30 more terms"
  std::string numbers;           // "0.42 × 1.3 + 0.11 × (−0.52) + … 30 more terms, together 24"
  double value = 0;              // what the formula comes to; for a leaf, the value itself
  std::vector<NamedPart> named;  // in the order in which they are needed
};

// Throws std::out_of_range when the trace has no such cell.
Rendered render(const Trace& trace, Cell cell, const RenderOptions& options = {});

// "exp", "√"; empty for what is no function of one argument.
const char* function_name(Expression::Kind kind);

// "S[it, animal]": the node's symbol with the words or numbers of row and column.
std::string cell_name(const Trace& trace, Cell cell);

}  // namespace headlight
