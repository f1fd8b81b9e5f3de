#include "app/panels/steps/playing.h"

#include <algorithm>
#include <array>

#include "app/panels/step_names.h"

namespace headlight {
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
  if (trace == nullptr || playing.step != shown || !view_of(context.session.view).follows_steps) {
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

}  // namespace headlight
