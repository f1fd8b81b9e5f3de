// The chain of steps that the shown one belongs to: its stream, its layer, its head.
#include <algorithm>
#include <array>
#include <set>

#include "app/panels/common/interventions.h"
#include "app/panels/common/panels.h"
#include "app/panels/common/shown_words.h"
#include "app/panels/common/step_names.h"
#include "app/panels/steps/steps.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

struct StripScroll {
  std::string followed;  // the step that the strip last scrolled to
};

// Whether a step is of what the stack's stream is made in.
bool begins(const StackInfo& stack, const Place& step) {
  return !stack.from.empty() && step.stack == stack.from;
}

// The steps of the shown layer, through the shown head; before them the stream that enters, behind the last
// layer the output.
std::vector<int> chain_of(const PanelContext& context, const Trace& trace, const std::string& shown) {
  const Place here = place_of(shown);
  const std::vector<StackInfo>& stacks = trace.anatomy().stacks;
  const auto own = std::find_if(stacks.begin(), stacks.end(), [&](const StackInfo& each) {
    return here.stack == each.name || here.stack == each.input || begins(each, here);
  });
  if (stacks.empty()) return {};
  const StackInfo& stack = own == stacks.end() ? stacks.back() : *own;
  const bool last = &stack == &stacks.back();
  const bool selected = last && info(context.session.attention).stack == stack.name;
  const std::optional<int> layer_of_it = begins(stack, here) ? std::nullopt : here.layer;
  const int layer = layer_of_it.value_or(here.stack.empty() ? stack.layers - 1
                                         : selected         ? context.session.layer
                                                            : 0);
  std::vector<int> chain;
  const std::vector<Place>& places = context.pictures.step_places(stage_side(context));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int step = trace.steps()[i];
    const Place& place = places[i];
    bool in = place.stack == stack.input || begins(stack, place) || (place.stack.empty() && last);
    if (place.stack == stack.name) {
      const int head = place.attention == here.attention ? here.head.value_or(context.session.head) : 0;
      // Of a recurrent layer one time, in the direction it is of.
      const bool time =
          !place.time || (*place.time == here.time.value_or(0) && place.backwards == here.backwards);
      in = !place.layer || (*place.layer == layer && (!place.head || *place.head == head) && time);
    }
    if (in) chain.push_back(step);
  }
  return chain;
}

// A tile of the strip: a step, or the place of a mask that the head does not have.
struct Tile {
  std::string path;  // empty for "no mask"
  std::string title;
  bool no_mask() const { return path.empty(); }
};

std::vector<Tile> tiles_of(const Trace& trace, const std::vector<int>& chain) {
  const Label mask = Block{Family::head, ""}["masked"];
  const OpPtr& weighs = softmax();
  std::vector<Tile> tiles;
  for (const int step : chain) {
    const Node& node = trace.tape().node(step);
    const bool unmasked = node.op == weighs && place_of(node.label.path).head &&
                          (tiles.empty() || place_of(tiles.back().path).part != mask.path);
    if (unmasked) tiles.push_back({"", mask.path});
    tiles.push_back({node.label.path, part_title(node.label.path)});
  }
  return tiles;
}

void draw_chevron(Ui& ui, float x, float y) {
  const ImVec2 tip(x + ui.px(2), y);
  ui.lines(std::array<ImVec2, 3>{{{x - ui.px(2), y - ui.px(4)}, tip, {x - ui.px(2), y + ui.px(4)}}},
           ui.colours().text_3, ui.px(1.5F));
}

