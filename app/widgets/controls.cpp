#include "app/widgets/controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "core/figure/numbers.h"
#include "core/text/unicode.h"

namespace headlight {

float button_width(const Ui& ui, std::string_view label) {
  return ui.width(type::control, label) + ui.px(28);
}

bool button(Ui& ui, std::string_view id, const Area& area, std::string_view label, ButtonKind kind,
            bool enabled) {
  if (ui.exporting()) return false;
  const Palette& c = ui.colours();
  const float radius = ui.px(7);
  if (!enabled) {
    ui.outline(area, c.hairline, ui.hairline(), radius);
    ui.text(area, Align::centre, type::control, c.text_3, label);
    return false;
  }
  const Touch touch = ui.target(id, area);
  if (touch.hovered) ui.hand();
  Rgb text = c.ink;
  if (kind == ButtonKind::primary) {
    ui.fill(area, touch.hovered ? mix(c.ink, c.stage, 0.15F) : c.ink, radius);
    text = c.stage;
  } else if (kind == ButtonKind::plain) {
    ui.fill(area, touch.hovered ? c.rail : c.panel, radius);
    ui.outline(area, c.strong_line, ui.hairline(), radius);
  } else if (touch.hovered) {
    ui.fill(area, c.rail, radius);
  }
  if (touch.focused) ui.focus_ring(area, radius);
  ui.text(area, Align::centre, kind == ButtonKind::primary ? type::control_hot : type::control, text, label);
  return touch.clicked;
}

float small_button_width(const Ui& ui, std::string_view label) {
  return ui.width(type::caption_hot, label) + ui.px(16);
}

bool small_button(Ui& ui, const std::string& id, float left, float middle_y, const std::string& label,
                  const char* hint, bool on) {
  const Palette& c = ui.colours();
  const Area area =
      Area::at(left, std::round(middle_y - ui.px(12)), small_button_width(ui, label), ui.px(24));
  const Touch touch = ui.target(id, area);
  ui.tell_item("", on ? say("on") : "");
  if (on || touch.hovered) ui.fill(area, on ? c.focus_band : c.rail, ui.px(6));
  ui.outline(area, on ? c.focus : c.hairline, ui.hairline(), ui.px(6));
  ui.text(area, Align::centre, type::caption_hot, on ? c.ink : c.text_2, label);
  if (touch.focused) ui.focus_ring(area.outset(ui.px(2)), ui.px(6));
  if (touch.hovered) {
    ui.hand();
    ui.tooltip(hint);
  }
  return touch.clicked;
}

namespace {

// Where the keyboard is within each thing that is several, as long as the same one of them is chosen.
struct FocusWithin {
  struct At {
    int chosen = -1, at = 0;
  };
  std::map<std::string, At, std::less<>> of;
};

// The nearest one above or below.
int next_upright(const std::vector<Area>& places, int from, float way) {
  const Area& here = places[static_cast<std::size_t>(from)];
  int best = from;
  float least = 0;
  for (int i = 0; i < static_cast<int>(places.size()); ++i) {
    const Area& each = places[static_cast<std::size_t>(i)];
    const float along = (each.middle_y() - here.middle_y()) * way;
    if (along < here.height() / 2) continue;
    const float far = along + std::fabs(each.middle_x() - here.middle_x());
    if (best != from && far >= least) continue;
    best = i;
    least = far;
  }
  return best;
}

}  // namespace

OneOfMany press_one_of(Ui& ui, const std::string& id, const std::vector<Area>& places, int chosen) {
  OneOfMany found;
  if (places.empty()) return found;
  Area all = places.front();
  for (const Area& each : places)
    all = {std::min(all.left, each.left), std::min(all.top, each.top), std::max(all.right, each.right),
           std::max(all.bottom, each.bottom)};
  const Touch touch = ui.surface(id, all);
  const int last = static_cast<int>(places.size()) - 1;
  if (touch.focused) {
    FocusWithin::At& within = ui.state<FocusWithin>().of[id];
    if (within.chosen != chosen) within = {chosen, std::max(chosen, 0)};
    const int along = ui.take(Key::right) - ui.take(Key::left);
    within.at = std::clamp(within.at + along, 0, last);
    for (int down = ui.take(Key::down); down > 0; --down) within.at = next_upright(places, within.at, 1);
    for (int up = ui.take(Key::up); up > 0; --up) within.at = next_upright(places, within.at, -1);
    found.pointed = within.at;
    ui.focus_ring(places[static_cast<std::size_t>(within.at)], ui.px(6));
  } else if (touch.hovered) {
    const auto at = std::find_if(places.begin(), places.end(), [&](const Area& each) {
      return each.outset(ui.px(3)).contains(ui.mouse());
    });
    if (at != places.end()) {
      found.pointed = static_cast<int>(at - places.begin());
      ui.hand();
    }
  }
  if (!touch.clicked) return found;
  found.clicked = found.pointed;
  found.beside = found.pointed < 0;
  return found;
}

namespace {

Type choice_face(bool hot, bool large) {
  if (large) return {hot ? Face::bold : Face::regular, 23};
  return hot ? type::label_hot : type::label;
}

float choice_width(const Ui& ui, const Choice& choice, bool large = false) {
  return ui.width(choice_face(true, large), choice.label) + ui.px(choice.beside);
}

constexpr float row_of_choices = 35;  // of several: apart enough for a finger

// How many stand in each row.
std::vector<int> rows_of_choices(const Ui& ui, std::span<const Choice> choices, float width) {
  std::vector<int> rows{0};
  float x = ui.px(6);
  for (const Choice& choice : choices) {
    const float wide = choice_width(ui, choice);
    if (rows.back() > 0 && x + wide > width + ui.px(0.5F)) {
      rows.push_back(0);
      x = ui.px(6);
    }
    x += wide;
    ++rows.back();
  }
  return rows;
}

struct PlacedChoices {
  Area ground;
  std::vector<Area> places;
};

// As wide as each needs, from the left.
PlacedChoices placed_choices(const Ui& ui, const Area& area, std::span<const Choice> list) {
  std::vector<int> rows = rows_of_choices(ui, list, area.width());
  const float inside = area.height() - ui.px(6);
  if (inside < ui.px(20) * static_cast<float>(rows.size())) rows = {static_cast<int>(list.size())};
  float high = inside / static_cast<float>(rows.size());
  if (rows.size() > 1) high = std::min(high, ui.px(row_of_choices));
  PlacedChoices placed{area, {}};
  placed.ground.bottom = area.top + high * static_cast<float>(rows.size()) + ui.px(6);
  float y = area.top + ui.px(3);
  std::size_t next = 0;
  for (const int in_row : rows) {
    float x = area.left + ui.px(3);
    for (int i = 0; i < in_row; ++i) {
      placed.places.push_back(Area::at(x, y, choice_width(ui, list[next++]), high));
      x = placed.places.back().right;
    }
    y += high;
  }
  return placed;
}

// All of the area: side by side, each with its share of the room, else in two rows of equal columns.
PlacedChoices filled_choices(const Ui& ui, const Area& area, std::span<const Choice> list, bool large) {
  PlacedChoices placed{area, {}};
  const Area inside = area.inset(ui.px(3));
  const float own = choices_width(ui, list, large);
  const bool two = own > area.width() + ui.px(0.5F) && inside.height() >= ui.px(40);
  const std::size_t in_row = two ? (list.size() + 1) / 2 : list.size();
  const float high = two ? inside.height() / 2 : inside.height();
  float x = inside.left;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i == in_row) x = inside.left;
    const float wide = two ? inside.width() / static_cast<float>(in_row)
                           : inside.width() * choice_width(ui, list[i], large) / (own - ui.px(6));
    placed.places.push_back(Area::at(x, inside.top + (i < in_row ? 0 : high), wide, high));
    x = placed.places.back().right;
  }
  return placed;
}

}  // namespace

