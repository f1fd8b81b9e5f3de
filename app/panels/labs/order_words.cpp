// The words as chips to be dragged, and buttons that move all of them.
#include <algorithm>
#include <cmath>

#include "app/panels/hover.h"
#include "app/panels/labs/order_drawing.h"
#include "app/widgets/controls.h"
#include "core/labs/general_attention.h"
#include "core/labs/order.h"

namespace headlight {
namespace {

void set_order(const PanelContext& context, std::vector<int> order) {
  if (std::is_sorted(order.begin(), order.end())) order.clear();
  change_labs(context, [&order](Labs& labs) { labs.get<OrderLab>().order = std::move(order); });
}

std::vector<int> with_moved(std::vector<int> order, int from, int to) {
  const int word = order[static_cast<std::size_t>(from)];
  order.erase(order.begin() + from);
  order.insert(order.begin() + to, word);
  return order;
}

// The chips line after line, in the largest type that needs at most two lines.
struct ChipFlow {
  Type face{Face::medium, 16};
  float tall = 0, height = 0;
  std::vector<Area> places;
};

ChipFlow flow_chips(const Ui& ui, const std::vector<std::string>& words, const Area& area) {
  ChipFlow flow;
  for (const int size : {16, 14, 12}) {
    flow.face = {Face::medium, size};
    flow.tall = ui.px(static_cast<float>(size) + 14);
    flow.places.clear();
    float x = area.left;
    float y = area.top;
    for (const std::string& word : words) {
      const float wide = std::round(ui.width({Face::semibold, size}, word) + ui.px(size < 14 ? 10 : 18));
      if (x > area.left && x + wide > area.right) {
        x = area.left;
        y += flow.tall + ui.px(5);
      }
      flow.places.push_back(Area::at(x, y, wide, flow.tall));
      x += wide + ui.px(size < 14 ? 3 : 6);
    }
    flow.height = y + flow.tall - area.top;
    if (flow.height <= 2 * flow.tall + ui.px(5)) break;
  }
  return flow;
}

// Where a chip that is held goes: past the middle of another one on the same line, or onto one of another
// line.
int place_under(const ChipFlow& flow, int from, ImVec2 mouse) {
  const Area& own = flow.places[static_cast<std::size_t>(from)];
  for (int i = 0; i < static_cast<int>(flow.places.size()); ++i) {
    const Area& place = flow.places[static_cast<std::size_t>(i)];
    if (i == from || mouse.y < place.top - 3 || mouse.y > place.bottom + 3) continue;
    if (place.top != own.top) {
      if (mouse.x >= place.left && mouse.x < place.right) return i;
      continue;
    }
    if (i < from && mouse.x < place.middle_x()) return i;
  }
  for (int i = static_cast<int>(flow.places.size()) - 1; i > from; --i) {
    const Area& place = flow.places[static_cast<std::size_t>(i)];
    if (place.top == own.top && mouse.x > place.middle_x() && mouse.y >= own.top - 3 &&
        mouse.y <= own.bottom + 3)
      return i;
  }
  return from;
}

// Another one with each press, the same in each session.
std::vector<int> next_shuffle(const std::vector<int>& order) {
  std::uint64_t seed = 7;
  for (const int word : order) seed = seed * 31 + static_cast<std::uint64_t>(word);
  return shuffled_order(static_cast<int>(order.size()), seed % 99991 + 1);
}

// At the right end of a row; returns their left end.
float draw_buttons(const PanelContext& context, const Area& row, const std::vector<int>& order) {
  Ui& ui = context.ui;
  float right = row.right;
  if (ui.exporting()) return right;
  const auto press = [&](const char* label, ButtonKind kind, bool enabled) {
    const float wide = button_width(ui, label);
    right -= wide;
    const bool pressed = button(ui, std::string("order/") + label, Area::at(right, row.top, wide, ui.px(30)),
                                label, kind, enabled);
    right -= ui.px(8);
    return pressed;
  };
  const bool moved = !std::is_sorted(order.begin(), order.end());
  const bool several = order.size() > 1;
  // The first move is made obvious.
  const ButtonKind reverse = several && !moved ? ButtonKind::primary : ButtonKind::plain;
  if (press("As written", ButtonKind::plain, moved)) set_order(context, {});
  if (press("Shuffle", ButtonKind::plain, several)) set_order(context, next_shuffle(order));
  if (press("Reverse", reverse, several)) set_order(context, {order.rbegin(), order.rend()});
  return right;
}

}  // namespace

void draw_order_words(const PanelContext& context, Area& area, const std::vector<std::string>& words,
                      const std::vector<int>& order) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float right = draw_buttons(context, area, order);
  const Area room{area.left, area.top, right - ui.px(12), area.bottom};
  const ChipFlow flow = flow_chips(ui, in_order(words, order), room);
  for (int place = 0; place < static_cast<int>(order.size()); ++place) {
    const int word = order[static_cast<std::size_t>(place)];
    const Area& chip = flow.places[static_cast<std::size_t>(place)];
    const std::string id = "slide/order/" + std::to_string(word);
    const Touch touch = ui.item(id, chip);
    const bool away = word != place;
    const bool hot = touch.held || ui.state<Hover>().followed_token == word;
    if (touch.hovered) {
      ui.hand();
      ui.state<Hover>().token = word;
    }
    // While it is dragged nothing may stand over the difference that it makes.
    if (touch.hovered && !touch.held) {
      ui.tooltip("Written at " + std::to_string(word) + ", now at " + std::to_string(place) +
                 ". Drag it, or press ← and →.");
    }
    const Rgb rim = touch.held ? c.ink : away ? c.second_sentence : c.hairline;
    ui.fill(chip, hot ? c.focus_band : away ? c.soft_second : c.panel, ui.px(6));
    ui.outline(chip, rim, touch.held ? ui.px(2) : ui.hairline(), ui.px(6));
    if (touch.focused) ui.focus_ring(chip, ui.px(6));
    ui.text(chip, Align::centre, flow.face, c.ink, words[static_cast<std::size_t>(word)]);
    int to = place;
    if (const int by = ui.nudges(id); by != 0)
      to = std::clamp(place + by, 0, static_cast<int>(order.size()) - 1);
    else if (touch.held)
      to = place_under(flow, place, ui.mouse());
    if (to != place) set_order(context, with_moved(order, place, to));
  }
  area.cut_top(std::max(flow.height, ui.px(30)) + ui.px(14));
}

}  // namespace headlight