void draw_no_mask(Ui& ui, const Area& picture) {
  ui.push_clip(picture.within(ui.clip()), true);
  const int strokes = static_cast<int>((picture.width() + picture.height()) / ui.px(5)) + 1;
  for (int i = 0; i < strokes; ++i) {
    const float x = picture.left - picture.height() + static_cast<float>(i) * ui.px(5);
    ui.line(x, picture.bottom, x + picture.height(), picture.top, ui.colours().hairline, ui.hairline());
  }
  ui.pop_clip();
  const float wide = ui.width(type::caption, "no mask") + ui.px(4);
  ui.fill(Area::at(std::round(picture.middle_x() - wide / 2), std::round(picture.middle_y() - ui.px(9)), wide,
                   ui.px(18)),
          ui.colours().stage, ui.px(4));
  ui.text(picture, Align::centre, type::caption, ui.colours().text_3, "no mask");
}

}  // namespace

float step_strip_height(const Ui& ui) { return ui.px(88); }

void draw_step_strip(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Trace& trace = *stage_trace(context);
  const std::string shown = shown_path(context.session);
  const std::vector<Tile> tiles = tiles_of(trace, chain_of(context, trace, shown));
  const float gap = ui.px(18);
  const float pad = ui.px(22);

  std::vector<Area> places;
  float x = pad;
  int at = -1;
  for (const Tile& tile : tiles) {
    const float wide = std::max(ui.px(60), ui.width(type::caption_hot, tile.title) + ui.px(6));
    if (tile.path == shown) at = static_cast<int>(places.size());
    places.push_back(Area::at(x, area.top + ui.px(14), wide, ui.px(62)));
    x += wide + gap;
  }
  const float total = x - gap + pad;

  // Follows the shown step, unless somebody moved it since.
  float& scroll = ui.state().scroll["steps"];
  const float most = std::max(0.0F, total - area.width()) / ui.scale();
  if (ui.state<StripScroll>().followed != shown && at >= 0) {
    scroll = (places[at].middle_x() - area.width() / 2) / ui.scale();
    ui.state<StripScroll>().followed = shown;
  }
  scroll = std::clamp(scroll - (most > 0 ? ui.wheel(area, Ui::Way::across) * 60 : 0), 0.0F, most);
  const float shift = area.left - ui.px(scroll);

  ui.push_clip(area, true);
  for (int i = 0; i < static_cast<int>(tiles.size()); ++i) {
    const Area box = places[i].moved(shift, 0);
    if (box.right < area.left || box.left > area.right) continue;
    const std::string& path = tiles[i].path;
    const Area picture = Area::at(box.left, box.top, box.width(), ui.px(38));
    if (i + 1 < static_cast<int>(tiles.size())) draw_chevron(ui, box.right + gap / 2, picture.middle_y());
    const bool titled = box.left >= area.left && box.right <= area.right;  // half a word says nothing
    if (tiles[i].no_mask()) {
      draw_no_mask(ui, picture);
      if (titled)
        ui.text({box.left, box.bottom - ui.px(20), box.right, box.bottom}, Align::centre, type::caption,
                c.text_3, tiles[i].title);
      if (ui.hovered(box)) ui.tooltip("This attention hides no word, so the scores stay as they are");
      continue;
    }
    const Touch touch = ui.target("step/" + path, box.outset(ui.px(4)));
    if (const HeatmapPtr map = shown_thumbnail(context, stage_side(context), path))
      thumbnail(ui, map, picture, head_is_off(context, stage_side(context), path));
    const Role role = role_of(path);
    if (role == Role::query || role == Role::key || role == Role::value) {
      ui.fill({picture.left, picture.bottom + ui.px(1), picture.right, picture.bottom + ui.px(3)},
              colour_of(role, c));
    }
    const bool here = i == at;
    const Type face = here ? type::caption_hot : type::caption;
    if (titled)
      ui.text({box.left, box.bottom - ui.px(20), box.right, box.bottom}, Align::centre, face,
              here ? c.ink : c.text_2, tiles[i].title);
    if (here) ui.outline(box.outset(ui.px(6)), c.ink, ui.px(2), ui.px(7));
    if (touch.hovered) {
      ui.hand();
      if (!here) ui.outline(box.outset(ui.px(6)), c.strong_line, ui.px(1.5F), ui.px(7));
      ui.tooltip(path);
    }
    if (touch.focused) ui.focus_ring(box.outset(ui.px(3)), ui.px(6));
    if (touch.clicked) ui.emit(GoToStep{path});
  }
  ui.pop_clip();
}

