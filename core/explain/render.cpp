#include "core/explain/render.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/explain/letters.h"
#include "core/figure/numbers.h"
#include "core/models/read_trace.h"

namespace headlight {
namespace {

using Kind = Expression::Kind;

bool begins_with_minus(const std::string& text) { return text.starts_with("\u2212"); }

// −1 × something, as a difference is written on the tape.
bool is_negated(const Expression& e) {
  return e.kind() == Kind::product && e.letter().empty() && e.parts().size() == 2 &&
         e.parts()[0].kind() == Kind::number && e.parts()[0].number() == -1;
}

class Writer {
 public:
  Writer(const Trace& trace, const RenderOptions& options, bool numbers)
      : trace_(trace), options_(options), numbers_(numbers), evaluation_(CellReader(trace)) {}

  double evaluate(const Expression& e) const { return evaluation_(e); }

  // A named part is written by its letter, or its value, unless it is the one being spelled out. The maximum
  // in a softmax keeps its letter: nothing else says where it comes from.
  BoundText write(const Expression& e, bool spell_out = false) const {
    if (!e.letter().empty() && !spell_out) {
      const bool value = numbers_ && e.kind() != Kind::maximum;
      return value ? number(evaluate(e)) : BoundText{e.letter()};
    }
    switch (e.kind()) {
      case Kind::number:
        return number(e.number());
      case Kind::cell:
        return numbers_ ? number(evaluate(e)) : BoundText{cell_name(trace_, e.cell())};
      case Kind::sum:
        return write_sum(e);
      case Kind::product:
        return write_product(e);
      case Kind::quotient:
        return {bracketed(write(e.parts()[0]), Binding::product) + " / " +
                    bracketed(negative_bracketed(e.parts()[1]), Binding::atom),
                Binding::product};
      case Kind::maximum:
        return write_maximum(e);
      default:
        return write_call(e);
    }
  }

 private:
  BoundText number(double value) const {
    const double size = std::fabs(value);
    // Thousands would get a power of ten.
    const bool whole = size >= std::pow(10.0, options_.digits) - 0.5 && size < 1e6;
    return {whole ? fixed_text(static_cast<float>(value), 0)
                  : significant_text(static_cast<float>(value), options_.digits)};
  }

  // "(−0.52)": a minus must not follow another sign.
  BoundText negative_bracketed(const Expression& e) const {
    BoundText text = write(e);
    if (begins_with_minus(text.text)) return {"(" + text.text + ")"};
    return text;
  }

  BoundText write_product(const Expression& e) const {
    if (is_negated(e))
      return {"\u2212" + bracketed(negative_bracketed(e.parts()[1]), Binding::product), Binding::sum};
    if (e.parts().size() == 2 && e.parts()[0].kind() == Kind::sum) {
      const std::string base = write(e.parts()[0]).text;
      if (base == write(e.parts()[1]).text) return {bracketed({base, Binding::sum}, Binding::atom) + "²"};
    }
    std::string text;
    for (const Expression& part : e.parts()) {
      if (text.empty()) {
        text = bracketed(write(part), Binding::product);
      } else {
        text += " × " + bracketed(negative_bracketed(part), Binding::product);
      }
    }
    return {text, e.parts().size() > 1 ? Binding::product : Binding::atom};
  }

  BoundText write_sum(const Expression& e) const {
    const Expression::Parts parts = e.parts();
    const ShownTerms terms = shown_terms(e, options_.terms, evaluation_);
    std::string text;
    const auto add = [&](const std::string& term) {
      if (text.empty()) {
        text = term;
      } else if (begins_with_minus(term)) {
        text += " \u2212 " + term.substr(std::string_view("\u2212").size());
      } else {
        text += " + " + term;
      }
    };
    for (const std::size_t i : terms.shown) add(write(parts[i]).text);
    if (terms.others > 0) {
      const std::string others = "… " + std::to_string(terms.others) + " more terms";
      text += " + " + (numbers_ ? others + ", together " + number(terms.rest).text : others);
    }
    if (terms.last) add(write(parts[*terms.last]).text);
    return {text, parts.size() > 1 ? Binding::sum : Binding::atom};
  }

  BoundText write_call(const Expression& e) const {
    BoundText call;
    call.text += function_name(e.kind());
    call.text += '(';
    call.text += write(e.parts()[0]).text;
    call.text += ')';
    return call;
  }

  BoundText write_maximum(const Expression& e) const {
    const Expression::Parts parts = e.parts();
    const std::vector<std::size_t> shown = largest_terms(e, std::max(options_.terms, 2), evaluation_);
    std::string text;
    for (const std::size_t i : shown) text += (text.empty() ? "" : ", ") + write(parts[i]).text;
    if (parts.size() > shown.size()) text += ", … " + std::to_string(parts.size() - shown.size()) + " more";
    return {"max(" + text + ")"};
  }

  const Trace& trace_;
  const RenderOptions& options_;
  bool numbers_;
  mutable Evaluation evaluation_;  // remembers what stands under a letter
};

// A matrix's letter; a parameter that has none goes by its own name, without where it stands.
std::string letter_of(const std::string& path) {
  const std::string symbol = symbol_of(path);
  if (!symbol.empty()) return symbol.find(' ') == std::string::npos ? symbol : "(" + symbol + ")";
  std::size_t dot = path.rfind('.');
  if (dot != std::string::npos && dot > 0) dot = path.rfind('.', dot - 1);
  return dot == std::string::npos ? path : path.substr(dot + 1);
}

}  // namespace

namespace {

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
    case Kind::exp:
      return "exp";
    case Kind::log:
      return "log";
    case Kind::sqrt:
      return "√";
    case Kind::tanh:
      return "tanh";
    case Kind::erf:
      return "erf";
    case Kind::sin:
      return "sin";
    case Kind::cos:
      return "cos";
    default:
      return "";
  }
}

std::string numbers_of(const Trace& trace, const Expression& e, const RenderOptions& options) {
  return Writer(trace, options, true).write(e).text;
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
  const Writer letters(trace, options, false);
  const Writer numbers(trace, options, true);
  Rendered rendered{cell_name(trace, cell),
                    letters.write(formula).text,
                    numbers.write(formula).text,
                    numbers.evaluate(formula),
                    {}};
  for (const Expression& part : formula.named_parts()) {
    rendered.named.push_back({part.letter(), letters.write(part, true).text, numbers.write(part, true).text,
                              numbers.evaluate(part)});
  }
  return rendered;
}

}  // namespace headlight
