#include "app/widgets/chips.h"

#include <algorithm>

namespace headlight {

ChipColumns lay_out_chips(const Ui& ui, const std::vector<std::vector<std::string>>& words_by_column,
                          float left, float width, int largest) {
  ChipColumns columns;
  const int smallest = *std::min_element(std::begin(chip_sizes), std::end(chip_sizes));
  for (const int size : chip_sizes) {
    if (size > largest) continue;
    const bool small = size < 16;
    const float gap = ui.px(size < 14 ? 3 : small ? 4 : 8);
    const float pad = ui.px(size < 14 ? 4 : small ? 5 : size < 20 ? 8 : 11);
    columns.plain = {Face::medium, size};
    columns.hot = {Face::semibold, size};
    columns.height = ui.px(static_cast<float>(size) + 18);
    columns.places.clear();
    float x = 0;
    for (const std::vector<std::string>& words : words_by_column) {
      if (x - gap > width && size != smallest) break;
      float wide = ui.px(24);
      for (const std::string& word : words) wide = std::max(wide, ui.width(columns.hot, word));
      columns.places.push_back({x, 0, std::round(x + wide + 2 * pad), 0});
      x = columns.places.back().right + gap;
    }
    columns.width = x - gap;
    if (columns.width <= width) break;
  }
  const float shift = left + std::max(0.0F, std::round((width - columns.width) / 2));
  for (Area& place : columns.places) place = place.moved(shift, 0);
  return columns;
}

Area chip_area(const Ui&, const ChipColumns& columns, int column, const std::string&, float top) {
  const Area& place = columns.places.at(column);
  return {place.left, top, place.right, top + columns.height};
}

Touch chip(Ui& ui, const std::string& id, const ChipColumns& columns, const Area& area, const Chip& chip,
           bool can_open) {
  const Palette& c = ui.colours();
  const float radius = ui.px(6);
  const Touch touch = ui.item(id, area);
  Rgb ground = touch.hovered ? c.rail : c.panel;
  Rgb text = c.ink;
  Rgb line = touch.hovered ? c.strong_line : c.hairline;
  float thickness = ui.hairline();
  switch (chip.look) {
    case ChipLook::plain:
      break;
    case ChipLook::quiet:
      text = c.text_2;
      break;
    case ChipLook::focus:
      ground = c.focus;
      text = c.ink;
      line = c.ink;
      if (ui.theme() == Theme::dark) text = c.stage;
      thickness = ui.px(1.5F);
      break;
    case ChipLook::first:
      ground = c.soft_first;
      text = line = c.first_sentence;
      thickness = ui.px(1.5F);
      break;
    case ChipLook::second:
      ground = c.soft_second;
      text = line = c.second_sentence;
      thickness = ui.px(1.5F);
      break;
  }
  const bool hot = chip.read || (chip.look != ChipLook::plain && chip.look != ChipLook::quiet);
  ui.fill(area, ground, radius);
  ui.outline(area, line, thickness, radius);
  if (chip.read) {
    const Area stroke{area.left + ui.px(5), area.bottom - ui.px(6), area.right - ui.px(5),
                      area.bottom - ui.px(3)};
    ui.fill(stroke, *chip.read, ui.px(1.5F));
  }
  if (touch.focused) ui.focus_ring(area, radius);
  ui.text(area, Align::centre, hot ? columns.hot : columns.plain, text, chip.word);
  if (touch.hovered && can_open) ui.hand();
  return touch;
}

}  // namespace headlight
