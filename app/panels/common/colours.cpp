#include "app/panels/common/colours.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "app/session/action.h"
#include "app/session/session_figure.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"

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
  const std::optional<int> sink = sink_column(*map);
  return all[map.get()] = {map, ranges_of(*map), sink, faint_weights(*map, sink)};
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

namespace {

std::string said_of(const FaintWeights& faint, const std::string& but_for) {
  if (faint.faint == faint.rows)
    return but_for + "the largest weight here is " + significant_text(faint.largest, 2) + ".";
  return but_for + "in " + count_text(faint.faint) + " of " + count_text(faint.rows) +
         " rows no weight is above " + significant_text(FaintWeights::below, 2) + ".";
}

}  // namespace

void offer_colours(const PanelContext& context, const std::string& id, std::span<const HeatmapPtr> maps,
                   Area& area) {
  Ui& ui = context.ui;
  if (ui.exporting() || maps.empty() || area.height() < ui.px(160)) return;
  FaintWeights all;
  ValueRange others;
  bool sink = !maps.empty();
  for (const HeatmapPtr& map : maps) {
    const MapNumbers& known = numbers_of(ui, map);
    if (!known.faint) return;
    all.rows += known.faint->rows;
    all.faint += known.faint->faint;
    all.largest = std::max(all.largest, known.faint->largest);
    all.high = std::max(all.high, known.faint->high);
    others.add(known.ranges, known.sink);
    sink = sink && known.sink;
  }
  std::vector<ColourScale> scales{{}, {.logarithmic = true}, {.own_range = true, .low = 0, .high = all.high}};
  std::vector<std::string> names{"0 to 1", "logarithmic", "0 to " + tick_text(all.high, false)};
  // Without the sink the scale ends with the largest of the others: that helps where it is far from 1.
  constexpr float far_from_one = 0.5F;
  if (sink && others.high < far_from_one) {
    scales.push_back({.without_sink = true});
    names.emplace_back("without the sink");
  }
  std::string said = said_of(all, sink ? "But for the sink, " : "");
  said[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(said[0])));
  std::vector<Choice> kinds;
  for (std::string& name : names) kinds.push_back({std::move(name)});
  while (kinds.size() > 1 && choices_width(ui, kinds) > area.width()) {
    kinds.pop_back();
    scales.pop_back();
  }
  const float wide = choices_width(ui, kinds), gap = ui.px(12);
  const float text = ui.width(type::caption, said) + ui.px(1);
  const bool beside = text + gap + wide <= area.width();
  Area row = area.cut_bottom(ui.finger(30), beside ? ui.px(8) : 0);
  line_of_text(ui, beside ? row.cut_left(text, gap) : area.cut_bottom(ui.px(20), ui.px(8)), type::caption,
               ui.colours().text_2, said);
  const auto now = std::find(scales.begin(), scales.end(), context.session.colour_scale);
  const int pressed = choices(ui, id, row.cut_left(std::min(wide, row.width())), kinds,
                              now == scales.end() ? -1 : static_cast<int>(now - scales.begin()));
  if (pressed >= 0) ui.emit(SetColourScale{scales[static_cast<std::size_t>(pressed)]});
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
