// What reaches a word through several layers: who sees something of whom, as a matrix and as counts.
#include <algorithm>
#include <cmath>

#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/masks_view.h"
#include "app/widgets/levers.h"
#include "core/figure/amounts.h"

namespace headlight {
namespace {

HeatmapPtr reach_map(const MasksView& view) {
  // From below 0, so that its own place is not as pale as the paper.
  const Scale scale{Ramp::sequential, -1, static_cast<float>(layers_stacked(view)), "layers", {}, {}};
  return map_of_pairs(view, scale, NumberFormat::score, [&](int query, int key) {
    return PairValue{static_cast<float>(view.layers_until(query, key)),
                     reached(view, query, key) ? CellState::value : CellState::absent};
  });
}

// How many words have come to each row, beside it.
void draw_counts(const MasksView& view, const Area& cells, float width) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  const float tall = cells.height() / static_cast<float>(view.tokens());
  const float left = cells.right + ui.px(12);
  const float numbers = ui.width(type::number_hot, std::to_string(view.tokens())) + ui.px(8);
  ui.text(left, cells.top - ui.px(10), type::caption, c.text_3, "words");
  const int step =
      std::max(1, static_cast<int>(std::ceil(std::max(ui.px(13), ui.height(type::caption) * 0.86F) / tall)));
  for (int query = 0; query < view.tokens(); ++query) {
    const int count = reached_count(view, query);
    const float y = cells.top + tall * (static_cast<float>(query) + 0.5F);
    const float share = static_cast<float>(count) / static_cast<float>(view.real);
    const float bar = (width - numbers) * share;
    const float thick = std::max(ui.hairline(), std::min(std::round(tall * 0.55F), ui.px(10)));
    const bool hot = query == view.token;
    ui.fill(Area::at(left, std::round(y - thick / 2), bar, thick), hot ? c.weights : c.plain_ribbon);
    const bool close_to_hot = !hot && std::abs(query - view.token) < step;
    if (hot || (query % step == 0 && !close_to_hot)) {
      ui.text(left + bar + ui.px(6), y, hot ? type::number_hot : type::path, hot ? c.ink : c.text_2,
              std::to_string(count));
    }
  }
}

// A colour for each number of layers, right-aligned, with the numbers in them; where that is too narrow,
// those of the ends beside them.
constexpr const char* legend_name = "layers";
struct LegendSizes {
  float cell = 0, outside = 0, whole = 0;
};
LegendSizes legend_sizes(const MasksView& view, bool numbered) {
  const Ui& ui = view.context.ui;
  const int layers = layers_stacked(view);
  LegendSizes sizes;
  sizes.cell = numbered ? ui.width(type::cell, std::to_string(layers)) + ui.px(8) : ui.px(8);
  sizes.outside = numbered ? 0 : ui.width(type::path, std::to_string(layers)) + ui.px(6);
  sizes.whole = ui.width(type::caption, legend_name) + ui.px(10) + 2 * sizes.outside +
                sizes.cell * static_cast<float>(layers + 1);
  return sizes;
}

void draw_legend(const MasksView& view, const Heatmap& map, const Area& area) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  const int layers = layers_stacked(view);
  const bool numbered = legend_sizes(view, true).whole <= area.width();
  const LegendSizes sizes = legend_sizes(view, numbered);
  if (sizes.whole > area.width()) return;
  const float y = area.middle_y();
  float x = ui.text(area.right - sizes.whole, y, type::caption, c.text_3, legend_name) + ui.px(10);
  if (!numbered) ui.text(x, y, type::path, c.text_2, "0");
  x = std::round(x + sizes.outside);
  for (int layer = 0; layer <= layers; ++layer) {
    const Area cell = Area::at(x, std::round(y - ui.px(9)), std::round(sizes.cell), ui.px(18));
    const Rgb colour = colour_at(colour_map(Ramp::sequential, ui.theme()),
                                 position_on_scale(map.scale, static_cast<float>(layer)));
    ui.fill({cell.left, cell.top, cell.right - (numbered ? ui.hairline() : 0), cell.bottom}, colour);
    if (numbered) ui.text(cell, Align::centre, type::cell, text_on(colour), std::to_string(layer));
    x = cell.right;
  }
  if (!numbered) ui.text(x + ui.px(6), y, type::path, c.text_2, std::to_string(layers));
}

void slide_layers(const MasksView& view, const Area& area) {
  const NumberSlide slide{.label = "layers L",
                          .value = static_cast<double>(layers_stacked(view)),
                          .lowest = 1,
                          .highest = 12,
                          .usual = static_cast<double>(MasksLab{}.layers)};
  const auto moved = number_slide(view.context.ui, "slide/masks/layers", area, slide);
  if (moved)
    change_labs(view.context, [&](Labs& labs) { labs.get<MasksLab>().layers = static_cast<int>(*moved); });
}

}  // namespace

void draw_reach(const MasksView& view, const Area& area) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  Area rest = area;
  Area title = rest.cut_top(number_slide_height(ui));
  slide_layers(view, title.cut_right(std::min(ui.px(190), title.width() / 3)));
  title.cut_right(ui.px(24));
  title.bottom = title.top + ui.px(32);
  const std::string said = "What reaches a word through " + counted(layers_stacked(view), "layer");
  const std::string brief = "Reach after " + counted(layers_stacked(view), "layer");
  const float gap = ui.px(24);
  const bool fits = ui.width(type::section, said) + gap + legend_sizes(view, true).whole <= title.width();
  const std::string& named = fits ? said : brief;
  ui.text(title, Align::left, type::section, c.ink, named);
  const HeatmapPtr map = reach_map(view);
  title.cut_left(ui.width(type::section, named) + gap);
  const bool beside = legend_sizes(view, false).whole <= title.width();
  if (beside) draw_legend(view, *map, title);
  rest.cut_top(ui.px(6));

  const float counts = ui.px(80);
  const float words = rest.width() - ui.px(120 + 150) > ui.px(220) ? ui.px(220) : 0;
  // The same columns stand over the mask: they are named again where their names leave cells of some size.
  const Area room{rest.left, rest.top, rest.right - counts - words, rest.bottom};
  Area cells = square_cells(ui, *map, room, ui.px(30), true);
  const bool labelled = cells.height() / static_cast<float>(view.tokens()) >= ui.px(13);
  if (!labelled) {
    const Area below{room.left, room.top + ui.px(20), room.right, room.bottom};
    cells = square_cells(ui, *map, below, ui.px(30), false);
  }
  focus_band(ui, cells.left - row_labels_width(ui, *map), cells.right + ui.px(4), cells, view.tokens(),
             view.token);
  const HeatmapTouch touch =
      heatmap(ui, "masks/reach", map, cells, {.column_labels = labelled, .focus_row = view.token});
  if (touch.hovered) ui.tooltip(reach_tooltip(view, *touch.hovered));
  if (touch.clicked) follow_token(view, touch.clicked->row);
  if (touch.clicked_row) follow_token(view, *touch.clicked_row);
  draw_counts(view, cells, counts - ui.px(12));
  if (!beside && !labelled)
    draw_legend(view, *map, {rest.left, cells.top - ui.px(22), cells.right, cells.top});
  const float left = cells.right + counts + ui.px(28);
  if (rest.right - left >= ui.px(150)) draw_reached_words(view, {left, rest.top, rest.right, rest.bottom});
}

}  // namespace headlight
