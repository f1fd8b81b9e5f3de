#include <algorithm>
#include <cmath>
#include <ranges>

#include "app/panels/hover.h"
#include "app/panels/inspector/inspected.h"
#include "app/panels/step_names.h"
#include "app/panels/steps/step_drawing.h"

namespace headlight {

// A cell that the session or the mouse names may be of another sentence: what is on stage can be older than
// both.
CellName hot_cell(const PanelContext& context, const std::string& path) {
  const std::optional<CellName>& followed = context.ui.state<Hover>().followed_cell;
  if (followed && followed->path == path &&
      has_cell(context.pictures.view(stage_side(context), path), *followed)) {
    return *followed;
  }
  return resting_cell(context, path);
}

CellName resting_cell(const PanelContext& context, const std::string& path) {
  const HeatmapPtr map = context.pictures.view(stage_side(context), path);
  for (const CellName& cell : std::views::reverse(context.session.trail)) {
    if (cell.path == path && has_cell(map, cell)) return cell;
  }
  if (map == nullptr || map->rows == 0 || map->columns == 0) return {path, 0, 0};
  const int row = std::clamp(context.session.token, 0, map->rows - 1);
  int best = 0;
  float most = -1;
  for (int column = 0; column < map->columns; ++column) {
    if (map->state(row, column) != CellState::value) continue;
    const float size = std::fabs(map->value(row, column));
    if (size > most) {
      most = size;
      best = column;
    }
  }
  return {path, row, best};
}

CellName played_cell(const CellName& first, const ProductMoment& moment, Shape shape) {
  if (moment.adding || moment.cells == 0) return first;
  const int last = std::min(moment.cells, static_cast<int>(shape.size())) - 1;
  return {first.path, last / shape.cols, last % shape.cols};
}

CellName inspected_cell(const PanelContext& context) {
  const std::optional<CellName>& followed = context.ui.state<Hover>().followed_cell;
  if (followed && context.session.view == ViewKind::steps) return *followed;
  if (!context.session.trail.empty()) return context.session.trail.back();
  return hot_cell(context, shown_path(context.session));
}

void follow_cell(const PanelContext& context, const std::string& path,
                 std::optional<std::pair<int, int>> hovered, std::optional<std::pair<int, int>> clicked) {
  if (hovered) context.ui.state<Hover>().cell = CellName{path, hovered->first, hovered->second};
  if (clicked) context.ui.emit(SelectCell{{path, clicked->first, clicked->second}});
}

}  // namespace headlight
