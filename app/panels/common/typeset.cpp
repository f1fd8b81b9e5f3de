#include "app/panels/common/typeset.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/panels/common/step_names.h"
#include "core/explain/matrix_formulas.h"
#include "core/explain/render.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

using Kind = Expression::Kind;

constexpr const char* minus = "\u2212";
constexpr int least_digits_inside = 3;
constexpr int most_digits_inside = 6;
constexpr int digits_of_value = 4;

// As typeset_number() writes it.
double rounded(double value, int digits) {
  const double size = std::fabs(value);
  if (!std::isfinite(value) || value == std::round(value)) return value;
  const int place = digits - 1 - static_cast<int>(std::floor(std::log10(size)));
  const double unit = std::pow(10.0, size >= 1e-4 && size < 1e6 ? std::max(place, 0) : place);
  return std::round(value * unit) / unit;
}

struct FormulaPen {
  using Out = Formula;
  using Piece = Written<Formula>;

  const Trace& trace;
  int most_terms = 1;
  int digits = least_digits_inside;

  bool writes_numbers() const { return true; }
  int terms() const { return most_terms; }

  Piece number(double value, const Cell* cell) const {
    const Role role = cell == nullptr ? Role::ink : role_of(trace.label(cell->node).path);
    // What is not a number has no sign.
    return {typeset_number(std::fabs(value), digits, role), rounded(value, digits), Binding::atom, value < 0};
  }
  Formula cell(Cell) const { return {}; }
  Formula letter(const std::string& name) const { return Formula::text(name); }
  Formula with_sign(const Piece& piece) const {
    return piece.negative ? Formula::row({Formula::number(minus), piece.out}) : piece.out;
  }
  // As a factor, or wherever no sign may stand before it.
  Formula bound(const Piece& piece, Binding at_least) const {
    return piece.negative || piece.binding < at_least ? Formula::brackets(with_sign(piece)) : piece.out;
  }
  Formula times(std::vector<Formula> factors) const { return listed(std::move(factors), " × "); }
  Formula square(Formula base) const { return Formula::script(std::move(base), {}, Formula::number("2")); }
  // Each with its sign before it.
  std::vector<Formula> signed_terms(const std::vector<Piece>& terms) const {
    std::vector<Formula> row;
    for (const Piece& term : terms) {
      row.push_back(row.empty()
                        ? with_sign(term)
                        : Formula::row({Formula::text(term.negative ? " \u2212 " : " + "), term.out}));
    }
    return row;
  }
  Formula sum(const std::vector<Piece>& terms) const { return Formula::row(signed_terms(terms)); }
  Piece others(int count, Piece rest) const {
    rest.out = Formula::under(rest.out, say("{n} more", {{"n", count_text(count)}}));
    return rest;
  }
  Piece quotient(const Piece& above, const Piece& below) const {
    return {Formula::fraction(with_sign(above), with_sign(below)), above.value / below.value};
  }
  Formula call(Kind kind, Formula argument) const {
    if (kind == Kind::exp) return Formula::script(Formula::text("e"), {}, std::move(argument));
    if (kind == Kind::sqrt) return Formula::root(std::move(argument));
    return Formula::row({Formula::text(function_name(kind)), Formula::brackets(std::move(argument))});
  }
  Formula maximum(std::vector<Formula> terms, int others) const {
    if (others > 0) terms.push_back(Formula::text("…"));
    return Formula::row({Formula::text("max"), Formula::brackets(listed(std::move(terms), ", "))});
  }

 private:
  static Formula listed(std::vector<Formula> parts, const char* between) {
    std::vector<Formula> row;
    for (Formula& part : parts) {
      if (!row.empty()) row.push_back(Formula::text(between));
      row.push_back(std::move(part));
    }
    return Formula::row(std::move(row));
  }
};

class Typesetter {
 public:
  explicit Typesetter(const Trace& trace) : writer_(trace, {trace}) {}

  double evaluate(const Expression& e) { return writer_.evaluate(e); }
  // With so many terms of a long sum. A part under a letter is its value, unless it is `e` itself.
  Formula write(const Expression& e, int terms) {
    settle(e, terms);
    return writer_.write(e);
  }
  // The same where a line may end: the terms of a sum, each with its sign before it.
  std::vector<Formula> write_pieces(const Expression& e, int terms) {
    settle(e, terms);
    if (e.kind() != Kind::sum) return {writer_.write(e)};
    return writer_.pen().signed_terms(writer_.terms_of(e));
  }

