// The formula of the inspected cell: in letters, and with its numbers down to the factors.
#include <cmath>

#include "app/panels/inspector_parts.h"
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

// "S = Q K^T", where it fits into one line.
std::vector<ColumnLine> in_letters(const Ui& ui, const Inspected& inspected, float width) {
  const Formula letters = Formula::parse(equation_of(inspected.trace, inspected.node));
  if (letters.empty()) return {};
  for (const FormulaSize size : {FormulaSize::small, FormulaSize::tiny}) {
    if (letters.measure(ui, size).width <= width) return {{letters, size}};
  }
  return {};
}

}  // namespace

float draw_formula(const PanelContext& context, const Inspected& inspected, const Area& area) {
  Ui& ui = context.ui;
  const Cell cell{inspected.node, inspected.cell.row, inspected.cell.col};
  // What begins here, and what was set by hand, is no result.
  if (inspected.trace.tape().node(inspected.node).op == nullptr) return 0;
  const Expression made = inspected.trace.tape().explain(cell);
  if (made.kind() == Expression::Kind::number && std::isfinite(made.number())) return 0;

  const std::vector<ColumnLine> letters = in_letters(ui, inspected, area.width());
  std::vector<ColumnLine> numbers;
  for (int terms = terms_in_column; terms > 0; --terms) {
    numbers = typeset_column(ui, inspected.trace, cell, area.width(), terms);
    if (height_of(ui, letters) + height_of(ui, numbers) <= area.height()) break;
  }
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
