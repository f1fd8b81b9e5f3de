#include "app/panels/common/typeset.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/panels/common/step_names.h"
#include "core/explain/letters.h"
#include "core/explain/render.h"
#include "core/figure/numbers.h"
#include "core/models/read_trace.h"

namespace headlight {
namespace {

using Kind = Expression::Kind;

constexpr const char* minus = "\u2212";
constexpr int least_digits_inside = 3;
constexpr int most_digits_inside = 6;
constexpr int digits_of_value = 4;

struct Piece {
  Formula formula;
  double value = 0;  // what one gets from the digits that are written
  Binding binding = Binding::atom;
  bool negative = false;  // a minus is still to be written before it
};

// As typeset_number() writes it.
double rounded(double value, int digits) {
  const double size = std::fabs(value);
  if (!std::isfinite(value) || value == std::round(value)) return value;
  const int place = digits - 1 - static_cast<int>(std::floor(std::log10(size)));
  const double unit = std::pow(10.0, size >= 1e-4 && size < 1e6 ? std::max(place, 0) : place);
  return std::round(value * unit) / unit;
}

class Typesetter {
 public:
  explicit Typesetter(const Trace& trace) : trace_(trace), evaluation_(CellReader(trace)) {}

  double evaluate(const Expression& e) { return evaluation_(e); }
  // With so many terms of a long sum. A part under a letter is its value, unless it is `e` itself.
  Formula write(const Expression& e, int terms) {
    settle(e, terms);
    return with_sign(piece(e, true));
  }
  // The same where a line may end: the terms of a sum, each with its sign before it.
  std::vector<Formula> write_pieces(const Expression& e, int terms) {
    settle(e, terms);
    if (e.kind() != Kind::sum) return {with_sign(piece(e, true))};
    return terms_of(e).formulas;
  }

 private:
  // As few digits as lead to the value that stands behind the formula.
  void settle(const Expression& e, int terms) {
    terms_ = terms;
    const double value = rounded(evaluate(e), digits_of_value);
    const auto leads_to_it = [&] { return rounded(piece(e, true).value, digits_of_value) == value; };
    for (digits_ = least_digits_inside; digits_ < most_digits_inside && !leads_to_it(); ++digits_) {
    }
  }

  Piece number(double value, Role role = Role::ink) const {
    return {typeset_number(std::fabs(value), digits_, role), rounded(value, digits_), Binding::atom,
            value < 0};  // what is not a number has no sign
  }
  static Formula with_sign(const Piece& piece) {
    return piece.negative ? Formula::row({Formula::number(minus), piece.formula}) : piece.formula;
  }
  // As a factor, or wherever no sign may stand before it.
  static Formula bound(const Piece& piece, Binding at_least) {
    if (piece.negative || piece.binding < at_least) return Formula::brackets(with_sign(piece));
    return piece.formula;
  }

  Piece piece(const Expression& e, bool spell_out = false) {
    if (!e.letter().empty() && !spell_out) {
      Piece value = number(evaluate(e));
      // In a softmax; the formula in letters does not have it.
      if (e.kind() == Kind::maximum) return {Formula::text(e.letter()), value.value};
      return value;
    }
    switch (e.kind()) {
      case Kind::number:
        return number(e.number());
      case Kind::cell:
        return number(evaluate(e), role_of(trace_.label(e.cell().node).path));
      case Kind::sum:
        return sum(e);
      case Kind::product:
        return product(e.parts());
      case Kind::quotient: {
        const Piece above = piece(e.parts()[0]);
        const Piece below = piece(e.parts()[1]);
        return {Formula::fraction(with_sign(above), with_sign(below)), above.value / below.value};
      }
      case Kind::maximum:
        return maximum(e);
      default:
        return function(e.kind(), piece(e.parts()[0]));
    }
  }

  static Piece function(Kind kind, const Piece& argument) {
    const Formula inside = with_sign(argument);
    const double value =
        Expression::function(kind, Expression::number(argument.value)).evaluate([](Cell) { return 0.0; });
    if (kind == Kind::exp) return {Formula::script(Formula::text("e"), {}, inside), value};
    if (kind == Kind::sqrt) return {Formula::root(inside), value};
    return {Formula::row({Formula::text(function_name(kind)), Formula::brackets(inside)}), value};
  }

  Piece product(const Expression::Parts& parts) {
    if (parts.size() == 2 && parts[0].kind() == Kind::number && parts[0].number() == -1) {
      Piece rest = piece(parts[1]);
      if (rest.binding == Binding::sum || rest.negative) rest = {bound(rest, Binding::product), rest.value};
      rest.value = -rest.value;
      rest.negative = true;
      return rest;
    }
    if (parts.size() == 2 && parts[0] == parts[1]) {
      const Piece base = piece(parts[0]);
      return {Formula::script(bound(base, Binding::atom), {}, Formula::number("2")), base.value * base.value};
    }
    std::vector<Formula> row;
    double value = 1;
    bool negative = false;
    for (const Expression& part : parts) {
      Piece factor = piece(part);
      value *= factor.value;
      if (row.empty()) {
        negative = std::exchange(factor.negative, false);
      } else {
        row.push_back(Formula::text(" × "));
      }
      row.push_back(bound(factor, Binding::product));
    }
    return {Formula::row(std::move(row)), value, parts.size() > 1 ? Binding::product : Binding::atom,
            negative};
  }

