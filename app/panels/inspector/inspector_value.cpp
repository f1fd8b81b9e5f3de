#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/inspector/inspected.h"
#include "app/panels/step_names.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/ripple.h"

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

// A sentence's value: its name in its colour, and the number. Returns the right end.
float draw_named(Ui& ui, float x, float y, const std::string& name, const std::string& number, Rgb own) {
  x = ui.text(x, y, type::label_hot, own, name) + ui.px(7);
  return ui.text(x, y, type::number_hot, ui.colours().ink, number);
}

// Second minus first, and both.
void draw_difference(const PanelContext& context, const Compared& compared, const CellAt& at, Area& rest) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Heatmap& difference = *compared.maps[2];
  const Area place = rest.cut_top(ui.px(54));
  const bool open = difference.state(at.row, at.column) == CellState::value;
  const auto value = [&](int side) { return compared.maps.at(side)->value(at.row, at.column); };
  const Subtraction numbers =
      open ? subtraction_text(value(1), value(0), decimals_of(difference.format)) : Subtraction{"", "", "–"};
  const float right = ui.text(place.left, place.middle_y(), open ? type::value : type::panel, c.ink,
                              (open && value(1) > value(0) ? "+" : "") + numbers.difference);
  if (!open)
    ui.text(right + ui.px(8), place.middle_y(), type::caption, c.text_2,
            difference.state(at.row, at.column) == CellState::masked ? "masked in one of them"
                                                                     : "only one of them has this");
  for (const int side : {1, 0}) {
    const Heatmap& map = *compared.maps.at(side);
    const bool there = map.state(at.row, at.column) != CellState::absent;
    const Area line = rest.cut_top(ui.px(22));
    const std::string lead = side == 1 ? "" : "minus ";
    const float x =
        lead.empty() ? line.left : ui.text(line.left, line.middle_y(), type::body, c.text_2, lead);
    draw_named(ui, x, line.middle_y(), side_name(context, side),
               open    ? side == 1 ? numbers.from : numbers.take
               : there ? value_shown(map, {map.path, at.row, at.column})
                       : "has no such word",
               side == 0 ? c.first_sentence : c.second_sentence);
  }
  rest.cut_top(ui.px(8));
}

}  // namespace

std::optional<CellAt> compared_cell(const PanelContext& context, const CellName& cell) {
  const ViewKind view = context.session.view;
  if (context.session.sides != Sides::difference || (view != ViewKind::lines && view != ViewKind::steps))
    return std::nullopt;
  const Compared* compared = context.pictures.compared(cell.path);
  if (compared == nullptr) return std::nullopt;
  const int side = stage_side(context);
  const auto& columns = compared->columns.at(side);
  const auto row = compared->common_row(side, cell.row);
  const auto column = std::find(columns.begin(), columns.end(), std::optional(cell.col));
  if (!row || column == columns.end()) return std::nullopt;
  return CellAt{*row, static_cast<int>(column - columns.begin())};
}

void draw_whose(const PanelContext& context, const CellName& cell, Area& rest) {
  if (!context.pictures.two() || shows_lab(context.session)) return;
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Area line = rest.cut_top(ui.px(20));
  const int side = stage_side(context);
  const auto name = [&](float x, int of) {
    return ui.text(x, line.middle_y(), type::label_hot, of == 0 ? c.first_sentence : c.second_sentence,
                   side_name(context, of));
  };
  if (compared_cell(context, cell)) {
    float x = ui.text(line.left, line.middle_y(), type::label, c.text_2, "difference: ");
    x = name(x, 1);
    name(ui.text(x, line.middle_y(), type::label, c.text_2, " minus "), 0);
    return;
  }
  name(
      ui.text(line.left, line.middle_y(), type::label, c.text_2, side == 0 ? "sentence 1: " : "sentence 2: "),
      side);
}

bool has_cell(const HeatmapPtr& map, const CellName& cell) {
  return map != nullptr && cell.row >= 0 && cell.col >= 0 && cell.row < map->rows && cell.col < map->columns;
}

bool is_edited(const PanelContext& context, const Inspected& inspected) {
  const auto& edits = context.session.edits;
  const CellName& cell = inspected.cell;
  return std::any_of(edits.begin(), edits.end(), [&](const SessionEdit& edit) {
    return edit.path == cell.path && edit.on && edit.is_of(stage_side(context)) &&
           touches(edit, inspected.trace.tape().node(inspected.node).shape, cell.row, cell.col);
  });
}

void draw_value(const PanelContext& context, const Inspected& inspected, Area& rest) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const CellName& cell = inspected.cell;
  if (const std::optional<CellAt> at = compared_cell(context, cell))
    return draw_difference(context, *context.pictures.compared(cell.path), *at, rest);
  const Heatmap& now = *inspected.map;
  const Area place = rest.cut_top(ui.px(54));
  const HeatmapPtr before = context.pictures.before(stage_side(context), cell.path);
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
  const std::array<Choice, 3> which{Choice{"before"}, {"after"}, {"difference"}};
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
                                         : context.pictures.difference(stage_side(context), cell.path);
  draw_row(context, row, cell, rest.cut_top(ui.px(16)));
  rest.cut_top(ui.px(8));
}

}  // namespace headlight
