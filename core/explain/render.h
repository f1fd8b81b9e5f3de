// How a cell was made, as text: the formula in letters, the same with its numbers, and its named parts. The
// inspector and the command line show it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
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

// How a cell was made, written down, whatever it is written with: one way through the expression for text and
// for what is typeset.

// A part of a formula, without its sign.
template <typename Out>
struct Written {
  Out out;
  double value = 0;  // what one gets from the digits that are written
  Binding binding = Binding::atom;
  bool negative = false;  // a minus is still to be written before it
};

// A pen makes what is written, of type Out, from its parts: number, cell, letter, minus, brackets, times,
// sum, quotient, square, call, maximum and others. It writes cells and letters as their values, or by their
// names.
template <typename Pen>
class ExpressionWriter {
 public:
  using Out = typename Pen::Out;
  using Piece = Written<Out>;

  ExpressionWriter(const Trace& trace, Pen pen)
      : pen_(std::move(pen)), trace_(trace), evaluation_(CellReader(trace)) {}

  Pen& pen() { return pen_; }
  double evaluate(const Expression& e) { return evaluation_(e); }

  // Of a long sum as many terms as the pen says. A part under a letter stays as that, or its value, unless it
  // is `e` itself.
  Piece piece(const Expression& e, bool spell_out = false) {
    // The maximum in a softmax keeps its letter: nothing else says where it comes from.
    if (!e.letter().empty() && !spell_out) {
      Piece value = pen_.number(evaluate(e), nullptr);
      if (pen_.writes_numbers() && e.kind() != Kind::maximum) return value;
      return {pen_.letter(e.letter()), value.value};
    }
    switch (e.kind()) {
      case Kind::number:
        return pen_.number(e.number(), nullptr);
      case Kind::cell: {
        const Cell cell = e.cell();
        return pen_.writes_numbers() ? pen_.number(evaluate(e), &cell) : Piece{pen_.cell(cell)};
      }
      case Kind::sum:
        return sum(e);
      case Kind::product:
        return product(e.parts());
      case Kind::quotient:
        return pen_.quotient(piece(e.parts()[0]), piece(e.parts()[1]));
      case Kind::maximum:
        return maximum(e);
      default:
        return call(e);
    }
  }
  Out write(const Expression& e, bool spell_out = true) { return pen_.with_sign(piece(e, spell_out)); }

  // The terms of a sum that are written; what stands for the others is one of them.
  std::vector<Piece> terms_of(const Expression& e) {
    const Expression::Parts parts = e.parts();
    const ShownTerms shown = shown_terms(e, pen_.terms(), evaluation_);
    std::vector<Piece> terms;
    for (const std::size_t i : shown.shown) terms.push_back(piece(parts[i]));
    if (shown.others > 0) terms.push_back(pen_.others(shown.others, pen_.number(shown.rest, nullptr)));
    if (shown.last) terms.push_back(piece(parts[*shown.last]));
    return terms;
  }

 private:
  using Kind = Expression::Kind;

  Piece sum(const Expression& e) {
    const std::vector<Piece> terms = terms_of(e);
    double value = 0;
    for (const Piece& term : terms) value += term.value;
    return {pen_.sum(terms), value, e.parts().size() > 1 ? Binding::sum : Binding::atom};
  }

  Piece product(const Expression::Parts& parts) {
    // As a difference is written on the tape.
    if (parts.size() == 2 && parts[0].kind() == Kind::number && parts[0].number() == -1) {
      Piece rest = piece(parts[1]);
      if (rest.binding == Binding::sum || rest.negative)
        rest = {pen_.bound(rest, Binding::product), rest.value};
      rest.value = -rest.value;
      rest.negative = true;
      return rest;
    }
    if (parts.size() == 2 && parts[0] == parts[1]) {
      const Piece base = piece(parts[0]);
      return {pen_.square(pen_.bound(base, Binding::atom)), base.value * base.value};
    }
    std::vector<Out> factors;
    double value = 1;
    bool negative = false;
    for (const Expression& part : parts) {
      Piece factor = piece(part);
      value *= factor.value;
      if (factors.empty()) negative = std::exchange(factor.negative, false);
      factors.push_back(pen_.bound(factor, Binding::product));
    }
    return {pen_.times(std::move(factors)), value, parts.size() > 1 ? Binding::product : Binding::atom,
            negative};
  }

  Piece call(const Expression& e) {
    const Piece argument = piece(e.parts()[0]);
    const double value =
        Expression::function(e.kind(), Expression::number(argument.value)).evaluate([](Cell) { return 0.0; });
    return {pen_.call(e.kind(), pen_.with_sign(argument)), value};
  }

  Piece maximum(const Expression& e) {
    const Expression::Parts parts = e.parts();
    const std::vector<std::size_t> shown = largest_terms(e, std::max(pen_.terms(), 2), evaluation_);
    std::vector<Out> terms;
    double most = -std::numeric_limits<double>::infinity();
    for (const std::size_t i : shown) {
      const Piece part = piece(parts[i]);
      most = std::max(most, part.value);
      terms.push_back(pen_.with_sign(part));
    }
    return {pen_.maximum(terms, static_cast<int>(parts.size() - shown.size())), most};
  }

  Pen pen_;
  const Trace& trace_;
  Evaluation evaluation_;
};

}  // namespace headlight