  struct Terms {
    std::vector<Formula> formulas;
    double sum = 0;
  };
  Terms terms_of(const Expression& e) {
    const Expression::Parts parts = e.parts();
    const ShownTerms shown = shown_terms(e, terms_, evaluation_);
    Terms terms;
    const auto add = [&](const Piece& term) {
      terms.sum += term.value;
      if (terms.formulas.empty()) return terms.formulas.push_back(with_sign(term));
      terms.formulas.push_back(
          Formula::row({Formula::text(term.negative ? " \u2212 " : " + "), term.formula}));
    };
    for (const std::size_t i : shown.shown) add(piece(parts[i]));
    if (shown.others > 0) {
      Piece others = number(shown.rest);
      others.formula = Formula::under(others.formula, std::to_string(shown.others) + " more");
      add(others);
    }
    if (shown.last) add(piece(parts[*shown.last]));
    return terms;
  }

  Piece sum(const Expression& e) {
    Terms terms = terms_of(e);
    return {Formula::row(std::move(terms.formulas)), terms.sum,
            e.parts().size() > 1 ? Binding::sum : Binding::atom};
  }

  Piece maximum(const Expression& e) {
    const Expression::Parts parts = e.parts();
    const std::vector<std::size_t> shown = largest_terms(e, std::max(terms_, 2), evaluation_);
    std::vector<Formula> row;
    double most = -std::numeric_limits<double>::infinity();
    for (const std::size_t i : shown) {
      const Piece part = piece(parts[i]);
      most = std::max(most, part.value);
      if (!row.empty()) row.push_back(Formula::text(", "));
      row.push_back(with_sign(part));
    }
    if (parts.size() > shown.size()) row.push_back(Formula::text(", …"));
    return {Formula::row({Formula::text("max"), Formula::brackets(Formula::row(std::move(row)))}), most};
  }