float choices_width(const Ui& ui, std::span<const Choice> choices, bool large) {
  float wide = ui.px(6);
  for (const Choice& choice : choices) wide += choice_width(ui, choice, large);
  return wide;
}

float choices_height(const Ui& ui, std::span<const Choice> choices, float width, float row) {
  const auto rows = static_cast<float>(rows_of_choices(ui, choices, width).size());
  return rows > 1 ? ui.px(row_of_choices) * rows + ui.px(6) : row;
}

int choices(Ui& ui, std::string_view id, const Area& area, std::span<const Choice> list, int chosen,
            const ChoicesLook& look) {
  if (ui.exporting()) return -1;
  const Palette& c = ui.colours();
  const auto [ground, places] =
      look.one_stop ? filled_choices(ui, area, list, look.large) : placed_choices(ui, area, list);
  ui.fill(ground, mix(c.rail, c.hairline, 0.5F), ui.px(7));
  const OneOfMany all = look.one_stop ? press_one_of(ui, std::string(id), places, chosen) : OneOfMany();
  int pressed = all.clicked;
  for (int i = 0; i < static_cast<int>(list.size()); ++i) {
    const Choice& choice = list[i];
    const Area& cell = places[static_cast<std::size_t>(i)];
    if (!choice.enabled) {
      ui.text(cell, Align::centre, type::label, c.text_3, choice.label);
      if (ui.hovered(cell) && !choice.hint.empty()) ui.tooltip(choice.hint);
      continue;
    }
    const Touch touch = look.one_stop ? Touch{.hovered = i == all.pointed}
                                      : ui.target(std::string(id) + "/" + choice.id, cell);
    if (i == chosen || !look.one_stop)
      ui.tell_item(look.one_stop ? "" : choice.whole, i != chosen     ? ""
                                                      : look.one_stop ? choice.label
                                                                      : say("chosen"));
    if (touch.hovered && i != chosen) ui.hand();
    if (touch.hovered && !choice.whole.empty()) ui.tooltip(choice.whole);
    if (i == chosen) {
      ui.fill(cell, c.panel, ui.px(5));
      ui.outline(cell, c.strong_line, ui.hairline(), ui.px(5));
    } else if (touch.hovered) {
      ui.fill(cell, c.hairline, ui.px(5));
    }
    if (touch.focused) ui.focus_ring(cell, ui.px(5));
    ui.text(cell, Align::centre, choice_face(i == chosen, look.large),
            choice.colour.value_or(i == chosen ? c.ink : c.text_2), choice.label);
    if (touch.clicked) pressed = i;
  }
  return pressed;
}

