// The track at the bottom: every step of the model in order, in named groups.
#include <algorithm>
#include <array>
#include <set>

#include "app/panels/panels.h"
#include "app/panels/step_names.h"
#include "app/panels/steps/playing.h"
#include "app/panels/what_if/edit_words.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

// Those that are on, of a sentence that there is.
std::vector<SessionEdit> edits_shown(const PanelContext& context) {
  std::vector<SessionEdit> found;
  for (const SessionEdit& edit : context.session.edits) {
    const bool there = context.pictures.two() || edit.is_of(stage_side(context));
    if (edit.on && there) found.push_back(edit);
  }
  return found;
}

// A round or square place to press.
bool press(const PanelContext& context, const std::string& id, const Area& area, const std::string& hint) {
  Ui& ui = context.ui;
  const Touch touch = ui.item(id, area);
  if (touch.hovered) {
    ui.hand();
    ui.fill(area, ui.colours().rail, area.height() / 2);
    ui.tooltip(hint);
  }
  if (touch.focused) ui.focus_ring(area, area.height() / 2);
  return touch.clicked;
}

void arrow(Ui& ui, ImVec2 tip, float length, float half, Rgb colour) {
  ui.polygon(std::array<ImVec2, 3>{{{tip.x - length, tip.y - half}, tip, {tip.x - length, tip.y + half}}},
             colour);
}

// A triangle against a bar: one step on or back.
void step_button(const PanelContext& context, float x, float y, int direction) {
  Ui& ui = context.ui;
  const bool back = direction < 0;
  const Area area = Area::at(std::round(x - ui.px(14)), std::round(y - ui.px(14)), ui.px(28), ui.px(28));
  const bool pressed = press(context, back ? "step back" : "step forward", area,
                             back ? "One step back (Left)" : "One step forward (Right)");
  const Rgb ink = ui.colours().ink;
  const float way = static_cast<float>(direction);
  const float bar = std::round(x + way * ui.px(5));
  ui.line(bar, y - ui.px(6), bar, y + ui.px(6), ink, ui.px(2));
  arrow(ui, {x + way * ui.px(4), y}, way * ui.px(9), ui.px(6), ink);
  if (pressed) show_step(context, MoveStep{direction});
}

// Play, or pause while anything plays.
void play_button(const PanelContext& context, float x, float y) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float radius = ui.px(16);
  const bool playing = ui.state<Playing>().mode != Playing::Mode::paused;
  const Area area{x - radius, y - radius, x + radius, y + radius};
  const bool pressed = press(context, "play", area, playing ? "Pause (Space)" : "Play the steps (Space)");
  ui.disc({x, y}, radius, c.ink);
  if (playing) {
    for (const float side : {-4.0F, 4.0F}) {
      ui.fill({x + ui.px(side) - ui.px(2), y - ui.px(6), x + ui.px(side) + ui.px(2), y + ui.px(6)}, c.panel);
    }
  } else {
    arrow(ui, {x + ui.px(7), y}, ui.px(11), ui.px(6.5F), c.panel);
  }
  if (pressed) play_or_pause(context);
}

void speed_button(const PanelContext& context, float x, float y) {
  Ui& ui = context.ui;
  const Area area = Area::at(std::round(x - ui.px(20)), std::round(y - ui.px(13)), ui.px(40), ui.px(26));
  const bool pressed = press(context, "speed", area, "How fast it plays");
  ui.text(area, Align::centre, type::path, ui.colours().text_2,
          significant_text(ui.state<Playing>().speed, 2) + "×");
  if (pressed) next_speed(context);
}

