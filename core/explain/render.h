// How a cell was made, as text: the formula in letters, the same with its numbers, and its named parts. The
// inspector and the command line show it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/models/trace.h"
#include "core/tape/expression.h"

namespace headlight {

// A formula written as text, and what of it binds how tightly: where brackets are needed.

enum class Binding { sum, product, atom };

struct BoundText {
  std::string text;
  Binding binding = Binding::atom;
};

inline std::string bracketed(const BoundText& part, Binding at_least) {
  return part.binding < at_least ? "(" + part.text + ")" : part.text;
}

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

// "0.42 × 1.3": a part of a cell's formula with the numbers in it.
std::string numbers_of(const Trace& trace, const Expression& e, const RenderOptions& options = {});

// Which terms of a sum are written: all of a short one; of a long one the largest, in their order. A last
// term of another kind, the bias behind the products, is always written.
struct ShownTerms {
  std::vector<std::size_t> shown;
  std::optional<std::size_t> last;
  int others = 0;   // not written one by one
  double rest = 0;  // what these come to
};
// One number in the place of one term would say no more: `most` + 1 terms are all written.
ShownTerms shown_terms(const Expression& sum, int most, Evaluation& evaluate);
// Of a maximum: the `most` largest, in their order.
std::vector<std::size_t> largest_terms(const Expression& maximum, int most, Evaluation& evaluate);

// "exp", "√"; empty for what is no function of one argument.
const char* function_name(Expression::Kind kind);

// "S[it, animal]": the node's symbol with the words or numbers of row and column.
std::string cell_name(const Trace& trace, Cell cell);

}  // namespace headlight
