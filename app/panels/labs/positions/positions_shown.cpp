#include "app/panels/labs/positions/positions_shown.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/levers.h"
#include "core/figure/numbers.h"

namespace headlight {

HeatmapPtr PositionsShown::map(const std::string& name) const {
  const auto found = work.maps.find(name + " " + std::to_string(side));
  return found == work.maps.end() ? nullptr : found->second;
}

std::optional<CellAt> open_cell_of(const PositionsShown& shown, const std::string& path) {
  const std::vector<CellName>& trail = shown.context.session.trail;
  if (trail.empty() || trail.back().path != path) return std::nullopt;
  return CellAt{trail.back().row, trail.back().col};
}

std::vector<int> pairs_shown(int pairs, int most) {
  std::vector<int> chosen;
  for (int i = 0; i < most; ++i) {
    // Every second one at first, then further and further apart.
    const double share = static_cast<double>(i) / most;
    const int pair = static_cast<int>(pairs * share * (0.5 + 0.5 * share));
    if (chosen.empty() || pair > chosen.back()) chosen.push_back(pair);
  }
  return chosen;
}

Area titled_map(const PositionsShown& shown, const Area& area, const HeatmapPtr& map, const TitledMap& look) {
  Ui& ui = shown.context.ui;
  const float labels = look.row_labels ? row_labels_width(ui, *map) : 0;
  const float bar = look.bar ? colour_bar_width(ui, map->scale) + ui.px(20) : 0;
  const float room = area.width() - labels - bar;
  ImVec2 cell(ui.px(30), ui.px(30));
  float top = 0;
  // Smaller cells turn their labels further, which then need more room: settled in a few rounds.
  for (int round = 0; round < 3; ++round) {
    top = ui.px(24) + (look.column_labels ? column_labels_height(ui, *map, cell.x) + ui.px(4) : ui.px(2));
    const auto size = [&](float pixels, int count) {
      return std::clamp(std::floor(pixels / static_cast<float>(count)), ui.px(2), ui.px(look.largest));
    };
    const float wide = size(room, map->columns), tall = size(area.height() - top, map->rows);
    cell = {std::min(wide, std::floor(tall * 1.7F)), std::min(tall, std::floor(wide * 1.4F))};
  }
  const Area cells = Area::at(area.left + labels, area.top + top, cell.x * static_cast<float>(map->columns),
                              cell.y * static_cast<float>(map->rows));
  ui.rich(look.row_labels ? area.left : cells.left, area.top + ui.px(9), type::label, type::label_hot,
          look.title);
  HeatmapLook how{.row_labels = look.row_labels,
                  .column_labels = look.column_labels,
                  .row_label_width = labels,
                  .focus_row = look.focus_row,
                  .node_path = look.path};
  if (!look.path.empty()) how.selected = open_cell_of(shown, look.path);
  if (look.focus_row && *look.focus_row < map->rows)
    focus_band(ui, cells.left - labels, cells.right + ui.px(6), cells, map->rows, *look.focus_row);
  const HeatmapTouch touch = heatmap(ui, look.id, map, cells, how);
  if (touch.clicked_row && *touch.clicked_row < shown.tokens()) {
    change_labs(shown.context, [&](Labs& labs) { labs.get<PositionsLab>().position = *touch.clicked_row; });
  }
  if (touch.clicked && !look.path.empty())
    ui.emit(SelectCell{{look.path, touch.clicked->row, touch.clicked->column}});
  if (look.bar)
    colour_bar(ui, {cells.right + ui.px(16), cells.top, cells.right + bar, cells.bottom}, map->scale);
  return cells;
}

namespace {
std::vector<Choice> numbered(int count) {
  std::vector<Choice> list;
  list.reserve(count);
  for (int i = 0; i < count; ++i) list.push_back({std::to_string(i)});
  return list;
}
constexpr int most_choices = 8;
}  // namespace

float number_choice_width(const Ui& ui, const char* label, int count) {
  if (count > most_choices) return ui.px(180);
  return ui.width(type::label, label) + ui.px(10) + choices_width(ui, numbered(count));
}

std::optional<int> number_choice(Ui& ui, const std::string& id, const Area& area, const char* label,
                                 int count, int chosen) {
  if (count > most_choices || number_choice_width(ui, label, count) > area.width()) {
    const auto moved = number_slide(
        ui, "slide/" + id, {area.left, area.top - ui.px(6), area.right, area.bottom},
        {.label = label, .value = static_cast<double>(chosen), .lowest = 0, .highest = count - 1.0});
    return moved ? std::optional(static_cast<int>(*moved)) : std::nullopt;
  }
  const std::vector<Choice> list = numbered(count);
  Area place = area;
  place.left = place.right - choices_width(ui, list);
  ui.text({area.left, area.top, place.left - ui.px(10), area.bottom}, Align::right, type::label,
          ui.colours().text_2, label);
  const int pressed = choices(ui, id, place, list, chosen);
  return pressed >= 0 ? std::optional(pressed) : std::nullopt;
}

float draw_figure(Ui& ui, const Area& area, const std::string& number, const std::string& says) {
  const Palette& c = ui.colours();
  ui.text(area.left, area.top + ui.px(14), type::trait, c.ink, number);
  const Area below{area.left, area.top + ui.px(30), area.right, area.bottom};
  return ui.px(30) + ui.wrapped(below, type::caption, c.text_2, says, ui.px(16)) + ui.px(14);
}

std::string per_cent(double share) { return fixed_text(static_cast<float>(100 * share), 0) + " %"; }

std::string small_number(double value) {
  if (value == 0) return "0";
  const double size = std::fabs(value);
  if (size >= 1000) return count_text(static_cast<std::int64_t>(std::llround(value)));
  if (size >= 1e-3) return significant_text(static_cast<float>(value), 3);
  // One digit that is not a zero; what is rounding only takes no room for more.
  if (size < 1e-4) return "<.0001";
  return fixed_text(static_cast<float>(value), 4);
}

}  // namespace headlight
