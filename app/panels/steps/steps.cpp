#include "app/panels/steps/steps.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/panels.h"
#include "app/panels/common/stage.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/ui.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

// Nobody watches hundreds of terms, or a vocabulary's thousands of cells, one by one.
constexpr double longest_sum = 4;
constexpr double longest_fill = 2.5;

}  // namespace

ProductMotion product_motion(int terms, int cells) {
  ProductMotion motion{.terms = terms, .cells = cells};
  motion.per_term = std::min(motion.per_term, longest_sum / std::max(terms, 1));
  motion.per_cell = std::min(motion.per_cell, longest_fill / std::max(cells, 1));
  return motion;
}

ProductMoment product_moment(const ProductMotion& motion, double elapsed) {
  ProductMoment moment;
  elapsed = std::max(elapsed, 0.0);
  moment.complete = elapsed >= motion.end();
  moment.adding = elapsed < motion.terms_end();
  moment.terms = std::min(motion.terms, static_cast<int>(elapsed / motion.per_term) + 1);
  const double way = std::clamp((elapsed - motion.terms_end()) / ProductMotion::pop, 0.0, 1.0);
  moment.pop = static_cast<float>(ease_out(way));
  if (elapsed > motion.pop_end())
    moment.cells = std::min(motion.cells, static_cast<int>((elapsed - motion.pop_end()) / motion.per_cell));
  if (moment.complete) moment.cells = motion.cells;
  return moment;
}

namespace {

using Mode = Playing::Mode;

// Seconds for which a step stands still before the next one comes.
constexpr double still = 1.2;
constexpr double still_after_product = 0.9;
constexpr std::array speeds{0.5F, 1.0F, 2.0F, 4.0F};

// Seconds until all of the step is there.
double moving_time(const PanelContext& context, const Trace& trace, int node) {
  if (context.session.reduced_motion || node < 0 || shows_both(context)) return 0;
  const auto product = product_of(trace, node);
  return product ? motion_of(trace, node, *product).end() : 0;
}

void begin(const PanelContext& context, Mode mode, const std::string& step) {
  Playing& playing = context.ui.state<Playing>();
  if (playing.step != step) playing.elapsed = 0;
  playing.mode = mode;
  playing.step = step;
  playing.seen = context.ui.state().now;
  context.ui.state().again = true;
}

}  // namespace

ProductMotion motion_of(const Trace& trace, int node, const Product& product) {
  return product_motion(product.inner + (product.bias ? 1 : 0),
                        static_cast<int>(trace.tape().node(node).shape.size()));
}

std::optional<ProductMoment> playing_moment(const PanelContext& context, const std::string& path,
                                            const ProductMotion& motion) {
  const Playing& playing = context.ui.state<Playing>();
  if (playing.step != path || context.session.reduced_motion) return std::nullopt;
  const ProductMoment moment = product_moment(motion, playing.elapsed);
  if (moment.complete) return std::nullopt;
  return moment;
}

void play_on(const PanelContext& context) {
  WidgetState& state = context.ui.state();
  Playing& playing = context.ui.state<Playing>();
  const TracePtr& trace = stage_trace(context);
  const std::string shown = shown_path(context.session);
  if (trace == nullptr || playing.step != shown || !info(context.session.view).follows_steps) {
    playing.mode = Mode::paused;
    playing.step.clear();
    return;
  }
  if (playing.mode == Mode::paused) return;
  playing.elapsed += (state.now - playing.seen) * playing.speed;
  playing.seen = state.now;

  const int node = trace->find(shown);
  const double moving = moving_time(context, *trace, node);
  if (playing.elapsed < moving) return state.move_at(state.now);
  if (playing.mode == Mode::product) {
    playing.mode = Mode::paused;
    return;
  }
  const std::vector<int>& steps = trace->steps();
  const auto at = std::find(steps.begin(), steps.end(), node);
  if (at == steps.end() || at + 1 == steps.end()) {
    playing.mode = Mode::paused;
    return;
  }
  const double end = moving > 0 ? moving + still_after_product : still;
  if (playing.elapsed < end) return state.move_at(state.now + (end - playing.elapsed) / playing.speed);
  const std::string& next = trace->label(*(at + 1)).path;
  context.ui.emit(GoToStep{next});
  begin(context, Mode::steps, next);
}

void play_or_pause(const PanelContext& context) {
  Playing& playing = context.ui.state<Playing>();
  if (playing.mode != Mode::paused) {
    playing.mode = Mode::paused;
    return;
  }
  const TracePtr& trace = stage_trace(context);
  if (trace == nullptr || trace->steps().empty()) return;
  std::string from = shown_path(context.session);
  if (from == trace->label(trace->steps().back()).path) from = trace->label(trace->steps().front()).path;
  begin(context, Mode::steps, from);
  show_step(context, GoToStep{from});
}