bool tab(Ui& ui, std::string_view id, const Area& area, std::string_view label, bool chosen) {
  const Palette& c = ui.colours();
  const Touch touch = ui.target(id, area);
  ui.tell_item("", chosen ? say("chosen") : "");
  if (touch.hovered && !chosen) ui.hand();
  if (touch.focused) ui.focus_ring(area.inset(ui.px(4), ui.px(10)), ui.px(6));
  ui.text(area, Align::centre, chosen ? type::control_hot : type::control,
          chosen || touch.hovered ? c.ink : c.text_2, label);
  if (chosen) {
    const float wide = ui.width(type::control_hot, label) + ui.px(8);
    ui.fill(Area::at(area.middle_x() - wide / 2, area.bottom - ui.px(3), wide, ui.px(3)), c.ink, ui.px(1));
  }
  return touch.clicked;
}

float tag(Ui& ui, float x, float middle_y, std::string_view label, Rgb text, Rgb ground) {
  const float wide = ui.width(type::caption, label) + ui.px(16);
  const Area area = Area::at(x, std::round(middle_y - ui.px(10)), wide, ui.px(20));
  ui.fill(area, ground, ui.px(10));
  ui.text(area, Align::centre, type::caption, text, label);
  return area.right;
}

void share_bar(Ui& ui, const Area& area, float share, Rgb colour) {
  const Palette& c = ui.colours();
  ui.fill(area, mix(c.hairline, c.stage, 0.2F), area.height() / 2);
  const float wide = std::clamp(share, 0.0F, 1.0F) * area.width();
  if (share > 0) {
    ui.fill(Area::at(area.left, area.top, std::max(wide, ui.px(1.5F)), area.height()), colour,
            wide < area.height() ? 0 : area.height() / 2);
  }
}

