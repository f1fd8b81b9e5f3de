// What a step is called and how it is computed: its title, its formula in letters, and the same with the
// numbers of one cell.
#include <algorithm>
#include <array>

#include "app/panels/step_names.h"
#include "app/panels/steps/lens.h"
#include "app/panels/steps/step_drawing.h"
#include "app/panels/typeset.h"
#include "core/explain/letters.h"

namespace headlight {

float draw_step_title(const PanelContext& context, Area area, const CellName& cell) {
  Ui& ui = context.ui;
  Area line = area.cut_top(ui.px(36));
  line.right = draw_zoom(ui, line) - ui.px(12);
  const std::string title = cell_title(*stage_trace(context), cell);
  const Rgb ink = ui.colours().ink;
  for (const Type face : {type::panel, type::section, type::small_section}) {
    if (ui.width(face, title) > line.width()) continue;
    ui.text(line.left, line.top + ui.px(12), face, ink, title);
    return ui.px(36);
  }
  ui.wrapped(line, type::small_section, ink, title, ui.px(17));
  return ui.px(36);
}

namespace {

// The largest size that fits, no larger than `largest`.
TypesetLine line_of_letters(const Ui& ui, const Trace& trace, int node, float width,
                            FormulaSize largest = FormulaSize::large) {
  const Formula formula = Formula::parse(equation_of(trace, node));
  if (formula.empty()) return {};
  for (const FormulaSize size : {FormulaSize::large, FormulaSize::medium, FormulaSize::small}) {
    if (size >= largest && formula.measure(ui, size).width <= width) return {formula, size};
  }
  return {};
}

Cell cell_of(const Trace& trace, const CellName& cell) { return {trace.find(cell.path), cell.row, cell.col}; }

// Formulas beside one another while there is room, on a common baseline; then below.
float flow(Ui& ui, const Area& area, const std::vector<TypesetLine>& lines, bool draw) {
  float y = area.top;
  std::size_t first = 0;  // of the row
  while (first < lines.size()) {
    float x = area.left;
    Formula::Size row;
    std::size_t end = first;
    for (; end < lines.size(); ++end) {
      const Formula::Size one = lines[end].formula.measure(ui, lines[end].size);
      if (end > first && x + one.width > area.right) break;
      row.ascent = std::max(row.ascent, one.ascent);
      row.descent = std::max(row.descent, one.descent);
      x += one.width + ui.px(between_formulas);
    }
    x = area.left;
    for (; first < end; ++first) {
      const TypesetLine& line = lines[first];
      if (draw) line.formula.draw(ui, x, std::round(y + row.ascent), line.size);
      x += line.formula.measure(ui, line.size).width + ui.px(between_formulas);
    }
    y += row.height() + ui.px(12);
  }
  return y - area.top;
}

}  // namespace

float draw_letters(const PanelContext& context, const Area& area, int node, FormulaSize largest) {
  const TypesetLine letters = line_of_letters(context.ui, *stage_trace(context), node, area.width(), largest);
  return letters.formula.empty() ? 0 : flow(context.ui, area, {letters}, true);
}

float draw_step_formula(const PanelContext& context, const Area& area, const CellName& cell) {
  Ui& ui = context.ui;
  const Trace& trace = *stage_trace(context);
  const TypesetLine letters = line_of_letters(ui, trace, trace.at(cell.path), area.width());
  const float beside =
      area.width() - letters.formula.measure(ui, letters.size).width - ui.px(between_formulas);
  const float room = beside >= area.width() * 0.55F ? beside : area.width();
  const auto lines_of = [&](const CellName& about) {
    std::vector<TypesetLine> lines = typeset(ui, trace, cell_of(trace, about), room);
    if (!letters.formula.empty()) lines.insert(lines.begin(), letters);
    return lines;
  };
  const float height = flow(ui, area, lines_of(cell), true);
  // What lies below must not move with the mouse: it stands where the cell at rest leaves it.
  const CellName resting = resting_cell(context, cell.path);
  return resting == cell ? height : flow(ui, area, lines_of(resting), false);
}

float draw_numbers(const PanelContext& context, const Area& area, const CellName& cell) {
  const Trace& trace = *stage_trace(context);
  return flow(context.ui, area, typeset(context.ui, trace, cell_of(trace, cell), area.width()), true);
}

}  // namespace headlight