void next_speed(const PanelContext& context) {
  float& speed = context.ui.state<Playing>().speed;
  const auto next = std::upper_bound(speeds.begin(), speeds.end(), speed);
  speed = next == speeds.end() ? speeds.front() : *next;
}

void play_or_pause_product(const PanelContext& context, const ProductMotion& motion) {
  Playing& playing = context.ui.state<Playing>();
  if (playing.mode != Mode::paused) {
    playing.mode = Mode::paused;
    return;
  }
  if (playing.elapsed >= motion.end()) playing.elapsed = 0;
  begin(context, Mode::product, shown_path(context.session));
}

void show_product_at(const PanelContext& context, double elapsed) {
  begin(context, Mode::paused, shown_path(context.session));
  context.ui.state<Playing>().elapsed = elapsed;
}

// Playing a product: a button and how far it is, below its left factor.

namespace {

std::string moment_text(const ProductMotion& motion, const ProductMoment& moment) {
  if (moment.complete) return "row × column";
  if (moment.adding) return "term " + count_text(moment.terms) + " of " + count_text(motion.terms);
  return "cell " + count_text(std::max(moment.cells, 1)) + " of " + count_text(motion.cells);
}

void play_sign(Ui& ui, const Area& area, bool playing) {
  const Rgb ink = ui.colours().ink;
  const float x = area.middle_x();
  const float y = area.middle_y();
  if (playing) {
    for (const float side : {-2.5F, 2.5F}) {
      ui.fill({x + ui.px(side) - ui.px(1.5F), y - ui.px(4), x + ui.px(side) + ui.px(1.5F), y + ui.px(4)},
              ink);
    }
  } else {
    ui.polygon(
        std::array<ImVec2, 3>{
            {{x - ui.px(3), y - ui.px(4.5F)}, {x + ui.px(5), y}, {x - ui.px(3), y + ui.px(4.5F)}}},
        ink);
  }
}

}  // namespace

void draw_product_player(const PanelContext& context, const Area& area, const ProductMotion& motion) {
  Ui& ui = context.ui;
  if (context.session.reduced_motion || ui.exporting() || area.width() < ui.px(60)) return;
  const Palette& c = ui.colours();
  const Playing& playing = ui.state<Playing>();
  const bool here = playing.step == shown_path(context.session);
  const double elapsed = here ? std::min(playing.elapsed, motion.end()) : motion.end();
  const bool runs = here && playing.mode != Playing::Mode::paused && elapsed < motion.end();

  const float y = area.middle_y();
  const Area button = Area::at(area.left, std::round(y - ui.px(12)), ui.px(24), ui.px(24));
  const Touch touch = ui.target("product/play", button);
  if (touch.hovered) {
    ui.hand();
    ui.fill(button, c.rail, ui.px(12));
    ui.tooltip(runs ? "Pause" : "Watch row times column, term by term");
  }
  ui.outline(button, c.strong_line, ui.hairline(), ui.px(12));
  if (touch.focused) ui.focus_ring(button, ui.px(12));
  play_sign(ui, button, runs);
  if (touch.clicked) play_or_pause_product(context, motion);

  const std::string text = moment_text(motion, product_moment(motion, elapsed));
  const float text_room = std::max(ui.width(type::caption, "term 000 of 000"), ui.width(type::caption, text));
  Area track{button.right + ui.px(14), std::round(y), area.right - text_room - ui.px(14), std::round(y)};
  track.right = std::min(track.right, track.left + ui.px(200));
  if (track.width() < ui.px(40)) {
    ui.text(button.right + ui.px(10), y, type::caption, c.text_2,
            ui.shortened(type::caption, text, area.right - button.right - ui.px(10)));
    return;
  }
  const auto x_of = [&](double time) {
    return track.left + track.width() * static_cast<float>(time / motion.end());
  };
  const Touch drag = ui.item("product/track", track.outset(ui.px(8)), false);
  if (drag.hovered || drag.held) ui.hand();
  if (drag.held) {
    const float share = std::clamp((ui.mouse().x - track.left) / track.width(), 0.0F, 1.0F);
    show_product_at(context, share * motion.end());
  }
  ui.line(track.left, y, track.right, y, c.strong_line, ui.px(2));
  ui.line(track.left, y, x_of(elapsed), y, c.ink, ui.px(2));
  const float first = std::round(x_of(motion.pop_end()));
  ui.line(first, y - ui.px(4), first, y + ui.px(4), c.strong_line, ui.hairline());
  ui.disc({x_of(elapsed), y}, ui.px(drag.hovered || drag.held ? 6 : 5), c.ink);
  ui.text(track.right + ui.px(14), y, type::caption, c.text_2, text);
}

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
