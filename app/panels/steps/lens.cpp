#include "app/panels/steps/lens.h"

#include <algorithm>
#include <cmath>

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
    const Touch touch = ui.item(by > 0 ? "zoom in" : "zoom out", area, possible);
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

}  // namespace headlight