void track(const PanelContext& context, const Trace& trace, const Area& area, int at) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::vector<int>& steps = trace.steps();
  const int last = std::max(1, static_cast<int>(steps.size()) - 1);
  const float y = std::round(area.top + ui.px(26));
  const auto x_of = [&](int step) {
    return std::round(area.left + area.width() * static_cast<float>(step) / static_cast<float>(last));
  };

  const Area whole{area.left - ui.px(10), area.top + ui.px(6), area.right + ui.px(10),
                   area.bottom - ui.px(4)};
  const Touch touch = ui.item("track", whole);
  if (touch.hovered) ui.hand();
  if (touch.focused) ui.focus_ring(whole, ui.px(6));
  const float share = std::clamp((ui.mouse().x - area.left) / area.width(), 0.0F, 1.0F);
  const int pointed = static_cast<int>(std::lround(share * static_cast<float>(last)));
  if (touch.hovered) {
    std::vector<RichText> says{RichText(trace.label(steps[pointed]).path)};
    for (const SessionEdit& edit : edits_shown(context)) {
      if (edit.path != trace.label(steps[pointed]).path) continue;
      says.push_back("edited: " + edit_words(edit, context) +
                     (edit.side ? ", " + side_words(edit, context) : ""));
    }
    ui.tooltip(says);
  }
  if (touch.held && pointed != at) show_step(context, GoToStep{trace.label(steps[pointed]).path});

  ui.line(area.left, y, area.right, y, c.strong_line, ui.hairline());
  ui.line(area.left, y, x_of(at), y, c.ink, ui.px(2));
  const std::vector<StepGroup>& groups = context.pictures.step_groups(stage_side(context));
  std::vector<Area> named;
  const auto name = [&](const StepGroup& group, bool here) {
    const Type face = here ? type::caption_hot : type::caption;
    const float wide = ui.width(face, group.name);
    const Area place =
        Area::at(std::min(x_of(group.first), area.right - wide), y + ui.px(10), wide, ui.px(18));
    // Names that do not fit are left out, but never the one where we are.
    const bool free = std::none_of(named.begin(), named.end(),
                                   [&](const Area& other) { return other.outset(ui.px(8)).overlaps(place); });
    if (!free) return;
    ui.text(place, Align::left, face, here ? c.ink : c.text_2, group.name);
    named.push_back(place);
  };
  for (const StepGroup& group : groups) {
    const float x = x_of(group.first);
    ui.line(x, y - ui.px(6), x, y + ui.px(6), group.first <= at ? c.ink : c.strong_line, ui.hairline());
  }
  const auto next =
      std::find_if(groups.begin(), groups.end(), [&](const StepGroup& group) { return group.first > at; });
  if (next != groups.begin()) name(*std::prev(next), true);
  for (const StepGroup& group : groups) name(group, false);
  std::set<int> edited;
  for (const SessionEdit& edit : edits_shown(context)) {
    const auto step = std::lower_bound(steps.begin(), steps.end(), trace.find(edit.path));
    if (step != steps.end() && trace.label(*step).path == edit.path)
      edited.insert(static_cast<int>(step - steps.begin()));
  }
  for (const int i : edited) {
    const float x = x_of(i);
    ui.disc({x, y - ui.px(11)}, ui.px(3.5F), c.focus);
    ui.circle({x, y - ui.px(11)}, ui.px(3.5F), c.ink, ui.hairline());
  }
  const ImVec2 knob(x_of(at), y);
  ui.disc(knob, ui.px(9), c.focus);
  ui.circle(knob, ui.px(9), c.ink, ui.px(2));
}

}  // namespace

void draw_slider(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  ui.fill(area, c.panel);
  ui.line(area.left, area.top, area.right, area.top, c.hairline, ui.hairline());
  const TracePtr& held = stage_trace(context);
  if (held == nullptr) return;
  const Trace& trace = *held;
  const std::string path = shown_path(context.session);
  const auto& steps = trace.steps();
  const auto found = std::find(steps.begin(), steps.end(), trace.find(path));
  const int at = found == steps.end() ? 0 : static_cast<int>(found - steps.begin());

  const float y = std::round(area.middle_y());
  step_button(context, area.left + ui.px(30), y, -1);
  play_button(context, area.left + ui.px(66), y);
  step_button(context, area.left + ui.px(102), y, 1);
  speed_button(context, area.left + ui.px(142), y);
  // A control that shows the keyboard's focus takes Space for itself.
  if (!ui.state().focus_visible && ui.take(Key::space) % 2 != 0) play_or_pause(context);
  const float right = ui.px(area.width() >= ui.px(1200) ? 224 : 190);
  track(context, trace, {area.left + ui.px(184), area.top, area.right - right - ui.px(24), area.bottom}, at);
  const float x = area.right - right;
  ui.text(x, area.top + ui.px(22), type::caption_hot, c.ink,
          ui.fitted(type::caption_hot, step_title(trace.label(steps[at]).path), right - ui.px(12)));
  ui.text(x, area.top + ui.px(42), type::caption, c.text_3,
          "step " + std::to_string(at + 1) + " of " + std::to_string(steps.size()));
}

}  // namespace headlight