 private:
  // As few digits as lead to the value that stands behind the formula.
  void settle(const Expression& e, int terms) {
    FormulaPen& pen = writer_.pen();
    pen.most_terms = terms;
    const double value = rounded(evaluate(e), digits_of_value);
    const auto leads_to_it = [&] { return rounded(writer_.piece(e, true).value, digits_of_value) == value; };
    for (pen.digits = least_digits_inside; pen.digits < most_digits_inside && !leads_to_it(); ++pen.digits) {
    }
  }

  ExpressionWriter<FormulaPen> writer_;
};

Formula equal_sign() { return Formula::text(" = ", Role::text_2); }

constexpr int most_terms_set = 6;
constexpr int most_named_terms = 3;

// A weight as at its step, of three decimals.
Formula value_of_cell(const Trace& trace, Typesetter& setter, Cell cell, const Expression& e) {
  const double value = setter.evaluate(e);
  return site_id(trace.label(cell.node).path) == SiteId::weights
             ? Formula::number(probability_text(static_cast<float>(value)))
             : typeset_number(value, digits_of_value);
}

// what = numbers = value
Formula equation(Typesetter& setter, const Formula& what, const Expression& e, const Formula& value,
                 int terms) {
  std::vector<Formula> row{what, equal_sign()};
  // A number that is simply handed on needs no formula.
  if (terms > 0 && e.kind() != Kind::number && e.kind() != Kind::cell) {
    row.push_back(setter.write(e, terms));
    row.push_back(equal_sign());
  }
  row.push_back(value);
  return Formula::row(std::move(row));
}

TypesetLine set_within(const Ui& ui, Typesetter& setter, const Formula& what, const Expression& e,
                       const Formula& value, float width, int terms) {
  for (; terms > 0; --terms) {
    const Formula line = equation(setter, what, e, value, terms);
    // Three terms in larger type rather than six in smaller.
    for (const FormulaSize size : {FormulaSize::medium, FormulaSize::small}) {
      if (size == FormulaSize::small && terms > 3) continue;
      if (line.measure(ui, size).width <= width) return {line, size};
    }
  }
  return {equation(setter, what, e, value, 0), FormulaSize::medium};
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

void append_broken(const Ui& ui, Typesetter& setter, const Formula& what, const Expression& e,
                   const Formula& value, float width, float indent, int most,
                   std::vector<ColumnLine>& column) {
  const bool handed_on = e.kind() == Kind::number || e.kind() == Kind::cell;
  for (int terms = handed_on ? 0 : most; terms >= 0; --terms) {
    std::vector<Formula> pieces{Formula::row({what, equal_sign()})};
    if (terms > 0) {
      for (Formula& piece : setter.write_pieces(e, terms)) pieces.push_back(std::move(piece));
    }
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
  append_broken(ui, setter, cell_in_letters(trace, cell), e, value_of_cell(trace, setter, cell, e), width,
                ui.px(indent), std::max(terms, 1), column);
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
    append_broken(ui, setter, Formula::text(part.letter()), part,
                  typeset_number(setter.evaluate(part), digits_of_value), width, ui.px(indent), 1, column);
  return column;
}

std::vector<TypesetLine> typeset(const Ui& ui, const Trace& trace, Cell cell, float width,
                                 const std::optional<Formula>& called) {
  const Expression e = trace.tape().explain(cell);
  Typesetter setter(trace);
  const Formula what = called ? *called : cell_in_letters(trace, cell);
  std::vector<TypesetLine> lines{
      set_within(ui, setter, what, e, value_of_cell(trace, setter, cell, e), width, most_terms_set)};
  const std::vector<Expression> named = e.named_parts();
  // Beside one another if need be with fewer terms.
  for (int terms = most_named_terms; terms > 0; --terms) {
    std::vector<TypesetLine> beside;
    float wide = -ui.px(between_formulas);
    for (const Expression& part : named) {
      const Formula letter = Formula::text(part.letter()),
                    value = typeset_number(setter.evaluate(part), digits_of_value);
      beside.push_back(terms > 1
                           ? TypesetLine{equation(setter, letter, part, value, terms), FormulaSize::small}
                           : set_within(ui, setter, letter, part, value, width, terms));
      wide += ui.px(between_formulas) + beside.back().formula.measure(ui, beside.back().size).width;
    }
    if (wide > width && terms > 1) continue;
    lines.insert(lines.end(), beside.begin(), beside.end());
    break;
  }
  return lines;
}

}  // namespace headlight
