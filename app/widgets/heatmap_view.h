// A heatmap on screen: cells, labels, the focused row's band, outlines, the numbers when there is room, the
// tooltip, and what the mouse does to it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace headlight {

struct CellAt {
  int row = 0;
  int column = 0;
  bool operator==(const CellAt&) const = default;
};

// In place of a map's own scale.
struct Colouring {
  std::optional<Scale> scale = {};
  std::optional<int> left_out = {};  // a column that the scale leaves out

  const Scale& of(const Heatmap& map) const { return scale ? *scale : map.scale; }
};

struct HeatmapLook {
  bool row_labels = true;
  bool column_labels = true;
  float row_label_width = 0;  // 0: as wide as needed
  std::optional<int> focus_row = {};
  std::optional<CellAt> selected = {};
  bool off = false;         // of a head that takes no part: pale
  bool marked = false;      // all of it is outlined
  float numbers_from = 20;  // units: cells this high have their numbers
  // Where cells are too narrow for all of them: those so far from 0 that fit. Else none.
  std::optional<float> some_numbers_from = {};
  Colouring colouring = {};
};

struct HeatmapTouch {
  std::optional<CellAt> hovered;
  std::optional<CellAt> clicked;
  std::optional<int> hovered_row;  // by its label or by one of its cells
  std::optional<int> clicked_row;  // by its label
};

// Thin strokes on a colour from the middle of a scale are hard to read: a number there is bold.
bool is_bold_on(Rgb ground);

// How much room the labels need.
float row_labels_width(const Ui& ui, const Heatmap& map);
float column_labels_height(const Ui& ui, const Heatmap& map, float cell);
// Of the first columns alone: what a title above their left end has to clear.
float column_labels_height(const Ui& ui, const Heatmap& map, float cell, int columns);
// Gap between cells of this size.
float cell_gap(const Ui& ui, float cell);

// `cells` is where the cells go; labels stand at its left and above it.
HeatmapTouch heatmap(Ui& ui, const std::string& id, const HeatmapPtr& map, const Area& cells,
                     const HeatmapLook& look);

// What rows and columns are, in the corner above the row labels.
void heatmap_corner(Ui& ui, const Area& cells, const Heatmap& map);

// The yellow band behind a row, from `left` to `right`.
void focus_band(Ui& ui, float left, float right, const Area& cells, int rows, int row);

// A small picture of a map: cells only. Of a head that takes no part it is pale, with "off" over it.
void thumbnail(Ui& ui, const HeatmapPtr& map, const Area& area, bool off = false,
               const Colouring& colouring = {});
inline constexpr float off_fade = 0.75F;  // how pale what is off is
// "off" on a soft ground in the middle of an area; without room for it a stroke.
void off_mark(Ui& ui, const Area& area, const std::string& off = "off");

// A token as it is called on screen: "(start)" for "<s>", "(end)" for "</s>".
std::string token_name(const std::string& token);
// A row or a column by its axis and its label: numbers of a vector count from 1 for people.
std::string name_along(const std::string& axis, const std::string& label);

// Colour bar as tall as `area`, its ticks and their numbers at its right, its label above.
float colour_bar_width(const Ui& ui, const Scale& scale);
void colour_bar(Ui& ui, const Area& area, const Scale& scale);
// The same lying: number, ramp, number.
void level_colour_bar(Ui& ui, float left, float middle_y, const std::string& label, const Scale& scale);
float level_colour_bar_width(const Ui& ui, const std::string& label, const Scale& scale);

// "it -> animal", the number with five digits, what the cell's state says.
std::vector<RichText> cell_tooltip(const Heatmap& map, CellAt at);

}  // namespace headlight
