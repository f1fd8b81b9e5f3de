#include <array>

#include "app/widgets/heatmap_view.h"

namespace headlight {
namespace {

// 32 pieces follow the 256 entries closely. Upright, the high end is above.
void ramp(Ui& ui, const Area& area, Ramp kind, bool upright) {
  const ColourMap& map = colour_map(kind, ui.theme());
  std::array<Rgb, 33> colours;
  for (std::size_t i = 0; i < colours.size(); ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(colours.size() - 1);
    colours[i] = colour_at(map, upright ? 1 - share : share);
  }
  ui.gradient(area, colours, !upright);
}

}  // namespace

float colour_bar_width(const Ui& ui, const Scale& scale) {
  const bool sign = scale.ramp == Ramp::diverging;
  float numbers = 0;
  for (const float at : {scale.low, (scale.low + scale.high) / 2, scale.high})
    numbers = std::max(numbers, ui.width(type::path, tick_text(at, sign)));
  return ui.px(10 + 8) + numbers;
}

void colour_bar(Ui& ui, const Area& area, const Scale& scale) {
  const Palette& c = ui.colours();
  const bool sign = scale.ramp == Ramp::diverging;
  const Area bar = Area::at(area.left, area.top, ui.px(10), area.height());
  ramp(ui, bar, scale.ramp, true);
  const std::array<float, 3> at = {scale.low, (scale.low + scale.high) / 2, scale.high};
  for (int i = 0; i < 3; ++i) {
    const float y = bar.bottom - bar.height() * static_cast<float>(i) / 2;
    ui.line(bar.right, y, bar.right + ui.px(4), y, c.strong_line, ui.hairline());
    ui.text(bar.right + ui.px(8), y, type::path, c.text_2, tick_text(at[static_cast<std::size_t>(i)], sign));
  }
  if (!scale.label.empty()) ui.text(bar.left, bar.top - ui.px(17), type::caption, c.text_3, scale.label);
}

float level_colour_bar_width(const Ui& ui, const std::string& label, const Scale& scale) {
  const bool sign = scale.ramp == Ramp::diverging;
  return ui.width(type::caption, label) + ui.width(type::path, tick_text(scale.low, sign)) +
         ui.width(type::path, tick_text(scale.high, sign)) + ui.px(80 + 12 + 16);
}

void level_colour_bar(Ui& ui, float left, float middle_y, const std::string& label, const Scale& scale) {
  const Palette& c = ui.colours();
  const bool sign = scale.ramp == Ramp::diverging;
  float x = ui.text(left, middle_y, type::caption, c.text_3, label) + ui.px(12);
  x = ui.text(x, middle_y, type::path, c.text_2, tick_text(scale.low, sign)) + ui.px(8);
  const Area bar = Area::at(std::round(x), std::round(middle_y - ui.px(4)), ui.px(80), ui.px(8));
  ramp(ui, bar, scale.ramp, false);
  ui.text(bar.right + ui.px(8), middle_y, type::path, c.text_2, tick_text(scale.high, sign));
}

}  // namespace headlight
