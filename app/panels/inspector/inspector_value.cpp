#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/interventions.h"
#include "app/panels/common/stage.h"
#include "app/panels/inspector/inspector.h"
#include "app/session/edits.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/dependencies.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

struct ValueShown {
  int compared = 1;  // what was before the edits, is now, or differs
};

std::string value_shown(const Heatmap& map, const CellName& cell) {
  if (map.is_error(cell.row, cell.col)) return "NaN";
  if (map.state(cell.row, cell.col) == CellState::masked) return "masked";
  const float value = map.value(cell.row, cell.col);
  // The number of a word is no measured value.
  if (map.columns == 1 && value == std::floor(value)) return significant_text(value, 7);
  return number_alone(value, map.format);
}

// The cell's row as a strip: before the edits, after them, or the difference.
void draw_row(const PanelContext& context, const HeatmapPtr& map, const CellName& cell, const Area& area) {
  Ui& ui = context.ui;
  if (map == nullptr) {
    ui.text(area, Align::left, type::caption, ui.colours().text_3, "not as many words as before");
    return;
  }
  const float wide = area.width() / static_cast<float>(map->columns);
  ui.cells({.map = map,
            .row = cell.row,
            .column = 0,
            .rows = 1,
            .columns = map->columns,
            .area = area,
            .gap = cell_gap(ui, wide),
            .paper = ui.colours().rail,
            .unit = ui.scale()});
  ui.outline(Area::at(area.left + wide * static_cast<float>(cell.col), area.top, wide, area.height())
                 .outset(ui.px(1.5F)),
             ui.colours().ink, ui.px(1.5F));
  if (!ui.hovered(area)) return;
  const int column = std::min(static_cast<int>((ui.mouse().x - area.left) / wide), map->columns - 1);
  ui.tooltip(cell_tooltip(*map, {cell.row, column}));
}

}  // namespace

bool has_cell(const HeatmapPtr& map, const CellName& cell) {
  return map != nullptr && cell.row >= 0 && cell.col >= 0 && cell.row < map->rows && cell.col < map->columns;
}

bool is_edited(const PanelContext& context, const Inspected& inspected) {
  const auto& edits = context.session.edits;
  const CellName& cell = inspected.cell;
  return std::any_of(edits.begin(), edits.end(), [&](const SessionEdit& edit) {
    return edit.path == cell.path && edit.on && edit.is_of(stage_run(context)) &&
           touches(edit, inspected.trace.tape().node(inspected.node).shape, cell.row, cell.col);
  });
}

void draw_value(const PanelContext& context, const Inspected& inspected, Area& rest) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const CellName& cell = inspected.cell;
  const Heatmap& now = *inspected.map;
  const Area place = rest.cut_top(ui.px(54));
  const HeatmapPtr before = context.maps[stage_side(context)].before(cell.path);
  if (!has_cell(before, cell)) {
    ui.text(place, Align::left, type::value, now.is_error(cell.row, cell.col) ? c.error : c.ink,
            value_shown(now, cell));
    return;
  }
  const int compared = ui.state<ValueShown>().compared;
  std::string shown = value_shown(compared == 0 ? *before : now, cell);
  if (compared == 2) {
    const float by = now.value(cell.row, cell.col) - before->value(cell.row, cell.col);
    shown = std::isfinite(by) ? significant_text(by, 3) : "masked";
    if (by > 0 && std::isfinite(by)) shown = "+" + shown;
    if (!differs(before->value(cell.row, cell.col), now.value(cell.row, cell.col))) shown = "0";
  }
  ui.text(place, Align::left, type::value, c.ink, shown);
  const std::array<Choice, 3> which{
      Choice{to_be_said("before")}, {to_be_said("after")}, {to_be_said("difference")}};
  const Area line = rest.cut_top(ui.px(30));
  const int pressed =
      choices(ui, "compared", {line.left, line.top, line.left + choices_width(ui, which), line.bottom}, which,
              compared);
  if (pressed >= 0) {
    ui.state<ValueShown>().compared = pressed;
    ui.state().again = true;
  }
  rest.cut_top(ui.px(6));
  const HeatmapPtr row = compared == 0   ? before
                         : compared == 1 ? inspected.map
                                         : context.maps[stage_side(context)].difference(cell.path);
  draw_row(context, row, cell, rest.cut_top(ui.px(16), ui.px(8)));
}

}  // namespace headlight
