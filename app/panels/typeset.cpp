#include "app/panels/typeset.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "app/panels/step_names.h"
#include "core/explain/render.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

using Kind = Expression::Kind;

constexpr const char* minus = "\u2212";
constexpr int digits_inside = 3;
constexpr int digits_of_value = 4;

// What binds how tightly, to know where brackets are needed.
enum class Binding { sum, product, atom };

struct Piece {
  Formula formula;
  Binding binding = Binding::atom;
  bool negative = false;  // a minus is still to be written before it
};

bool same(const Expression& a, const Expression& b) {
  return a.kind() == b.kind() && a.number() == b.number() && a.cell() == b.cell() &&
         a.letter() == b.letter() &&
         std::equal(a.parts().begin(), a.parts().end(), b.parts().begin(), b.parts().end(), same);
}

class Typesetter {
 public:
  explicit Typesetter(const Trace& trace)
      : trace_(trace), evaluation_([&trace](Cell cell) { return static_cast<double>(trace.cell(cell)); }) {}

  double evaluate(const Expression& e) { return evaluation_(e); }
  // With so many terms of a long sum. A part under a letter is its value, unless it is `e` itself.
  Formula write(const Expression& e, int terms) {
    terms_ = static_cast<std::size_t>(terms);
    return with_sign(piece(e, true));
  }

 private:
  static Piece number(double value, Role role = Role::ink) {
    return {typeset_number(std::fabs(value), digits_inside, role), Binding::atom,
            std::signbit(value) && value != 0};
  }
  static Formula with_sign(const Piece& piece) {
    return piece.negative ? Formula::row({Formula::number(minus), piece.formula}) : piece.formula;
  }
  // As a factor, or wherever no sign may stand before it.
  static Formula bound(const Piece& piece, Binding at_least) {
    if (piece.negative || piece.binding < at_least) return Formula::brackets(with_sign(piece));
    return piece.formula;
  }

  Formula inside(const Expression& e) { return with_sign(piece(e)); }

  Piece piece(const Expression& e, bool spell_out = false) {
    if (!e.letter().empty() && !spell_out) return number(evaluate(e));
    switch (e.kind()) {
      case Kind::number:
        return number(e.number());
      case Kind::cell:
        return number(trace_.cell(e.cell()), role_of(trace_.label(e.cell().node).path));
      case Kind::sum:
        return sum(e.parts());
      case Kind::product:
        return product(e.parts());
      case Kind::quotient: {
        const Piece above = piece(e.parts()[0]);
        const Piece below = piece(e.parts()[1]);
        return {Formula::fraction(with_sign(above), with_sign(below))};
      }
      case Kind::exp:
        return {Formula::script(Formula::text("e"), {}, inside(e.parts()[0]))};
      case Kind::sqrt:
        return {Formula::root(inside(e.parts()[0]))};
      case Kind::maximum:
        return maximum(e.parts());
      default:
        return {
            Formula::row({Formula::text(function_name(e.kind())), Formula::brackets(inside(e.parts()[0]))})};
    }
  }

  Piece product(const std::vector<Expression>& parts) {
    if (parts.size() == 2 && parts[0].kind() == Kind::number && parts[0].number() == -1) {
      Piece rest = piece(parts[1]);
      if (rest.binding == Binding::sum || rest.negative) rest = {bound(rest, Binding::product)};
      rest.negative = true;
      return rest;
    }
    if (parts.size() == 2 && same(parts[0], parts[1])) {
      return {Formula::script(bound(piece(parts[0]), Binding::atom), {}, Formula::number("2"))};
    }
    std::vector<Formula> row;
    bool negative = false;
    for (const Expression& part : parts) {
      if (part.kind() == Kind::number && part.number() == 1) continue;
      Piece factor = piece(part);
      if (row.empty()) {
        negative = std::exchange(factor.negative, false);
      } else {
        row.push_back(Formula::text(" × "));
      }
      row.push_back(bound(factor, Binding::product));
    }
    return {Formula::row(std::move(row)), parts.size() > 1 ? Binding::product : Binding::atom, negative};
  }