// The track at the bottom: every step of the model in order, in named groups.

namespace {

// Those that are on, of a sentence that there is.
std::vector<SessionEdit> edits_shown(const PanelContext& context) {
  std::vector<SessionEdit> found;
  for (const SessionEdit& edit : context.session.edits) {
    const bool there = context.pictures.two() || edit.is_of(stage_run(context));
    if (edit.on && there) found.push_back(edit);
  }
  return found;
}

// A round or square place to press.
bool press(const PanelContext& context, const std::string& id, const Area& area, const std::string& hint) {
  Ui& ui = context.ui;
  const Touch touch =
      ui.press(id, area, {.radius = area.height() / 2, .ground = ui.colours().rail, .hint = hint});
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
  const bool pressed = press(context, "speed", area, "Speed");
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
  const Touch touch = ui.press("track", whole, {.radius = ui.px(6)});
  const float share = std::clamp((ui.mouse().x - area.left) / area.width(), 0.0F, 1.0F);
  const int pointed = static_cast<int>(std::lround(share * static_cast<float>(last)));
  if (touch.hovered) {
    std::vector<RichText> says{RichText(trace.label(steps[pointed]).path)};
    for (const SessionEdit& edit : edits_shown(context)) {
      if (edit.path != trace.label(steps[pointed]).path) continue;
      says.push_back("edited: " + edit_words(edit, context) +
                     (edit.run ? ", " + side_words(edit, context) : ""));
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

// Too narrow for all in one row: the track has its own.
bool has_two_rows(const Ui& ui, float width) { return width < ui.px(600); }

}  // namespace

float slider_height(const Ui& ui, float width) {
  return ui.px(!has_two_rows(ui, width) ? 64 : ui.touch() ? 96 : 92);
}

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

  const bool two_rows = has_two_rows(ui, area.width()) && area.height() > ui.px(64);
  // Fingers have 40 units from one to the next, and from the buttons to the track.
  const float y = std::round(two_rows ? area.top + ui.px(ui.touch() ? 22 : 26) : area.middle_y());
  const float apart = ui.touch() ? 42 : 36;
  step_button(context, area.left + ui.px(30), y, -1);
  play_button(context, area.left + ui.px(30 + apart), y);
  step_button(context, area.left + ui.px(30 + 2 * apart), y, 1);
  speed_button(context, area.left + ui.px(ui.touch() ? 156 : 142), y);
  // A control that shows the keyboard's focus takes Space for itself.
  if (!ui.state().focus_visible && ui.take(Key::space) % 2 != 0) play_or_pause(context);
  const std::string title = step_title(trace.label(steps[at]).path);
  const std::string number = "step " + count_text(at + 1) + " of " + count_text(steps.size());
  // In one short row the step is told on the track alone.
  const bool told = two_rows || area.width() >= ui.px(480);
  const float right = !told      ? 0
                      : two_rows ? area.width() - ui.px(176)
                                 : ui.px(area.width() >= ui.px(1200) ? 224 : 190);
  Area line{area.left + ui.px(184), area.top, area.right - right - ui.px(24), area.bottom};
  if (two_rows)
    line = {area.left + ui.px(24), area.top + ui.px(ui.touch() ? 42 : 38), area.right - ui.px(24),
            area.bottom - ui.px(2)};
  track(context, trace, line, at);
  if (!told) {
    if (ui.hovered(area) && !ui.hovered(line)) ui.tooltip({RichText(title), RichText(number)});
    return;
  }
  const float x = area.right - right;
  ui.text(x, area.top + ui.px(two_rows ? 17 : 22), type::caption_hot, c.ink,
          ui.shortened(type::caption_hot, title, right - ui.px(12)));
  ui.text(x, area.top + ui.px(two_rows ? 35 : 42), type::caption, c.text_3, number);
}

}  // namespace headlight