void line_of_text(Ui& ui, const Area& area, Type type, Rgb colour, const std::string& text) {
  const std::string shown = ui.shortened(type, text, area.width());
  ui.text(area, Align::left, type, colour, shown);
  if (shown != text && ui.hovered(area)) ui.tooltip(text);
}

void cross_mark(Ui& ui, ImVec2 centre, Rgb colour) {
  const float s = ui.px(4);
  ui.lines(std::array<ImVec2, 2>{{{centre.x - s, centre.y - s}, {centre.x + s, centre.y + s}}}, colour,
           ui.px(1.5F));
  ui.lines(std::array<ImVec2, 2>{{{centre.x - s, centre.y + s}, {centre.x + s, centre.y - s}}}, colour,
           ui.px(1.5F));
}

void scroll_bar(Ui& ui, const Area& area, float content, float offset) {
  if (content <= area.height()) return;
  const float share = area.height() / content;
  ui.fill(Area::at(area.right - ui.px(3), area.top + offset * share, ui.px(3), area.height() * share),
          ui.colours().strong_line, ui.px(1.5F));
}

void more_beyond(Ui& ui, const Area& area, Beyond side, Rgb ground) {
  constexpr int steps = 12;
  const bool level = side == Beyond::left || side == Beyond::right;
  const float way = side == Beyond::right || side == Beyond::below ? 1.0F : -1.0F;
  const float end = side == Beyond::left    ? area.left
                    : side == Beyond::right ? area.right
                    : side == Beyond::above ? area.top
                                            : area.bottom;
  for (int i = 0; i < steps; ++i) {
    const float from = end - way * ui.px(36) * static_cast<float>(i + 1) / steps;
    const float low = std::min(from, end);
    const float high = std::max(from, end);
    ui.fill(level ? Area{low, area.top, high, area.bottom} : Area{area.left, low, area.right, high}, ground,
            0, 0.22F);
  }
  const float tip = end - way * ui.px(4);
  const float back = tip - way * ui.px(5);
  const float half = ui.px(6);
  const float x = area.middle_x();
  const float y = area.middle_y();
  if (level) {
    ui.lines(std::array<ImVec2, 3>{{{back, y - half}, {tip, y}, {back, y + half}}}, ui.colours().ink,
             ui.px(2));
  } else {
    ui.lines(std::array<ImVec2, 3>{{{x - half, back}, {x, tip}, {x + half, back}}}, ui.colours().ink,
             ui.px(2));
  }
}

float toggle_width(const Ui& ui) { return ui.px(32); }

bool toggle(Ui& ui, std::string_view id, float left, float middle_y, bool on) {
  const Palette& c = ui.colours();
  const Area pill = Area::at(left, std::round(middle_y - ui.px(9)), toggle_width(ui), ui.px(18));
  const Touch touch = ui.press(id, pill.outset(ui.px(3)), {.radius = ui.px(9), .ring = pill});
  ui.tell_item("", on ? say("on") : say("off"));
  const float radius = pill.height() / 2;
  if (on) {
    ui.fill(pill, touch.hovered ? mix(c.ink, c.stage, 0.15F) : c.ink, radius);
  } else {
    ui.fill(pill, c.panel, radius);
    ui.outline(pill, c.text_3, ui.px(1.5F), radius);
  }
  ui.disc({on ? pill.right - radius : pill.left + radius, pill.middle_y()}, ui.px(5.5F),
          on ? c.stage : c.text_3);
  return touch.clicked;
}

