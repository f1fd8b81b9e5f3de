// What a step is called and how it is computed: its title, its formula in letters, and the same with the
// numbers of one cell.
#include <algorithm>
#include <array>

#include "app/panels/step_names.h"
#include "app/panels/steps_parts.h"
#include "app/panels/typeset.h"
#include "core/explain/letters.h"

namespace headlight {

float draw_step_title(const PanelContext& context, Area area, const CellName& cell) {
  Ui& ui = context.ui;
  Area line = area.cut_top(ui.px(36));
  line.right = draw_zoom(ui, line) - ui.px(12);
  ui.text(line.left, line.top + ui.px(12), type::panel, ui.colours().ink,
          ui.fitted(type::panel, cell_title(*stage_trace(context), cell), line.width()));
  return ui.px(36);
}

namespace {

// The largest size that fits.
TypesetLine line_of_letters(const Ui& ui, const Trace& trace, int node, float width) {
  const Formula formula = Formula::parse(equation_of(trace, node));
  if (formula.empty()) return {};
  for (const FormulaSize size : {FormulaSize::large, FormulaSize::medium, FormulaSize::small}) {
    if (formula.measure(ui, size).width <= width) return {formula, size};
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

float draw_letters(const PanelContext& context, const Area& area, int node) {
  const TypesetLine letters = line_of_letters(context.ui, *stage_trace(context), node, area.width());
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

int lens_centre(const Ui& ui, const std::string& axis, int otherwise, int count) {
  const auto& moved = ui.state().lens;
  const auto found = moved.find(axis);
  return std::clamp(found == moved.end() ? otherwise : found->second, 0, std::max(count - 1, 0));
}

void move_lens(Ui& ui, const std::string& axis, const AxisPlaces& places, int by) {
  if (by == 0 || !places.has_lens()) return;
  const int half = (places.lens_end - places.lens_first) / 2;
  const int last = places.first + places.count - (places.lens_end - places.lens_first);
  const int first = std::clamp(places.lens_first + by, places.first, last);
  ui.state().lens[axis] = first + half - places.first;
  ui.state().again = true;
}

void zoom_by(Ui& ui, int by) {
  const int zoom = std::clamp(static_cast<int>(ui.state().zoom) + by, 0, 2);
  ui.state().again |= zoom != static_cast<int>(ui.state().zoom);
  ui.state().zoom = static_cast<Zoom>(zoom);
}

float draw_zoom(Ui& ui, const Area& line) {
  if (ui.exporting()) return line.right;
  const Palette& c = ui.colours();
  const float size = ui.px(24);
  float x = line.right;
  for (const int by : {1, -1}) {
    x -= size;
    const Area area = Area::at(std::round(x), std::round(line.top), size, size);
    const bool possible = by > 0 ? ui.state().zoom != Zoom::numbers : ui.state().zoom != Zoom::overview;
    const Touch touch = ui.item(by > 0 ? "zoom in" : "zoom out", area, possible);
    if (touch.hovered && possible) {
      ui.hand();
      ui.fill(area, c.rail, ui.px(6));
      ui.tooltip(by > 0 ? "More numbers (Ctrl wheel)" : "Less numbers, more overview (Ctrl wheel)");
    }
    ui.outline(area, c.hairline, ui.hairline(), ui.px(6));
    if (touch.focused) ui.focus_ring(area, ui.px(6));
    const Rgb ink = possible ? c.text_2 : c.strong_line;
    const float arm = ui.px(5);
    const float stroke = ui.px(1.5F);
    ui.line(area.middle_x() - arm, area.middle_y(), area.middle_x() + arm, area.middle_y(), ink, stroke);
    if (by > 0)
      ui.line(area.middle_x(), area.middle_y() - arm, area.middle_x(), area.middle_y() + arm, ink, stroke);
    if (touch.clicked && possible) zoom_by(ui, by);
    x -= ui.px(4);
  }
  return x;
}

}  // namespace headlight
