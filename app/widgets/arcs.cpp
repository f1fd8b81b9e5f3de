#include "app/widgets/arcs.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

struct Stroke {
  float thickness;
  float alpha;
};

constexpr float arc_units_per_weight = 10;

// Linear in the weight; what would be too thin to see is drawn thin and pale: present, but plainly tiny.
Stroke stroke(const Ui& ui, float weight, bool quiet) {
  const float thickness = weight * arc_units_per_weight * ui.scale();
  const float least = 0.75F * ui.scale();
  if (thickness < least) return {least, quiet ? 0.10F : 0.35F};
  return {thickness, quiet ? 0.14F : 0.9F};
}

float reach(const ArcField& field, const Arc& arc) {
  const float distance = std::fabs(arc.from - arc.to) / std::max(field.widest, 1.0F);
  // A cubic with both controls at height h has its apex at 3/4 h.
  return field.room / 0.75F * (0.42F + 0.58F * std::min(distance, 1.0F));
}

}  // namespace

void draw_arc(Ui& ui, const ArcField& field, const Arc& arc, Rgb colour) {
  const Stroke s = stroke(ui, arc.weight, arc.quiet);
  const float sign = field.up ? -1.0F : 1.0F;
  if (arc.from == arc.to) {  // a word that looks at itself: a loop beside its middle
    const float h = sign * field.room * 0.5F;
    const float w = ui.px(11);
    ui.curve({{arc.from - ui.px(3), field.y},
              {arc.from - w, field.y + h},
              {arc.from + w, field.y + h},
              {arc.from + ui.px(3), field.y}},
             colour, s.thickness, s.alpha);
    return;
  }
  const float h = sign * reach(field, arc);
  ui.curve({{arc.from, field.y}, {arc.from, field.y + h}, {arc.to, field.y + h}, {arc.to, field.y}}, colour,
           s.thickness, s.alpha);
}

ImVec2 apex(const ArcField& field, const Arc& arc) {
  const float sign = field.up ? -1.0F : 1.0F;
  if (arc.from == arc.to) return {arc.from, field.y + sign * field.room * 0.375F};
  return {(arc.from + arc.to) / 2, field.y + sign * reach(field, arc) * 0.75F};
}

void draw_link(Ui& ui, ImVec2 from, ImVec2 to, float weight, bool quiet, Rgb colour) {
  const Stroke s = stroke(ui, weight, quiet);
  const float half = (from.y + to.y) / 2;
  ui.curve({from, {from.x, half}, {to.x, half}, to}, colour, s.thickness, s.alpha);
}

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