  const Trace& trace_;
  Evaluation evaluation_;
  int terms_ = 1;
  int digits_ = least_digits_inside;
};

Formula equal_sign() { return Formula::text(" = ", Role::text_2); }

constexpr int most_terms_set = 6;
constexpr int most_named_terms = 3;

// what = numbers = value
Formula equation(Typesetter& setter, const Formula& what, const Expression& e, int terms) {
  std::vector<Formula> row{what, equal_sign()};
  // A number that is simply handed on needs no formula.
  if (terms > 0 && e.kind() != Kind::number && e.kind() != Kind::cell) {
    row.push_back(setter.write(e, terms));
    row.push_back(equal_sign());
  }
  row.push_back(typeset_number(setter.evaluate(e), digits_of_value));
  return Formula::row(std::move(row));
}

TypesetLine fitted(const Ui& ui, Typesetter& setter, const Formula& what, const Expression& e, float width,
                   int terms) {
  for (; terms > 0; --terms) {
    const Formula line = equation(setter, what, e, terms);
    // Three terms in larger type rather than six in smaller.
    for (const FormulaSize size : {FormulaSize::medium, FormulaSize::small}) {
      if (size == FormulaSize::small && terms > 3) continue;
      if (line.measure(ui, size).width <= width) return {line, size};
    }
  }
  return {equation(setter, what, e, 0), FormulaSize::medium};
}

}  // namespace

Formula typeset_number(double value, int digits, Role role) {
  const auto number = static_cast<float>(value);
  const double size = std::fabs(value);
  if (!std::isfinite(value) || (value == std::round(value) && size < 1e6))
    return Formula::number(fixed_text(number, 0), role);
  if (size >= 1e-4 && size < 1e6) {
    const int decimals = digits - 1 - static_cast<int>(std::floor(std::log10(size)));
    return Formula::number(fixed_text(number, std::max(decimals, 0)), role);
  }
  const std::string text = significant_text(number, digits);
  const std::size_t power = text.find('e');
  std::string exponent = text.substr(power + 1);
  const bool negative = exponent.starts_with(minus);
  exponent.erase(0, exponent.find_first_of("123456789"));
  return Formula::row({Formula::number(text.substr(0, power) + "×", role),
                       Formula::script(Formula::number("10", role), {},
                                       Formula::number((negative ? minus : "") + exponent, role))});
}

Formula symbol_of_node(const Trace& trace, int node) {
  const std::string& path = trace.label(node).path;
  const std::string symbol = symbol_of(path);
  if (symbol.empty()) return Formula::text(part_title(path));
  const bool composite = symbol.find_first_of(" +/") != std::string::npos;
  return composite ? Formula::text(noun_of(path)) : Formula::parse(symbol);
}

Formula indexed(std::string_view symbol, Formula index) {
  const std::size_t up = symbol.find('^');
  const std::size_t down = symbol.find('_');
  const Formula letter = Formula::parse(symbol.substr(0, std::min(up, down)));
  if (down != std::string_view::npos) {
    index = Formula::row({Formula::parse(symbol.substr(down + 1)), Formula::text("; ", Role::text_2), index});
  }
  return Formula::script(letter, index,
                         up == std::string_view::npos ? Formula() : Formula::parse(symbol.substr(up + 1)));
}

namespace {

// "S_{it, animal}"
Formula cell_in_letters(const Trace& trace, Cell cell) {
  const Node& node = trace.tape().node(cell.node);
  const std::string row = trace.label(node.label.rows, cell.row);
  const std::string col = trace.label(node.label.cols, cell.col);
  const Formula place = Formula::text(node.shape.rows == 1   ? col
                                      : node.shape.cols == 1 ? row
                                                             : row + ", " + col,
                                      Role::text_2);
  const std::string symbol = symbol_of(node.label.path);
  const bool single = !symbol.empty() && symbol.find_first_of(" +/") == std::string::npos;
  return single ? indexed(symbol, place) : Formula::script(symbol_of_node(trace, cell.node), place, {});
}

// Pieces on lines no wider than `width`; nothing when one of them is wider.
std::vector<Formula> broken(const Ui& ui, const std::vector<Formula>& pieces, FormulaSize size, float width,
                            float indent) {
  std::vector<Formula> lines;
  std::vector<Formula> line;
  float taken = 0;
  for (const Formula& piece : pieces) {
    const float wide = piece.measure(ui, size).width;
    if (!line.empty() && taken + wide > width) {
      lines.push_back(Formula::row(std::exchange(line, {})));
      taken = 0;
    }
    if (taken == 0 && !lines.empty()) taken = indent;
    if (taken + wide > width) return {};
    line.push_back(piece);
    taken += wide;
  }
  lines.push_back(Formula::row(std::move(line)));
  return lines;
}

void append_broken(const Ui& ui, Typesetter& setter, const Formula& what, const Expression& e, float width,
                   float indent, int most, std::vector<ColumnLine>& column) {
  const bool handed_on = e.kind() == Kind::number || e.kind() == Kind::cell;
  for (int terms = handed_on ? 0 : most; terms >= 0; --terms) {
    std::vector<Formula> pieces{Formula::row({what, equal_sign()})};
    if (terms > 0) {
      for (Formula& piece : setter.write_pieces(e, terms)) pieces.push_back(std::move(piece));
    }
    const Formula value = typeset_number(setter.evaluate(e), digits_of_value);
    pieces.push_back(terms > 0 ? Formula::row({equal_sign(), value}) : value);
    for (const FormulaSize size : {FormulaSize::small, FormulaSize::tiny}) {
      const std::vector<Formula> lines = broken(ui, pieces, size, width, indent);
      for (const Formula& line : lines) column.push_back({line, size, &line == &lines.front() ? 0 : indent});
      if (!lines.empty()) return;
    }
  }
}

}  // namespace

std::vector<ColumnLine> typeset_column(const Ui& ui, const Trace& trace, Cell cell, float width, int terms) {
  constexpr float indent = 14;
  const Expression e = trace.tape().explain(cell);
  Typesetter setter(trace);
  std::vector<ColumnLine> column;
  append_broken(ui, setter, cell_in_letters(trace, cell), e, width, ui.px(indent), std::max(terms, 1),
                column);
  const std::vector<Expression> named = e.named_parts();
  if (terms == 0) {  // the letters' values alone
    std::vector<Formula> values;
    values.reserve(named.size());
    for (const Expression& part : named) {
      values.push_back(Formula::row({Formula::text((values.empty() ? "" : "    ") + part.letter()),
                                     equal_sign(), typeset_number(setter.evaluate(part), digits_of_value)}));
    }
    if (values.empty()) return column;
    for (Formula& line : broken(ui, values, FormulaSize::small, width, 0))
      column.push_back({std::move(line), FormulaSize::small});
    return column;
  }
  for (const Expression& part : named)
    append_broken(ui, setter, Formula::text(part.letter()), part, width, ui.px(indent), 1, column);
  return column;
}

std::vector<TypesetLine> typeset(const Ui& ui, const Trace& trace, Cell cell, float width) {
  const Expression e = trace.tape().explain(cell);
  Typesetter setter(trace);
  const Formula what = cell_in_letters(trace, cell);
  std::vector<TypesetLine> lines{fitted(ui, setter, what, e, width, most_terms_set)};
  const std::vector<Expression> named = e.named_parts();
  // Beside one another if need be with fewer terms.
  for (int terms = most_named_terms; terms > 0; --terms) {
    std::vector<TypesetLine> beside;
    float wide = -ui.px(between_formulas);
    for (const Expression& part : named) {
      const Formula letter = Formula::text(part.letter());
      beside.push_back(terms > 1 ? TypesetLine{equation(setter, letter, part, terms), FormulaSize::small}
                                 : fitted(ui, setter, letter, part, width, terms));
      wide += ui.px(between_formulas) + beside.back().formula.measure(ui, beside.back().size).width;
    }
    if (wide > width && terms > 1) continue;
    lines.insert(lines.end(), beside.begin(), beside.end());
    break;
  }
  return lines;
}

}  // namespace headlight
