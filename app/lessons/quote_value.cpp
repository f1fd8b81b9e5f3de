// What quotes say: their cells and calls put together, and compared.
#include <algorithm>
#include <cmath>

#include "app/lessons/quote_cells.h"
#include "core/explain/doubts.h"
#include "core/learn/pronoun_sentences.h"
#include "core/models/translator.h"
#include "core/models/written.h"

namespace headlight {
namespace {

using Node = QuoteNode;
using Kind = Node::Kind;
using Value = QuoteValue;

// What rounding in 32 bits leaves equal.
constexpr double equal_within = 1e-4;

// Of the sentence as it is shown, with the step's edits.
const Certainty& quoted_certainty(const Node& node, const Document& document) {
  if (node.lab || node.before)
    throw QuoteError(node.name +
                     " is said of the sentences that are shown; leave out \"lab:\" and \"before:\"");
  quoted_trace(node, document);  // says what is wrong where there is none
  return document.sides.at(static_cast<std::size_t>(node.side)).certainty;
}

Value values(const Node& node, const Document& document) {
  if (node.name == "certainty") {
    const Certainty& certainty = quoted_certainty(node, document);
    return certainty.sure() ? "sure" : mark_of(certainty);
  }
  if (node.name == "doubts") {
    const Certainty& certainty = quoted_certainty(node, document);
    return certainty.sure() ? "none" : reasons_of(certainty, quoted_trace(node, document).words());
  }
  if (node.name == "translation") return written(quoted_trace(node, document));
  if (node.name == "pronoun") return first_pronoun(quoted_trace(node, document).words().target);
  Cells cells = cells_of(node, document);
  if (cells.values.size() != 1) return cells;
  return Quantity{cells.values[0], cells.format};
}

bool compares(const std::string& sign, double order, bool equal) {
  if (sign == "=" || sign == "==") return equal;
  if (sign == "!=") return !equal;
  if (sign == "<") return order < 0 && !equal;
  if (sign == ">") return order > 0 && !equal;
  if (sign == "<=") return order < 0 || equal;
  return order > 0 || equal;
}

Value compare(const Node& node, const Document& document) {
  const Value left = evaluate(node.parts[0], document);
  const Value right = evaluate(node.parts[1], document);
  const auto* a = std::get_if<std::string>(&left);
  const auto* b = std::get_if<std::string>(&right);
  if ((a == nullptr) != (b == nullptr)) throw QuoteError("a text and a number cannot be compared");
  if (a != nullptr) return compares(node.name, a->compare(*b), *a == *b);
  const double x = quantity(node.parts[0], document).value;
  const double y = quantity(node.parts[1], document).value;
  const bool equal = x == y || std::abs(x - y) <= equal_within * std::max({1.0, std::abs(x), std::abs(y)});
  return compares(node.name, x - y, equal);
}

Value binary(const Node& node, const Document& document) {
  if (node.name.find_first_of("<>=") != std::string::npos) return compare(node, document);
  const Quantity a = quantity(node.parts[0], document);
  const Quantity b = quantity(node.parts[1], document);
  const NumberFormat format = node.parts[0].kind == Kind::number ? b.format : a.format;
  const bool divides = node.name != "/" || std::fmod(a.value, b.value) == 0;
  const bool whole = a.whole && b.whole && divides;
  switch (node.name[0]) {
    case '+':
      return Quantity{a.value + b.value, format, whole};
    case '-':
      return Quantity{a.value - b.value, NumberFormat::value, whole};
    case '*':
      return Quantity{a.value * b.value, format, whole};
    default:
      return Quantity{a.value / b.value, NumberFormat::value, whole};
  }
}

}  // namespace

Quantity quantity(const QuoteNode& node, const Document& document) {
  const QuoteValue value = evaluate(node, document);
  if (const auto* number = std::get_if<Quantity>(&value)) return *number;
  if (const auto* cells = std::get_if<Cells>(&value)) {
    throw QuoteError(cells->path + " is " + std::to_string(cells->rows) + " by " +
                     std::to_string(cells->cols) + " numbers; say which cell: " + cells->path +
                     "[row, column]");
  }
  throw QuoteError("a number is needed here, not a text or a comparison");
}

QuoteValue evaluate(const QuoteNode& node, const Document& document) {
  switch (node.kind) {
    case Kind::number:
      return Quantity{node.number, NumberFormat::value, node.number == std::floor(node.number)};
    case Kind::text:
      return node.name;
    case Kind::values:
      return values(node, document);
    case Kind::call:
      return evaluate_call(node, document);
    case Kind::negative: {
      Quantity value = quantity(node.parts[0], document);
      value.value = -value.value;
      return value;
    }
    case Kind::binary:
      return binary(node, document);
  }
  return Quantity{};
}

}  // namespace headlight
