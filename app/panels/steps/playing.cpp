#include "app/panels/steps/playing.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/step_names.h"
#include "app/panels/steps/steps.h"
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
            ui.fitted(type::caption, text, area.right - button.right - ui.px(10)));
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

}  // namespace headlight
