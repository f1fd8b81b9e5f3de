// The formula of the inspected cell: in letters, and with its numbers down to the factors.
#include <algorithm>
#include <cmath>

#include "app/panels/inspector/inspected.h"
#include "app/panels/typeset.h"
#include "core/explain/letters.h"

namespace headlight {
namespace {

constexpr int terms_in_column = 4;

float height_of(const Ui& ui, const std::vector<ColumnLine>& lines) {
  float height = 0;
  for (const ColumnLine& line : lines) height += line.formula.measure(ui, line.size).height() + ui.px(4);
  return height;
}

// "S = Q K^T", broken before the signs of a sum where the column is too narrow for it.
std::vector<ColumnLine> in_letters(const Ui& ui, const Inspected& inspected, float width) {
  const std::string equation = equation_of(inspected.trace, inspected.node);
  std::vector<std::string> pieces{""};
  int depth = 0;
  for (std::size_t at = 0; at < equation.size(); ++at) {
    const char letter = equation[at];
    depth += letter == '(' || letter == '{' ? 1 : letter == ')' || letter == '}' ? -1 : 0;
    if (depth == 0 && equation.compare(at, 3, " + ") == 0) pieces.emplace_back();
    pieces.back() += letter;
  }
  std::vector<ColumnLine> lines;
  std::string line;
  const auto fits = [&](const std::string& text) {
    return Formula::parse(text).measure(ui, FormulaSize::small).width <= width;
  };
  for (const std::string& piece : pieces) {
    if (!line.empty() && !fits(line + piece)) {
      lines.push_back({Formula::parse(line), FormulaSize::small});
      line.clear();
    }
    if (!fits(line + piece)) return {};
    line += piece;
  }
  if (!line.empty()) lines.push_back({Formula::parse(line), FormulaSize::small});
  return lines;
}

// What the cards of the sources and the bars of a sum's terms want below.
float wanted_below(const Ui& ui, const Inspected& inspected, const Expression& made) {
  const auto cards = std::min<std::size_t>(inspected.trace.tape().node(inspected.node).inputs.size(), 3);
  const bool bars = made.parts().size() > 2 || (made.kind() == Expression::Kind::quotient &&
                                                made.parts()[1].kind() == Expression::Kind::sum);
  return ui.px(66) + ui.px(58) * static_cast<float>(cards) + (bars ? ui.px(least_bars + 8) : 0);
}

}  // namespace

float draw_formula(const PanelContext& context, const Inspected& inspected, const Area& area) {
  Ui& ui = context.ui;
  const Cell cell{inspected.node, inspected.cell.row, inspected.cell.col};
  // What begins here, and what was set by hand, is no result.
  if (inspected.trace.tape().node(inspected.node).op == nullptr) return 0;
  const Expression made = inspected.trace.tape().explain(cell);
  if (made.kind() == Expression::Kind::number && std::isfinite(made.number())) return 0;

  std::vector<ColumnLine> letters = in_letters(ui, inspected, area.width());
  std::vector<ColumnLine> numbers;
  const float room = area.height() - wanted_below(ui, inspected, made);
  for (int terms = terms_in_column; terms >= 0; --terms) {
    numbers = typeset_column(ui, inspected.trace, cell, area.width(), terms);
    if (height_of(ui, letters) + height_of(ui, numbers) <= room) break;
  }
  // The numbers come first where the column is short.
  if (height_of(ui, letters) + height_of(ui, numbers) > std::max(room, area.height() * 0.4F)) letters.clear();
  // The way down, to the first source at least, is not given up for it.
  if (height_of(ui, letters) + height_of(ui, numbers) > area.height() - ui.px(160)) return 0;
  float y = area.top;
  const auto write = [&](const std::vector<ColumnLine>& lines) {
    const float height = height_of(ui, lines);
    if (y + height > area.bottom) return;
    for (const ColumnLine& line : lines) {
      const Formula::Size size = line.formula.measure(ui, line.size);
      line.formula.draw(ui, area.left + line.indent, std::round(y + size.ascent), line.size);
      y += size.height() + ui.px(4);
    }
  };
  write(letters);
  write(numbers);
  return y == area.top ? 0 : y + ui.px(8) - area.top;
}

}  // namespace headlight
