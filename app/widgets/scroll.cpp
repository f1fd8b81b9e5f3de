#include "app/widgets/scroll.h"

#include <algorithm>
#include <map>

#include "app/widgets/controls.h"

namespace headlight {
namespace {

float bar_size(const Ui& ui) { return ui.px(ui.touch() ? 14 : 10); }

// Of the place of a part that scrolls: what shows its content, and the bars.
struct Bars {
  Area seen;
  bool down = false, across = false;
};

Bars bars_of(const Ui& ui, const ScrolledPart& part) {
  Bars bars{part.place};
  const float size = bar_size(ui);
  // One bar takes room from the other direction.
  bars.down = part.tall > part.place.height();
  bars.across = part.wide > part.place.width() - (bars.down ? size : 0);
  bars.down = bars.down || (bars.across && part.tall > part.place.height() - size);
  if (bars.down) bars.seen.right -= size;
  if (bars.across) bars.seen.bottom -= size;
  return bars;
}

float most_along(const ScrolledPart& part, const Area& seen, Ui::Way way) {
  return std::max(0.0F, way == Ui::Way::down ? part.tall - seen.height() : part.wide - seen.width());
}

std::string key_of(std::string_view id, Ui::Way way) {
  return std::string(id) + (way == Ui::Way::down ? "/down" : "/across");
}

void draw_bar(Ui& ui, const ScrolledPart& part, const Bars& bars, Ui::Way way) {
  const Palette& c = ui.colours();
  const bool down = way == Ui::Way::down;
  const float most = most_along(part, bars.seen, way);
  const Area track = down ? Area{bars.seen.right, bars.seen.top, part.place.right, bars.seen.bottom}
                          : Area{bars.seen.left, bars.seen.bottom, bars.seen.right, part.place.bottom};
  const float length = down ? track.height() : track.width();
  const float shown = down ? bars.seen.height() : bars.seen.width();
  const float knob = std::max(ui.px(32), length * shown / (shown + most));
  float& at = ui.state().scroll[key_of(part.id, way)];
  const std::string id = "slide/" + key_of(part.id, way);
  const Touch touch = ui.item(id, track);
  if (touch.held) {
    const float along = down ? ui.mouse().y - track.top : ui.mouse().x - track.left;
    at = most * std::clamp((along - knob / 2) / std::max(1.0F, length - knob), 0.0F, 1.0F) / ui.scale();
    ui.state().again = true;
  }
  at = std::clamp(at + 48 * static_cast<float>(ui.nudges(id)), 0.0F, most / ui.scale());
  const float from = (down ? track.top : track.left) + (length - knob) * ui.px(at) / most;
  const float thin = ui.px(touch.hovered || touch.held ? 2 : 3);
  const Area place = down ? Area{track.left + thin, from, track.right - thin, from + knob}
                          : Area{from, track.top + thin, from + knob, track.bottom - thin};
  ui.fill(place, touch.hovered || touch.held ? c.text_3 : c.strong_line, ui.px(3));
  if (touch.focused) ui.focus_ring(place, ui.px(3));
}

}  // namespace

Area begin_scroll(Ui& ui, std::string_view id, const Area& place, float wide, float tall) {
  ScrolledPart part{std::string(id), place, wide, tall};
  if (ui.exporting()) part.wide = part.tall = 0;
  const Bars bars = bars_of(ui, part);
  Area content = place;
  if (bars.down || bars.across) {
    content = {bars.seen.left, bars.seen.top, std::max(bars.seen.right, bars.seen.left + part.wide),
               std::max(bars.seen.bottom, bars.seen.top + part.tall)};
    for (const Ui::Way way : {Ui::Way::down, Ui::Way::across}) {
      float& at = ui.state().scroll[key_of(id, way)];
      at = std::clamp(at, 0.0F, most_along(part, bars.seen, way) / ui.scale());
      content = content.moved(way == Ui::Way::across ? -ui.px(at) : 0, way == Ui::Way::down ? -ui.px(at) : 0);
    }
  }
  // What fits may reach into the margins around it.
  const bool scrolls = bars.down || bars.across;
  ui.push_clip(scrolls ? bars.seen : ui.clip(), scrolls, scrolls ? content : Area{});
  ui.state().scrolled.push_back(std::move(part));
  return content;
}

void end_scroll(Ui& ui) {
  const ScrolledPart part = std::move(ui.state().scrolled.back());
  ui.state().scrolled.pop_back();
  ui.pop_clip();
  const Bars bars = bars_of(ui, part);
  if (!bars.down && !bars.across) return;
  for (const Ui::Way way : {Ui::Way::down, Ui::Way::across}) {
    if (way == Ui::Way::down ? !bars.down : !bars.across) continue;
    const bool turned = way == Ui::Way::down || !bars.down;
    float& at = ui.state().scroll[key_of(part.id, way)];
    at -= ui.wheel_left(bars.seen, way, turned) * 60;
    at = std::clamp(at, 0.0F, most_along(part, bars.seen, way) / ui.scale());
  }
  // Where the edge cuts between two things nothing else would say that there is more.
  const Rgb ground = ui.colours().stage;
  for (const Ui::Way way : {Ui::Way::down, Ui::Way::across}) {
    if (way == Ui::Way::down ? !bars.down : !bars.across) continue;
    const float at = ui.px(ui.state().scroll[key_of(part.id, way)]);
    const Area edge =
        way == Ui::Way::down
            ? Area{bars.seen.left, bars.seen.bottom - ui.px(24), bars.seen.right, bars.seen.bottom}
            : Area{bars.seen.right - ui.px(24), bars.seen.top, bars.seen.right, bars.seen.bottom};
    if (at + ui.px(1) < most_along(part, bars.seen, way))
      more_beyond(ui, edge, way == Ui::Way::down ? Beyond::below : Beyond::right, ground);
    draw_bar(ui, part, bars, way);
  }
}

namespace {

struct LastFollowed {
  struct Part {
    std::string chosen;
    float rests = 0;  // where it came to rest when that was chosen
  };
  std::map<std::string, Part> parts;
};

}  // namespace

float followed(Ui& ui, const std::string& id, const Following& what) {
  float& at = ui.state().scroll[id];
  LastFollowed::Part& last = ui.state<LastFollowed>().parts[id];
  if (ui.exporting()) return std::clamp(at == last.rests ? what.in_sight(0) : at, 0.0F, what.furthest);
  if (what.furthest > 0) at -= ui.wheel(what.place, what.way) * 60;
  if (last.chosen != what.chosen) {
    last.chosen = what.chosen;
    last.rests = at = std::clamp(what.in_sight(at), 0.0F, what.furthest);
  }
  return at = std::clamp(at, 0.0F, what.furthest);
}

int menu(Ui& ui, std::string_view id, const std::vector<MenuRow>& rows) {
  const Palette& c = ui.colours();
  const Area screen = ui.screen();
  const float line = ui.finger(38);
  float wide = ui.px(180);
  for (const MenuRow& row : rows) {
    wide = std::max(wide, ui.width(type::control_hot, row.label) + ui.px(48) +
                              (row.detail.empty() ? 0 : ui.width(type::caption, row.detail) + ui.px(20)));
  }
  wide = std::min(wide, screen.width() - ui.px(16));
  const float tall = line * static_cast<float>(rows.size()) + ui.px(12);
  const Area& under = ui.state().overlay_opener;
  const float left = std::clamp(under.left, screen.left + ui.px(8), screen.right - ui.px(8) - wide);
  const float top = under.bottom + ui.px(6);
  const Area box = Area::at(left, top, wide, std::min(tall, screen.bottom - ui.px(8) - top));
  ui.begin_layer();
  ui.push_clip(screen);
  ui.fill(box, c.panel, ui.px(10));
  ui.outline(box, c.strong_line, ui.hairline(), ui.px(10));
  ui.state().overlay_area = box;
  Area rest = begin_scroll(ui, id, box.inset(ui.px(6)), 0, tall - ui.px(12));
  int pressed = -1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const MenuRow& row = rows[i];
    const Area place = rest.cut_top(line);
    const Touch touch = ui.target(std::string(id) + "/" + row.label, place);
    if (touch.hovered) {
      ui.hand();
      ui.fill(place, c.rail, ui.px(6));
    }
    if (touch.focused) ui.focus_ring(place.inset(ui.px(4)), ui.px(4));
    if (row.chosen)
      ui.fill({place.left, place.top + ui.px(8), place.left + ui.px(3), place.bottom - ui.px(8)}, c.ink);
    const Area words = place.inset(ui.px(14), 0);
    const Type face = row.chosen ? type::control_hot : type::control;
    const std::string label = ui.shortened(face, row.label, words.width());
    ui.text(words, Align::left, face, row.pale ? c.text_3 : c.ink, label);
    const float room = words.width() - ui.width(face, label) - ui.px(16);
    if (!row.detail.empty() && room > ui.px(24))
      ui.text(words, Align::right, type::caption, c.text_2, ui.shortened(type::caption, row.detail, room));
    if (touch.clicked) pressed = static_cast<int>(i);
  }
  end_scroll(ui);
  ui.pop_clip();
  ui.end_layer();
  const bool beside = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !box.contains(ui.mouse()) &&
                      !under.contains(ui.mouse());
  if (beside || pressed >= 0) ui.state().overlay = Overlay::none;
  return pressed;
}

}  // namespace headlight
