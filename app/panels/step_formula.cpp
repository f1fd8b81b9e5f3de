// What a step is called and how it is computed: its title, its formula in letters, and the same with the
// numbers of one cell.
#include <algorithm>
#include <array>

#include "app/panels/step_names.h"
#include "app/panels/steps_parts.h"
#include "app/panels/typeset.h"

namespace headlight {

float draw_step_title(const PanelContext& context, Area area, const CellName& cell) {
  Ui& ui = context.ui;
  Area line = area.cut_top(ui.px(30));
  line.right = draw_zoom(ui, line) - ui.px(12);
  ui.text(line.left, line.top + ui.px(12), type::panel, ui.colours().ink,
          ui.fitted(type::panel, cell_title(*stage_trace(context), cell), line.width()));
  return ui.px(30);
}

float draw_letters(const PanelContext& context, const Area& area, int node) {
  Ui& ui = context.ui;
  const Site* site = site_of(stage_trace(context)->label(node).path);
  if (site == nullptr) return 0;
  const Formula formula = Formula::parse(std::string(site->symbol) + " = " + std::string(site->formula));
  for (const FormulaSize size : {FormulaSize::large, FormulaSize::medium, FormulaSize::small}) {
    const Formula::Size room = formula.measure(ui, size);
    if (room.width > area.width()) continue;
    formula.draw(ui, area.left, std::round(area.top + ui.px(4) + room.ascent), size);
    return room.height() + ui.px(14);
  }
  return 0;
}

namespace {

// The named parts stand beside one another while there is room.
struct Flow {
  std::vector<ImVec2> at;  // left end and baseline of each line, from the area's corner
  float height = 0;
};

Flow flow(const Ui& ui, const std::vector<TypesetLine>& lines, float width) {
  Flow placed;
  std::size_t first = 0;  // of the row
  const float between = ui.px(32);
  while (first < lines.size()) {
    std::size_t end = first;
    float x = 0;
    Formula::Size row;
    while (end < lines.size()) {
      const Formula::Size one = lines[end].formula.measure(ui, lines[end].size);
      const bool alone = end == first;
      if (!alone && (first == 0 || x + one.width > width)) break;
      placed.at.emplace_back(x, 0.0F);
      row.ascent = std::max(row.ascent, one.ascent);
      row.descent = std::max(row.descent, one.descent);
      x += one.width + between;
      ++end;
    }
    for (std::size_t i = first; i < end; ++i) placed.at[i].y = std::round(placed.height + row.ascent);
    placed.height += row.height() + ui.px(8);
    first = end;
  }
  return placed;
}

Cell cell_of(const Trace& trace, const CellName& cell) { return {trace.find(cell.path), cell.row, cell.col}; }

}  // namespace

float draw_numbers(const PanelContext& context, const Area& area, const CellName& cell) {
  Ui& ui = context.ui;
  const Trace& trace = *stage_trace(context);
  const std::vector<TypesetLine> lines = typeset(ui, trace, cell_of(trace, cell), area.width());
  const Flow placed = flow(ui, lines, area.width());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    lines[i].formula.draw(ui, area.left + placed.at[i].x, area.top + placed.at[i].y, lines[i].size);
  }
  // What lies below must not move with the mouse: it stands where the cell at rest leaves it.
  const CellName resting = resting_cell(context, cell.path);
  if (resting == cell) return placed.height;
  const std::vector<TypesetLine> at_rest = typeset(ui, trace, cell_of(trace, resting), area.width());
  return flow(ui, at_rest, area.width()).height;
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
