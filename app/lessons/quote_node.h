// The parts of a quote, and what they become. For the quote_ files alone.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "app/lessons/quote.h"
#include "core/figure/numbers.h"

namespace headlight {

struct QuoteNode {
  enum class Kind {
    number,
    text,
    values,    // `name` is a path, `side`, `before` and `lab` say of which trace, `row` and `col` which cells
    call,      // `name` of a function, with `parts`
    negative,  // of parts[0]
    binary,    // `name` is + - * / < > <= >= = !=, between parts[0] and parts[1]
  };
  Kind kind = Kind::number;
  double number = 0;
  std::string name = {};
  int side = 0;
  bool before = false;
  bool lab = false;                // of what the open lab recorded
  std::string row = {}, col = {};  // a word or a place; empty: all of them
  std::vector<QuoteNode> parts = {};
  OwnSentencesPtr sentences = {};  // of a call of sentences(...): those of the lesson

  bool operator==(const QuoteNode&) const = default;
};

// What a number was, so that it is written as on screen.
struct Quantity {
  double value = 0;
  NumberFormat format = NumberFormat::value;
  bool whole = false;
};

// Some cells of a node, in reading order.
struct Cells {
  std::vector<double> values = {};
  std::vector<std::string> labels = {};  // of the values' places when they are one row or one column
  int rows = 0, cols = 0;
  NumberFormat format = NumberFormat::value;
  std::string path = {};
};

using QuoteValue = std::variant<Quantity, std::string, Cells, bool>;

// All of them throw QuoteError.
QuoteValue evaluate(const QuoteNode& node, const Document& document);
QuoteValue evaluate_call(const QuoteNode& node, const Document& document);
Quantity quantity(const QuoteNode& node, const Document& document);  // of what has to be one number
// Of a call of held_out(...) or sentences(...), counted now where nobody did before (held_out.h).
Quantity held_out_count(const QuoteNode& call, const Document& document);
// Of a call of when(...): what its last part becomes under the changes that the others say (quote_when.cpp).
QuoteValue evaluate_when(const QuoteNode& call, const Document& document);
// Whether `node` reads the trace of a side, with or without the step's edits.
bool reads(const QuoteNode& node, int side, bool before);
// The same quote with another number where `x` stands.
QuoteNode with_x(QuoteNode node, double x);

}  // namespace headlight
