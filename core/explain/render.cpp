#include "core/explain/render.h"

#include <cmath>
#include <numeric>
#include <string_view>

#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr std::string_view minus = "\u2212";

class TextPen {
 public:
  using Out = std::string;
  using Piece = Written<std::string>;

  TextPen(const Trace& trace, const RenderOptions& options, bool numbers)
      : trace_(trace), options_(options), numbers_(numbers) {}

  bool writes_numbers() const { return numbers_; }
  int terms() const { return options_.terms; }

  Piece number(double value, const Cell*) const {
    const double size = std::fabs(value);
    // Thousands would get a power of ten.
    const bool whole = size >= std::pow(10.0, options_.digits) - 0.5 && size < 1e6;
    return {whole ? fixed_text(static_cast<float>(size), 0)
                  : significant_text(static_cast<float>(size), options_.digits),
            value, Binding::atom, value < 0};
  }
  std::string cell(Cell cell) const { return cell_name(trace_, cell); }
  std::string letter(const std::string& name) const { return name; }
  std::string with_sign(const Piece& piece) const {
    return piece.negative ? std::string(minus) + piece.out : piece.out;
  }
  std::string bound(const Piece& piece, Binding at_least) const {
    return piece.negative || piece.binding < at_least ? "(" + with_sign(piece) + ")" : piece.out;
  }
  std::string times(const std::vector<std::string>& factors) const { return joined(factors, " × "); }
  std::string square(const std::string& base) const { return base + "²"; }
  std::string sum(const std::vector<Piece>& terms) const {
    std::string text;
    for (const Piece& each : terms) {
      const std::string term = with_sign(each);
      if (text.empty()) {
        text = term;
      } else if (term.starts_with(minus)) {
        text += " " + std::string(minus) + " " + term.substr(minus.size());
      } else {
        text += " + " + term;
      }
    }
    return text;
  }
  Piece others(int count, const Piece& rest) const {
    const std::string text = say("… {n} more terms", {{"n", count_text(count)}});
    return {numbers_ ? say("{terms}, together {sum}", {{"terms", text}, {"sum", with_sign(rest)}}) : text,
            rest.value};
  }
  Piece quotient(Piece above, const Piece& below) const {
    const bool negative = above.binding != Binding::sum && std::exchange(above.negative, false);
    return {bound(above, Binding::product) + " / " + bound(below, Binding::atom), above.value / below.value,
            Binding::product, negative};
  }
  std::string call(Expression::Kind kind, const std::string& argument) const {
    return std::string(function_name(kind)).append("(").append(argument).append(")");
  }
  std::string maximum(const std::vector<std::string>& terms, int others) const {
    const std::string more = others > 0 ? ", " + say("… {n} more", {{"n", count_text(others)}}) : "";
    return "max(" + joined(terms, ", ") + more + ")";
  }

 private:
  static std::string joined(const std::vector<std::string>& parts, const char* between) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
    return text;
  }

  const Trace& trace_;
  const RenderOptions& options_;
  bool numbers_;
};

using TextWriter = ExpressionWriter<TextPen>;

// A matrix's letter; a parameter that has none goes by its own name, without where it stands.
std::string letter_of(const std::string& path) {
  const std::string symbol = symbol_of(path);
  if (!symbol.empty()) return symbol.find(' ') == std::string::npos ? symbol : "(" + symbol + ")";
  std::size_t dot = path.rfind('.');
  if (dot != std::string::npos && dot > 0) dot = path.rfind('.', dot - 1);
  return dot == std::string::npos ? path : path.substr(dot + 1);
}

// The places of the `most` largest values, in their order; what is no finite number comes last.
std::vector<std::size_t> largest_of(const std::vector<double>& values, int most) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto size = [&](std::size_t i) {
    return std::isfinite(values[i]) ? values[i] : -std::numeric_limits<double>::infinity();
  };
  const std::size_t count = std::min(static_cast<std::size_t>(std::max(most, 1)), order.size());
  // Of two alike the first.
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
      [&](std::size_t a, std::size_t b) { return size(a) != size(b) ? size(a) > size(b) : a < b; });
  order.resize(count);
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace

ShownTerms shown_terms(const Expression& sum, int most, Evaluation& evaluate) {
  const Expression::Parts parts = sum.parts();
  ShownTerms terms;
  std::size_t alike = parts.size();
  if (parts.size() > 1 && parts.back().kind() != parts.front().kind()) terms.last = --alike;
  const std::vector<double> values = evaluate.parts(sum);
  std::vector<double> sizes;
  sizes.reserve(alike);
  for (std::size_t i = 0; i < alike; ++i) sizes.push_back(std::fabs(values[i]));
  const std::size_t wanted = static_cast<std::size_t>(std::max(most, 1));
  terms.shown = largest_of(sizes, static_cast<int>(alike <= wanted + 1 ? alike : wanted));
  terms.others = static_cast<int>(alike - terms.shown.size());
  for (std::size_t i = 0; i < alike; ++i) {
    if (!std::binary_search(terms.shown.begin(), terms.shown.end(), i)) terms.rest += values[i];
  }
  return terms;
}

std::vector<std::size_t> largest_terms(const Expression& maximum, int most, Evaluation& evaluate) {
  return largest_of(evaluate.parts(maximum), most);
}

const char* function_name(Expression::Kind kind) {
  switch (kind) {
    case Expression::Kind::exp:
      return "exp";
    case Expression::Kind::log:
      return "log";
    case Expression::Kind::sqrt:
      return "√";
    case Expression::Kind::tanh:
      return "tanh";
    case Expression::Kind::erf:
      return "erf";
    case Expression::Kind::sin:
      return "sin";
    case Expression::Kind::cos:
      return "cos";
    default:
      return "";
  }
}

std::string numbers_of(const Trace& trace, const Expression& e, const RenderOptions& options) {
  return TextWriter(trace, {trace, options, true}).write(e, false);
}

std::string cell_name(const Trace& trace, Cell cell) {
  const Node& node = trace.tape().node(cell.node);
  const std::string row = trace.label(node.label.rows, cell.row);
  const std::string col = trace.label(node.label.cols, cell.col);
  const std::string place = node.shape.rows == 1 ? col : node.shape.cols == 1 ? row : row + ", " + col;
  return letter_of(node.label.path) + "[" + place + "]";
}

Rendered render(const Trace& trace, Cell cell, const RenderOptions& options) {
  const Expression formula = trace.tape().explain(cell);
  TextWriter letters(trace, {trace, options, false});
  TextWriter numbers(trace, {trace, options, true});
  Rendered rendered{cell_name(trace, cell),
                    letters.write(formula, false),
                    numbers.write(formula, false),
                    numbers.evaluate(formula),
                    {}};
  for (const Expression& part : formula.named_parts()) {
    rendered.named.push_back(
        {part.letter(), letters.write(part), numbers.write(part), numbers.evaluate(part)});
  }
  return rendered;
}

}  // namespace headlight
