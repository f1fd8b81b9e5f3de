#include "app/panels/labs/paint.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace headlight {
namespace {

struct GridBrush {
  CellAt cell = {0, 0};
  bool painting = false;
};
struct GridBrushes {
  std::map<std::string, GridBrush, std::less<>> grids;
};

GridBrush& brush_of(Ui& ui, std::string_view id) {
  auto& grids = ui.state<GridBrushes>().grids;
  const auto found = grids.find(id);
  return found != grids.end() ? found->second : grids[std::string(id)];
}

// Every cell between two, so that a fast stroke leaves no gaps.
std::vector<CellAt> between(CellAt from, CellAt to) {
  const int steps = std::max({std::abs(to.row - from.row), std::abs(to.column - from.column), 1});
  std::vector<CellAt> cells;
  for (int i = 0; i <= steps; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(steps);
    const auto along = [share](int a, int b) {
      return static_cast<int>(std::lround(static_cast<float>(a) + share * static_cast<float>(b - a)));
    };
    cells.push_back({along(from.row, to.row), along(from.column, to.column)});
  }
  return cells;
}

int cell_along(float from, float to, float at, int count) {
  const float share = (at - from) / (to - from);
  return std::clamp(static_cast<int>(std::floor(share * static_cast<float>(count))), 0, count - 1);
}

}  // namespace

std::optional<CellAt> keyboard_cell(Ui& ui, std::string_view id, int rows, int columns) {
  CellAt& cell = brush_of(ui, id).cell;
  const bool keyboard = ui.state().focus == id && ui.state().focus_visible;
  const int down = keyboard ? ui.take(Key::down) - ui.take(Key::up) : 0;
  const int right = keyboard ? ui.take(Key::right) - ui.take(Key::left) : 0;
  cell = {std::clamp(cell.row + down, 0, rows - 1), std::clamp(cell.column + right, 0, columns - 1)};
  return keyboard ? std::optional(cell) : std::nullopt;
}

std::optional<Stroke> stroke_on(Ui& ui, std::string_view id, const Area& cells, int rows, int columns,
                                const HeatmapTouch& touch) {
  GridBrush& brush = brush_of(ui, id);
  if (ui.state().pressed == id) {
    const CellAt now{cell_along(cells.top, cells.bottom, ui.mouse().y, rows),
                     cell_along(cells.left, cells.right, ui.mouse().x, columns)};
    Stroke stroke{between(brush.painting ? brush.cell : now, now), !brush.painting};
    brush = {now, true};
    return stroke;
  }
  const bool pressed = touch.clicked && !brush.painting;
  brush.painting = false;
  if (!pressed) return std::nullopt;
  return Stroke{{brush.cell}, true};
}

}  // namespace headlight
