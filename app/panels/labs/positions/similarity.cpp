// How alike the vectors of two places are.
#include <algorithm>
#include <cmath>

#include "app/panels/labs/positions/positions_shown.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"

namespace headlight {

void draw_similarity(const PositionsShown& shown, const Area& area, int position) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const HeatmapPtr map = shown.map("similarity");
  if (map == nullptr) return;
  Area rest = area;
  ui.text(rest.cut_top(ui.px(26)), Align::left, type::section, c.ink, "How alike two positions are");
  const Area bar = rest.cut_bottom(ui.px(24));
  const Area ticks = rest.cut_bottom(ui.px(20));
  const float labels = ui.px(44);
  const bool both = rest.width() >= ui.px(330);
  const float room = both ? rest.width() * 0.52F : rest.width();
  const float cell =
      std::max(1.0F, std::floor(std::min(room - labels, rest.height()) / static_cast<float>(map->columns)));
  const float size = cell * static_cast<float>(map->columns);
  const Area cells = Area::at(rest.left + labels, rest.top, size, size);
  const Area below = Area::at(cells.left, cells.bottom + ui.px(2), size, ticks.height());
  ui.turned(rest.left + ui.px(6), cells.middle_y() + ui.width(type::caption_hot, "position") / 2, 90,
            type::caption_hot, c.tokens, "position");

  HeatmapLook look{.row_labels = false, .column_labels = false};
  const std::string path = "source.similarity";
  look.selected = open_cell_of(shown, path);
  const HeatmapTouch touch = heatmap(ui, "positions/similarity", map, cells, look);
  if (touch.clicked) ui.emit(SelectCell{{path, touch.clicked->row, touch.clicked->column}});
  ui.outline(
      Area::at(cells.left, cells.top + cell * static_cast<float>(position), size, cell).outset(ui.px(1.5F)),
      ui.theme() == Theme::dark ? c.focus : c.ink, ui.px(1.5F), ui.px(2));
  const int last = map->columns - 1;
  for (const int at : {0, position, last}) {
    const bool hot = at == position;
    const float y = cells.top + cell * (static_cast<float>(at) + 0.5F);
    const float apart = ui.px(13) / cell;
    if (!hot && std::abs(static_cast<float>(at - position)) < apart) continue;
    ui.text({rest.left + ui.px(16), y - ui.px(8), cells.left - ui.px(6), y + ui.px(8)}, Align::right,
            hot ? type::number_hot : type::path, hot ? c.ink : c.text_2, std::to_string(at));
  }
  ui.text(below, Align::left, type::path, c.text_2, "0");
  ui.text(below, Align::right, type::path, c.text_2, std::to_string(last));
  if (size >= ui.px(110)) ui.text(below, Align::centre, type::caption_hot, c.tokens, "position");
  // Right below the map, as what its colours mean.
  const float wide = level_colour_bar_width(ui, "", map->scale);
  const float bar_y = std::min(bar.bottom - ui.px(9), below.bottom + ui.px(14));
  const float bar_left = wide <= size ? cells.left : std::max(rest.left, cells.right - wide);
  const bool has_bar = bar_left + wide <= rest.right;
  if (has_bar) level_colour_bar(ui, bar_left, bar_y, "", map->scale);
  if (!both) return;

  PlotSeries row{.name = "", .colour = c.weights, .points = {}, .named_at_end = false};
  for (int at = 0; at < map->columns; ++at)
    row.points.push_back({static_cast<double>(at), static_cast<double>(map->value(position, at))});
  const PlotAxis y =
      fitted_axis({.title = "PE · PE of position " + std::to_string(position)}, std::span(&row, 1));
  const PlotTouch moved = plot(ui, "positions/alike",
                               {std::max(cells.right, has_bar ? bar_left + wide : 0) + ui.px(22),
                                rest.top - ui.px(6), area.right, area.bottom},
                               {.title = "position", .from = 0, .to = static_cast<double>(last)}, y,
                               std::span(&row, 1), PlotMark{static_cast<double>(position), ""});
  if (!moved.clicked_x) return;
  const int to = std::clamp(static_cast<int>(std::lround(*moved.clicked_x)), 0, last);
  if (to != position) change_labs(shown.context, [&](Labs& labs) { labs.get<PositionsLab>().position = to; });
}

}  // namespace headlight