std::optional<float> drag_share(Ui& ui, std::string_view id, const Area& area, float share) {
  const Touch touch = ui.press(id, area, {.radius = ui.px(4)});
  constexpr float step = 0.05F;
  share = std::clamp(share, 0.0F, 1.0F);
  float moved = share + step * static_cast<float>(ui.nudges(id));
  if (touch.held) moved = (ui.mouse().x - area.left) / area.width();
  moved = std::clamp(moved, 0.0F, 1.0F);
  // Less than half a pixel is where it is.
  if (std::fabs(moved - share) * area.width() < 0.5F) return std::nullopt;
  return moved;
}

namespace {

void draw_track(Ui& ui, const Area& area, float share, float usual) {
  const Palette& c = ui.colours();
  const float x = std::round(area.left + area.width() * std::clamp(share, 0.0F, 1.0F));
  const float mark = std::round(area.left + area.width() * usual);
  const float y = std::round(area.middle_y());
  ui.line(area.left, y, area.right, y, c.strong_line, ui.px(2));
  ui.line(std::min(x, mark), y, std::max(x, mark), y, c.ink, ui.px(2));
  ui.line(mark, y - ui.px(6), mark, y + ui.px(6), c.text_3, ui.hairline());
  ui.disc({x, y}, ui.px(7), c.panel);
  ui.circle({x, y}, ui.px(7), c.ink, ui.px(2));
}

}  // namespace

std::optional<float> slide(Ui& ui, std::string_view id, const Area& area, float share, float usual) {
  const std::optional<float> moved = drag_share(ui, id, area, share);
  draw_track(ui, area, share, usual);
  return moved;
}

float number_slide_height(const Ui& ui) { return ui.px(40); }

std::optional<double> number_slide(Ui& ui, std::string_view id, const Area& area, const NumberSlide& slide) {
  const Palette& c = ui.colours();
  const auto along = [&](double value) { return slide.logarithmic ? std::log(value) : value; };
  const double from = along(slide.lowest);
  const double length = along(slide.highest) - from;
  const auto share = [&](double value) {
    return length > 0
               ? static_cast<float>((along(std::clamp(value, slide.lowest, slide.highest)) - from) / length)
               : 0.0F;
  };
  Area rest = area;
  const Area words = rest.cut_top(ui.px(18));
  const std::string number =
      slide.text.empty() ? significant_text(static_cast<float>(slide.value)) : slide.text;
  const float room = words.width() - ui.width(type::number_hot, number) - ui.px(8);
  const std::string label = ui.shortened(type::label, slide.label, room);
  ui.text(words, Align::left, type::label, c.text_2, label);
  if (ui.exporting()) {  // a picture states the number, and has nothing to drag
    ui.text(words.left + ui.width(type::label, label) + ui.px(8), words.middle_y(), type::number_hot, c.ink,
            number);
    return std::nullopt;
  }
  ui.text(words, Align::right, type::number_hot, c.ink, number);
  const Area track = rest.cut_top(ui.px(22));
  const Touch touch = ui.target(id, track);
  ui.tell_item(slide.label, number);
  if (touch.hovered) ui.hand();
  // Around the track alone: the words above it stay clear.
  if (touch.focused) ui.focus_ring(track.inset(0, ui.px(4)), ui.px(7));
  draw_track(ui, track.inset(ui.px(7), 0), share(slide.value), share(slide.usual));
  double moved = slide.value;
  if (const int nudges = ui.nudges(id); nudges != 0) {
    moved = slide.logarithmic ? slide.value * std::pow(2, nudges) : slide.value + slide.step * nudges;
  } else if (touch.held) {
    const Area inner = track.inset(ui.px(7), 0);
    const double at =
        static_cast<double>(std::clamp((ui.mouse().x - inner.left) / inner.width(), 0.0F, 1.0F));
    moved = from + at * length;
    if (slide.logarithmic) moved = std::exp(moved);
  }
  moved = std::clamp(std::round(moved / slide.step) * slide.step, slide.lowest, slide.highest);
  if (std::fabs(moved - slide.value) < slide.step / 2) return std::nullopt;
  return moved;
}

}  // namespace headlight
