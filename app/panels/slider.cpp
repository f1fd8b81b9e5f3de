// The track at the bottom: every step of the model in order, in named groups.
#include <algorithm>
#include <array>

#include "app/panels/panels.h"
#include "app/panels/step_names.h"

namespace headlight {
namespace {

struct Group {
  std::string name;
  int first = 0;
};

std::vector<Group> groups_of(const Trace& trace) {
  std::vector<Group> groups;
  const std::vector<int>& steps = trace.steps();
  for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
    std::string name = group_of(trace.label(steps[i]).path);
    if (groups.empty() || groups.back().name != name) groups.push_back({std::move(name), i});
  }
  return groups;
}

void triangle(const PanelContext& context, const std::string& id, ImVec2 centre, int direction,
              const std::string& hint) {
  Ui& ui = context.ui;
  const Area area = Area::at(centre.x - ui.px(15), centre.y - ui.px(15), ui.px(30), ui.px(30));
  const Touch touch = ui.item(id, area);
  const Palette& c = ui.colours();
  if (touch.hovered) {
    ui.hand();
    ui.fill(area, c.rail, ui.px(6));
    ui.tooltip(hint);
  }
  if (touch.focused) ui.focus_ring(area, ui.px(6));
  const float s = ui.px(6) * static_cast<float>(direction);
  ui.polygon(std::array<ImVec2, 3>{{{centre.x - s, centre.y - ui.px(7)},
                                    {centre.x + s, centre.y},
                                    {centre.x - s, centre.y + ui.px(7)}}},
             c.ink);
  if (touch.clicked) show_step(context, MoveStep{direction});
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
  if (touch.hovered) ui.tooltip(trace.label(steps[pointed]).path);
  if (touch.held && pointed != at) show_step(context, GoToStep{trace.label(steps[pointed]).path});

  ui.line(area.left, y, area.right, y, c.strong_line, ui.hairline());
  ui.line(area.left, y, x_of(at), y, c.ink, ui.px(2));
  const std::vector<Group> groups = groups_of(trace);
  std::vector<Area> named;
  const auto name = [&](const Group& group, bool here) {
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
  for (const Group& group : groups) {
    const float x = x_of(group.first);
    ui.line(x, y - ui.px(6), x, y + ui.px(6), group.first <= at ? c.ink : c.strong_line, ui.hairline());
  }
  const auto next =
      std::find_if(groups.begin(), groups.end(), [&](const Group& group) { return group.first > at; });
  if (next != groups.begin()) name(*std::prev(next), true);
  for (const Group& group : groups) name(group, false);
  for (const SessionEdit& edit : context.session.edits) {
    const int node = trace.find(edit.path);
    const auto found = std::find(steps.begin(), steps.end(), node);
    if (found == steps.end()) continue;
    const float x = x_of(static_cast<int>(found - steps.begin()));
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

  triangle(context, "step back", {area.left + ui.px(36), area.middle_y()}, -1, "One step back (Left)");
  triangle(context, "step forward", {area.left + ui.px(72), area.middle_y()}, 1, "One step forward (Right)");
  const float right = ui.px(190);
  track(context, trace, {area.left + ui.px(116), area.top, area.right - right - ui.px(24), area.bottom}, at);
  const float x = area.right - right;
  ui.text(x, area.top + ui.px(22), type::caption_hot, c.ink,
          ui.fitted(type::caption_hot, step_title(trace.label(steps[at]).path), right - ui.px(12)));
  ui.text(x, area.top + ui.px(42), type::caption, c.text_3,
          "step " + std::to_string(at + 1) + " of " + std::to_string(steps.size()));
}

}  // namespace headlight
