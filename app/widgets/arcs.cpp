#include "app/widgets/arcs.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
Area weight_pill_area(const Ui& ui, ImVec2 centre, const std::string& number, const PillSize& size) {
  const float wide = ui.width(size.face, number) + ui.px(size.wider);
  const float tall = ui.px(size.height);
  return Area::at(std::round(centre.x - wide / 2), std::round(centre.y - tall / 2), wide, tall);
}

void weight_pill(Ui& ui, const Area& area, const std::string& number, Rgb colour, const PillSize& size) {
  ui.fill(area, ui.colours().panel, area.height() / 2);
  ui.outline(area, colour, ui.px(size.outline), area.height() / 2);
  ui.text(area, Align::centre, size.face, colour, number);
}

void draw_weight_pills(Ui& ui, std::vector<WeightPill> pills, std::vector<Area> taken, const PillSize& size) {
  std::stable_sort(pills.begin(), pills.end(),
                   [](const WeightPill& a, const WeightPill& b) { return a.weight > b.weight; });
  std::vector<std::pair<const WeightPill*, Area>> shown;
  for (const WeightPill& pill : pills) {
    for (const ImVec2 centre : pill.centres) {
      const Area area = weight_pill_area(ui, centre, pill.text, size);
      if (std::any_of(taken.begin(), taken.end(), [&](const Area& other) { return other.overlaps(area); }))
        continue;
      const ImVec2 best = pill.centres.front();
      if (pill.tie && !area.contains(best))
        ui.line(best.x, best.y, area.middle_x(), area.middle_y(), *pill.tie, ui.px(1));
      shown.emplace_back(&pill, area);
      taken.push_back(area);
      break;
    }
  }
  for (const auto& [pill, area] : shown) weight_pill(ui, area, pill->text, pill->colour, size);
}

}  // namespace headlight
