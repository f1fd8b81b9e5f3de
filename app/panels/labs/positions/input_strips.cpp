// A word's vector and its place's, and what the model is given: added, or one behind the other.
#include <algorithm>
#include <cmath>

#include "app/panels/labs/positions/positions_shown.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"

namespace headlight {

float input_strips_height(const PositionsShown& shown) {
  return shown.map("input") == nullptr ? 0 : shown.context.ui.px(84);
}

void draw_input_strips(const PositionsShown& shown, const Area& area, const Area& columns, int position) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const HeatmapPtr words = shown.map("words"), input = shown.map("input"), places = shown.map("places");
  if (words == nullptr || input == nullptr || places == nullptr) return;
  const bool has_word = position < input->rows;
  Area rest = area;
  rest.cut_top(ui.px(6));
  const Area title = rest.cut_top(ui.px(24));
  const float end = ui.text(title.left, title.middle_y(), type::section, c.ink,
                            shown.lab.appended ? "Appended to the word" : "Added to the word");
  if (!has_word) {
    const Area note{end + ui.px(12), title.top, columns.right, title.bottom};
    line_of_text(ui, note, type::caption, c.text_2, "no word stands here");
  }
  const std::string bar_label = "value";
  const float bar = level_colour_bar_width(ui, bar_label, input->scale);
  if (has_word && end + ui.px(24) + bar <= columns.right)
    level_colour_bar(ui, columns.right - bar, title.middle_y(), bar_label, input->scale);

  struct Strip {
    std::string name;
    HeatmapPtr map;
    int row, first;  // of the map; where it begins below the others
    Rgb colour;
  };
  std::vector<Strip> strips;
  const int behind = shown.lab.appended ? words->columns : 0;
  // Beyond the sentence the place is alone.
  if (has_word) strips.push_back({shown.word(position), words, position, 0, c.tokens});
  strips.push_back({"position " + std::to_string(position), places, position, behind, c.second_sentence});
  if (has_word) strips.push_back({shown.lab.appended ? "both" : "sum", input, position, 0, c.ink});
  float names = 0;
  for (const Strip& strip : strips) names = std::max(names, ui.width(type::label_hot, strip.name));
  names = std::max(std::min(names, ui.px(110)) + ui.px(8), columns.left - area.left);
  const float cell =
      std::max(1.0F, std::floor((columns.right - area.left - names) / static_cast<float>(input->columns)));
  const float line = std::floor(rest.height() / 3);
  const float tall = std::min(line - ui.px(4), ui.px(16));
  for (std::size_t i = 0; i < strips.size(); ++i) {
    const Strip& strip = strips[i];
    const float y = rest.top + line * static_cast<float>(i);
    const Area cells = Area::at(rest.left + names + cell * static_cast<float>(strip.first), y,
                                cell * static_cast<float>(strip.map->columns), tall);
    line_of_text(ui, Area::at(rest.left, y, names - ui.px(6), tall), type::label_hot, strip.colour,
                 strip.name);
    ui.cells({.map = strip.map,
              .row = strip.row,
              .rows = 1,
              .columns = strip.map->columns,
              .area = cells,
              .paper = c.stage,
              .unit = ui.px(1)});
    const Touch touch = ui.item("strip/" + strip.name, cells, false);
    if (touch.hovered) {
      const int column =
          std::clamp(static_cast<int>((ui.mouse().x - cells.left) / cell), 0, strip.map->columns - 1);
      ui.tooltip(strip.name + ", dimension " + std::to_string(strip.first + column) + ": " +
                 significant_text(strip.map->value(strip.row, column), 5));
    }
  }
}

}  // namespace headlight
