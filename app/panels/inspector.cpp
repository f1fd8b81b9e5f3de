#include <array>

#include "app/panels/inspector_parts.h"
#include "app/panels/panels.h"
#include "app/panels/step_names.h"
#include "app/panels/steps_parts.h"
#include "app/widgets/controls.h"

namespace headlight {
namespace {

// The way here, each place a button; the last one is where we are.
void draw_trail(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::vector<CellName>& trail = context.session.trail;
  if (trail.empty()) {
    ui.text(area, Align::left, type::caption, c.text_3, "click a cell to keep it here");
    return;
  }
  const float close = ui.px(24);
  const Area cross{area.right - close, area.top, area.right, area.bottom};
  const Touch touch = ui.item("inspector/close", cross);
  if (touch.hovered) ui.hand();
  if (touch.focused) ui.focus_ring(cross, ui.px(5));
  const float s = ui.px(4);
  const ImVec2 m(cross.middle_x(), cross.middle_y());
  const Rgb ink = touch.hovered ? c.ink : c.text_2;
  ui.lines(std::array<ImVec2, 2>{{{m.x - s, m.y - s}, {m.x + s, m.y + s}}}, ink, ui.px(1.5F));
  ui.lines(std::array<ImVec2, 2>{{{m.x - s, m.y + s}, {m.x + s, m.y - s}}}, ink, ui.px(1.5F));
  if (touch.clicked) ui.emit(GoBack{0});

  // As many of the last places as fit.
  const float room = area.width() - close - ui.px(8);
  const std::string between = "  ‹  ";
  std::size_t first = trail.size() - 1;
  float wide = ui.width(type::label_hot, part_title(trail.back().path));
  while (first > 0) {
    const float more =
        ui.width(type::label, part_title(trail[first - 1].path)) + ui.width(type::label, between);
    if (wide + more > room) break;
    wide += more;
    --first;
  }
  float x = area.left;
  for (std::size_t i = first; i < trail.size(); ++i) {
    const bool last = i + 1 == trail.size();
    const std::string name = ui.fitted(type::label_hot, part_title(trail[i].path), room);
    if (last) {
      ui.text(x, area.middle_y(), type::label_hot, c.ink, name);
      break;
    }
    const float width = ui.width(type::label, name);
    const Area place{x, area.top, x + width, area.bottom};
    const Touch back = ui.item("trail/" + std::to_string(i), place);
    if (back.hovered) ui.hand();
    if (back.focused) ui.focus_ring(place, ui.px(4));
    ui.text(x, area.middle_y(), type::label, back.hovered ? c.ink : c.text_2, name);
    if (back.clicked) ui.emit(GoBack{static_cast<int>(i) + 1});
    x = ui.text(x + width, area.middle_y(), type::label, c.text_3, between);
  }
}

std::string value_shown(const Heatmap& map, const CellName& cell) {
  if (map.is_error(cell.row, cell.col)) return "NaN";
  if (map.state(cell.row, cell.col) == CellState::masked) return "masked";
  return number_alone(map.value(cell.row, cell.col), map.format);
}

}  // namespace

void draw_inspector(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  ui.fill(area, c.rail);
  ui.line(area.left, area.top, area.left, area.bottom, c.hairline, ui.hairline());
  const TracePtr& held = stage_trace(context);
  if (held == nullptr) return;
  const Trace& trace = *held;
  const CellName cell = inspected_cell(context);
  const int node = trace.find(cell.path);
  const HeatmapPtr map = context.pictures.view(stage_side(context), cell.path);
  if (node < 0 || map == nullptr || cell.row < 0 || cell.col < 0 || cell.row >= map->rows ||
      cell.col >= map->columns)
    return;

  Area rest = area.inset(ui.px(22), ui.px(14));
  draw_trail(context, rest.cut_top(ui.px(24)));
  rest.cut_top(ui.px(10));
  rest.cut_top(ui.wrapped(rest, type::panel, c.ink, cell_title(trace, cell), ui.px(23)));
  rest.cut_top(ui.px(2));
  rest.cut_top(ui.wrapped(rest, type::path, c.text_3,
                          cell.path + "[" + std::to_string(cell.row) + ", " + std::to_string(cell.col) + "]",
                          ui.px(17)));
  rest.cut_top(ui.px(4));
  const Rgb ink = map->is_error(cell.row, cell.col) ? c.error : c.ink;
  ui.text(rest.cut_top(ui.px(54)), Align::left, type::value, ink, value_shown(*map, cell));
  const Site* site = site_of(cell.path);
  const std::string meaning = site != nullptr ? std::string(site->meaning)
                                              : "Learned in training; it is the same for every sentence.";
  rest.cut_top(ui.wrapped(rest, type::body, c.text_2, meaning, ui.px(19)));
  rest.cut_top(ui.px(14));

  const Inspected inspected{trace, node, cell, map};
  // What is asked comes last but must fit: it is reserved before the sources take what they want.
  const float what_if =
      trace.tape().node(node).kind == Node::Kind::parameter ? 0 : what_if_height(context, inspected);
  Area sources = rest;
  sources.cut_bottom(what_if);
  const float used = draw_sources(context, inspected, sources);
  rest.cut_top(std::min(used, sources.height()));
  if (what_if > 0) draw_what_if(context, inspected, rest);
}

}  // namespace headlight
