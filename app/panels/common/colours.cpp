#include "app/panels/common/colours.h"

#include <array>
#include <utility>

#include "app/session/session_figure.h"

namespace headlight {
namespace {

constexpr std::size_t most_known = 256;

}  // namespace

const MapNumbers& numbers_of(Ui& ui, const HeatmapPtr& map) {
  auto& all = ui.state<KnownMaps>().all;
  const auto known = all.find(map.get());
  if (known != all.end() && !known->second.map.expired()) return known->second;
  if (all.size() >= most_known) std::erase_if(all, [](const auto& one) { return one.second.map.expired(); });
  if (all.size() >= most_known) all.clear();
  return all[map.get()] = {map, ranges_of(*map), sink_column(*map)};
}

std::vector<Colouring> colourings_of(const PanelContext& context, std::span<const MapToColour> maps) {
  const ColourScale& by = context.session.colour_scale;
  std::vector<Colouring> colourings(maps.size());
  if (by == ColourScale{} || maps.empty()) return colourings;
  ValueRange range;
  bool any_left_out = false;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    if (by.without_sink) colourings[i].left_out = maps[i].left_out;
    any_left_out = any_left_out || colourings[i].left_out.has_value();
    range.add(numbers_of(context.ui, maps[i].map).ranges, colourings[i].left_out);
  }
  for (std::size_t i = 0; i < maps.size(); ++i)
    colourings[i].scale = scale_by(by, maps[i].map->scale, range, any_left_out);
  return colourings;
}

Colouring colouring_of(const PanelContext& context, const HeatmapPtr& map) {
  if (context.session.colour_scale == ColourScale{}) return {};
  const std::array one{MapToColour{map, numbers_of(context.ui, map).sink}};
  return colourings_of(context, one).front();
}

void colour_scale_button(const PanelContext& context, const std::string& id, const Area& bar, ImVec2 arrow) {
  Ui& ui = context.ui;
  if (ui.exporting()) return;
  const Touch touch = ui.item(id, bar);
  const Palette& c = ui.colours();
  if (touch.focused) ui.focus_ring(bar, ui.px(3));
  const float wide = ui.px(3.5F), tall = ui.px(4);
  const std::array<ImVec2, 3> corners{ImVec2(arrow.x - wide, arrow.y - tall / 2),
                                      ImVec2(arrow.x + wide, arrow.y - tall / 2),
                                      ImVec2(arrow.x, arrow.y + tall / 2)};
  ui.polygon(corners, touch.hovered ? c.ink : c.text_3);
  if (touch.hovered) {
    ui.hand();
    ui.tooltip("Colour scale: " + in_words(context.session.colour_scale) + ". Click to change it.");
  }
  if (touch.clicked) {
    ui.state().overlay = Overlay::colour_scale;
    ui.state().again = true;
  }
}

void pressed_colour_bar(const PanelContext& context, const std::string& id, const Area& area,
                        const Scale& scale) {
  Ui& ui = context.ui;
  colour_bar(ui, area, scale);
  const float above = ui.px(scale.more_above ? 22 : 17), label = ui.width(type::caption, scale.label);
  const Area pressed{area.left, area.top - above - ui.px(9),
                     area.left + std::max(colour_bar_width(ui, scale), label + ui.px(12)),
                     area.bottom + ui.px(4)};
  colour_scale_button(context, id, pressed, {area.left + label + ui.px(8), area.top - above + ui.px(1)});
}

void pressed_level_bar(const PanelContext& context, const std::string& id, float left, float middle_y,
                       const std::string& label, const Scale& scale) {
  Ui& ui = context.ui;
  level_colour_bar(ui, left, middle_y, label, scale);
  const Area pressed =
      Area::at(left, middle_y - ui.px(12), level_colour_bar_width(ui, label, scale), ui.px(24));
  colour_scale_button(context, id, pressed,
                      {left + ui.width(type::caption, label) + ui.px(6), middle_y + ui.px(1)});
}

}  // namespace headlight
