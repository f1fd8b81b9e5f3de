// Chosen dimensions as curves over the places.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/labs/positions/positions_shown.h"
#include "core/figure/numbers.h"
#include "core/labs/positions.h"

namespace headlight {
namespace {

// Sinusoids exist between places, too; a table does not.
std::vector<ImVec2> line_of(const PositionsShown& shown, const Heatmap& numbers, int dimension, float left,
                            float cell, float middle, float unit) {
  std::vector<ImVec2> points;
  const bool smooth = shown.lab.kind != Positions::learned;
  constexpr int between = 12;
  const int count = smooth ? (numbers.columns - 1) * between + 1 : numbers.columns;
  for (int i = 0; i < count; ++i) {
    const double place = smooth ? static_cast<double>(i) / between : i;
    const double value =
        smooth ? sinusoid(place, dimension, numbers.rows) : static_cast<double>(numbers.value(dimension, i));
    points.emplace_back(left + cell * (static_cast<float>(place) + 0.5F),
                        middle - unit * static_cast<float>(value));
  }
  return points;
}

struct EndName {
  std::size_t curve;
  float y;
};

}  // namespace

Rgb curve_colour(const PositionsShown& shown, std::size_t curve) {
  const Palette& c = shown.context.ui.colours();
  const std::array colours{c.ink, c.second_sentence, c.first_sentence, c.weights, c.heads, c.value};
  return colours.at(curve % colours.size());
}

void draw_position_curves(const PositionsShown& shown, const Area& area, const Heatmap& numbers, float cell,
                          int position) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const float most = numbers.scale.high;
  const float middle = std::round(area.middle_y());
  const float unit = (area.height() / 2 - ui.px(8)) / most;
  for (const float value : {-most, 0.0F, most}) {
    const float y = std::round(middle - unit * value);
    ui.line(area.left, y, area.right, y, value == 0 ? c.strong_line : c.hairline, ui.hairline());
    ui.text({area.left - ui.px(60), y - ui.px(8), area.left - ui.px(10), y + ui.px(8)}, Align::right,
            type::path, c.text_2, significant_text(value, 2));
  }
  std::vector<EndName> names;
  for (std::size_t i = 0; i < shown.lab.dimensions.size(); ++i) {
    const int dimension = shown.lab.dimensions[i];
    if (dimension >= numbers.rows) continue;
    const Rgb colour = curve_colour(shown, i);
    ui.lines(line_of(shown, numbers, dimension, area.left, cell, middle, unit), colour, ui.px(2));
    const float y = middle - unit * numbers.value(dimension, position);
    ui.disc({area.left + cell * (static_cast<float>(position) + 0.5F), y}, ui.px(4.5F), c.stage);
    ui.disc({area.left + cell * (static_cast<float>(position) + 0.5F), y}, ui.px(3.5F), colour);
    names.push_back({i, middle - unit * numbers.value(dimension, numbers.columns - 1)});
  }
  // Names at the ends, moved apart where they would lie over each other.
  std::sort(names.begin(), names.end(), [](const EndName& a, const EndName& b) { return a.y < b.y; });
  const float line = ui.px(17);
  for (std::size_t i = 1; i < names.size(); ++i) names[i].y = std::max(names[i].y, names[i - 1].y + line);
  float lowest = area.bottom;
  for (std::size_t i = names.size(); i-- > 0; lowest = names[i].y - line)
    names[i].y = std::min(names[i].y, lowest);
  for (const EndName& name : names) {
    const int dimension = shown.lab.dimensions[name.curve];
    const std::string id = "slide/dimension/" + std::to_string(name.curve);
    const Area place = Area::at(area.right + ui.px(4), std::round(name.y - line / 2), ui.px(58), line);
    const Touch touch = ui.item(id, place);
    if (touch.hovered) {
      ui.hand();
      ui.tooltip("Remove this curve; with the keyboard on it, ← → change its dimension");
    }
    if (touch.focused) ui.focus_ring(place, ui.px(4));
    ui.text(place.left + ui.px(6), place.middle_y(), type::caption_hot, curve_colour(shown, name.curve),
            "dim " + std::to_string(dimension));
    const int moved = std::clamp(dimension + ui.nudges(id), 0, numbers.rows - 1);
    const bool take_away = touch.clicked && shown.lab.dimensions.size() > 1;
    if (moved == dimension && !take_away) continue;
    change_labs(shown.context, [&](Labs& labs) {
      std::vector<int>& drawn = labs.get<PositionsLab>().dimensions;
      if (name.curve >= drawn.size()) return;
      if (take_away) {
        drawn.erase(drawn.begin() + static_cast<std::ptrdiff_t>(name.curve));
      } else {
        drawn[name.curve] = moved;
      }
    });
  }
  if (!ui.hovered(area) || ui.exporting()) return;
  const int under = std::clamp(static_cast<int>((ui.mouse().x - area.left) / cell), 0, numbers.columns - 1);
  std::vector<RichText> lines{"position " + std::to_string(under) +
                              (under < shown.tokens() ? ", " + shown.word(under) : "")};
  for (const int dimension : shown.lab.dimensions) {
    if (dimension < numbers.rows)
      lines.emplace_back("dimension " + std::to_string(dimension) + "  " +
                         significant_text(numbers.value(dimension, under), 4));
  }
  ui.tooltip(lines);
}

}  // namespace headlight
