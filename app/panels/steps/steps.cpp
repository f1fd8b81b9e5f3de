#include "app/panels/steps/steps.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/shared_state.h"
#include "app/panels/common/step_names.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"

namespace headlight {

int lens_centre(const Ui& ui, const std::string& axis, int about, int count) {
  const auto& lenses = ui.state<Lenses>().places;
  const auto found = lenses.find(axis);
  const auto within = [&](int centre) { return std::clamp(centre, 0, std::max(count - 1, 0)); };
  if (found == lenses.end()) return within(about);
  const LensPlace& lens = found->second;
  const int half = (lens.end - lens.first) / 2;
  if (!lens.about || *lens.about == about || (about >= lens.first && about < lens.end))
    return within(lens.first + half);
  // All that is on screen stays where it is only where no cell is left out: the nearer end of the lens comes
  // to the place.
  const bool whole = lens.shown_first == 0 && lens.shown_end == count;
  if (whole) return within(about < lens.first ? about + half : about + 1 - (lens.end - lens.first) + half);
  const bool shown = about >= lens.shown_first && about < lens.shown_end;
  return within(shown ? lens.first + half : about);
}

void keep_lens(Ui& ui, const std::string& axis, const AxisPlaces& places, int about) {
  auto& lenses = ui.state<Lenses>().places;
  const int size = places.lens_end - places.lens_first;
  const auto found = lenses.find(axis);
  const bool resized = found != lenses.end() && found->second.end - found->second.first != size;
  const bool inside = about >= places.lens_first - places.first && about < places.lens_end - places.first;
  // Nothing to keep where all is printed; of another size, it stands around its cell again.
  if (size == places.count || (resized && !inside)) {
    ui.state().again = ui.state().again || lenses.erase(axis) > 0;
    return;
  }
  lenses[axis] = {places.lens_first - places.first, places.lens_end - places.first,
                  places.shown_first - places.first, places.shown_end - places.first, about};
}

void move_lens(Ui& ui, const std::string& axis, const AxisPlaces& places, int by) {
  if (by == 0 || !places.has_lens()) return;
  LensPlace& lens = ui.state<Lenses>().places[axis];
  const int size = places.lens_end - places.lens_first;
  lens.first = std::clamp(places.lens_first - places.first + by, 0, places.count - size);
  lens.end = lens.first + size;
  ui.state().again = true;
}

void zoom_by(Ui& ui, int by) {
  const int zoom = std::clamp(static_cast<int>(ui.state<Lenses>().zoom) + by, 0, 2);
  if (zoom == static_cast<int>(ui.state<Lenses>().zoom)) return;
  ui.state<Lenses>().zoom = static_cast<Zoom>(zoom);
  ui.state<Lenses>().places.clear();
  ui.state().again = true;
}

float draw_zoom(Ui& ui, const Area& line) {
  if (ui.exporting()) return line.right;
  const Palette& c = ui.colours();
  const float size = ui.px(24);
  float x = line.right;
  for (const int by : {1, -1}) {
    x -= size;
    const Area area = Area::at(std::round(x), std::round(line.top), size, size);
    const bool possible =
        by > 0 ? ui.state<Lenses>().zoom != Zoom::numbers : ui.state<Lenses>().zoom != Zoom::overview;
    const Touch touch = ui.target(by > 0 ? "zoom in" : "zoom out", area, possible);
    if (touch.hovered && possible) {
      ui.hand();
      ui.fill(area, c.rail, ui.px(6));
      ui.tooltip(by > 0 ? "More numbers (Ctrl wheel)" : "Fewer numbers, more overview (Ctrl wheel)");
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
  const std::vector<CellName>& trail = context.session.trail;
  const auto last = std::find_if(trail.rbegin(), trail.rend(), [&](const CellName& cell) {
    return cell.path == path && has_cell(map, cell);
  });
  if (last != trail.rend()) return *last;
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

bool has_cell(const HeatmapPtr& map, const CellName& cell) {
  return map != nullptr && cell.row >= 0 && cell.col >= 0 && cell.row < map->rows && cell.col < map->columns;
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

namespace {

// One of the sentences, or both in one of two ways.
float draw_sides_choice(const PanelContext& context, const Area& area) {
  if (!context.pictures.two()) return 0;
  Ui& ui = context.ui;
  const Sides sides = context.session.sides;
  const std::array<Choice, 2> one = sentence_choices(context);
  const std::array<Choice, 2> both = {Choice{"both"}, {"difference"}};
  const float wide = std::max(choices_width(ui, one), choices_width(ui, both));
  const auto row = [&](float y) { return Area::at(area.left + ui.px(24), std::round(y), wide, ui.px(30)); };
  const int side = choices(ui, "side", row(area.middle_y() - ui.px(33)), one,
                           sides == Sides::one ? stage_side(context) : -1);
  if (side >= 0) {
    ui.emit(ShowSides{Sides::one});
    ui.emit(SelectSide{side});
  }
  const int pressed = choices(ui, "sides", row(area.middle_y() + ui.px(3)), both,
                              sides == Sides::one    ? -1
                              : sides == Sides::both ? 0
                                                     : 1);
  if (pressed >= 0) ui.emit(ShowSides{pressed == 0 ? Sides::both : Sides::difference});
  return wide + ui.px(36);
}

// Whether a long matrix of the step, or that it is made from, is still being made.
bool waits_for_pictures(const PanelContext& context, const Trace& trace, int node) {
  std::vector<int> shown = trace.tape().node(node).inputs;
  shown.push_back(node);
  const int side = stage_side(context);
  return std::count_if(shown.begin(), shown.end(), [&](int each) {
           const std::string& path = trace.label(each).path;
           return context.pictures.is_long(side, path) && context.pictures.view(side, path) == nullptr;
         }) > 0;
}

}  // namespace

float cell_growth(const Ui& ui, const Area& area) {
  return std::clamp(std::min(area.width() / ui.px(1360), area.height() / ui.px(680)), 1.0F, 1.7F);
}

void draw_steps(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const TracePtr& trace = stage_trace(context);
  const int node = trace->find(shown_path(context.session));
  if (node < 0) return;
  Area stage = area;
  Area strip = stage.cut_top(step_strip_height(ui));
  strip.cut_left(draw_sides_choice(context, strip));
  draw_step_strip(context, strip);
  ui.line(area.left, strip.bottom, area.right, strip.bottom, ui.colours().hairline, ui.hairline());

  stage = stage.inset(ui.px(24), ui.px(14));
  // A large display gets large matrices, in the shape of the usual one.
  const float widest = std::max(ui.px(1360), 1.75F * stage.height());
  if (stage.width() > widest && !shows_both(context))
    stage = Area::at(std::round(stage.middle_x() - widest / 2), stage.top, widest, stage.height());
  if (waits_for_pictures(context, *trace, node)) {
    map_to_come(ui, stage);
  } else if (shows_both(context)) {
    draw_both_sides(context, stage, trace->label(node).path);
  } else if (const auto product = product_of(*trace, node)) {
    draw_product(context, stage, node, *product);
  } else {
    draw_side_by_side(context, stage, node);
  }

  Hover& hover = ui.state<Hover>();
  if (hover.followed_cell != hover.cell || hover.followed_side != hover.side) {
    hover.followed_cell = hover.cell;
    hover.followed_side = hover.side;
    ui.state().again = true;
  }
}

}  // namespace headlight