  // The places of the largest parts, in their order.
  std::vector<std::size_t> largest(const std::vector<Expression>& parts, bool by_size) {
    std::vector<double> values;
    for (const Expression& part : parts) {
      const double value = evaluate(part);
      values.push_back(by_size ? (std::isfinite(value) ? std::fabs(value) : 0) : value);
    }
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
    order.resize(std::min(terms_, order.size()));
    std::sort(order.begin(), order.end());
    return order;
  }

  Piece sum(const std::vector<Expression>& parts) {
    // A last part of another kind, the bias behind the products, is always written.
    const bool ends_apart = parts.size() > 1 && parts.back().kind() != parts.front().kind();
    std::vector<Expression> alike(parts.begin(), parts.end() - (ends_apart ? 1 : 0));
    // One number in place of one term would say no more.
    std::vector<std::size_t> shown(alike.size());
    std::iota(shown.begin(), shown.end(), 0U);
    if (alike.size() > terms_ + 1) shown = largest(alike, true);

    std::vector<Formula> row;
    const auto add = [&](const Piece& term) {
      if (row.empty()) {
        row.push_back(with_sign(term));
      } else {
        row.push_back(Formula::text(term.negative ? " \u2212 " : " + "));
        row.push_back(term.formula);
      }
    };
    for (const std::size_t i : shown) add(piece(alike[i]));
    if (shown.size() < alike.size()) {
      double rest = 0;
      for (std::size_t i = 0; i < alike.size(); ++i) {
        if (std::find(shown.begin(), shown.end(), i) == shown.end()) rest += evaluate(alike[i]);
      }
      Piece others = number(rest);
      others.formula = Formula::under(others.formula, std::to_string(alike.size() - shown.size()) + " more");
      add(others);
    }
    if (ends_apart) add(piece(parts.back()));
    return {Formula::row(std::move(row)), parts.size() > 1 ? Binding::sum : Binding::atom};
  }

  Piece maximum(const std::vector<Expression>& parts) {
    std::vector<Formula> row;
    for (const std::size_t i : largest(parts, false)) {
      if (!row.empty()) row.push_back(Formula::text(", "));
      row.push_back(inside(parts[i]));
    }
    if (parts.size() > terms_) row.push_back(Formula::text(", …"));
    return {Formula::row({Formula::text("max"), Formula::brackets(Formula::row(std::move(row)))})};
  }

  const Trace& trace_;
  Evaluation evaluation_;
  std::size_t terms_ = 1;
};

void collect_named(const Expression& e, std::set<std::string>& seen, std::vector<Expression>& named) {
  if (!e.letter().empty() && seen.contains(e.letter())) return;
  for (const Expression& part : e.parts()) collect_named(part, seen, named);
  if (!e.letter().empty() && seen.insert(e.letter()).second) named.push_back(e);
}

Formula equal_sign() { return Formula::text(" = ", Role::text_2); }

constexpr int most_terms = 6;
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
  const Site* site = site_of(path);
  if (site == nullptr) return Formula::text(part_title(path));
  const std::string_view symbol = site->symbol;
  const bool composite = symbol.find_first_of("+/") != std::string_view::npos;
  return composite ? Formula::text(std::string(site->noun)) : Formula::parse(symbol);
}

std::vector<TypesetLine> typeset(const Ui& ui, const Trace& trace, Cell cell, float width) {
  const Node& node = trace.tape().node(cell.node);
  const std::string row = trace.labels(node.label.rows, node.shape.rows).at(cell.row);
  const std::string col = trace.labels(node.label.cols, node.shape.cols).at(cell.col);
  const std::string place = node.shape.rows == 1 ? col : node.shape.cols == 1 ? row : row + ", " + col;

  const Expression e = trace.tape().explain(cell);
  Typesetter setter(trace);
  const Formula what =
      Formula::script(symbol_of_node(trace, cell.node), Formula::text(place, Role::text_2), {});
  std::vector<TypesetLine> lines{fitted(ui, setter, what, e, width, most_terms)};
  std::set<std::string> seen;
  std::vector<Expression> named;
  collect_named(e, seen, named);
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
