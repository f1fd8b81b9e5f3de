// Where everything in a figure lies, computed before anything is drawn. Units are pixels at scale 1, y down.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/figure/drawing.h"
#include "core/figure/figure.h"

namespace headlight {

enum class TextStyle { title, panel_title, axis, label, hot_label, tick, path, caption, error };

struct PlacedText {
  RichText text;
  TextStyle style = TextStyle::label;
  Point origin;                               // left end of the baseline
  double angle = 0;                           // degrees, counter-clockwise around the origin
  double width = 0, ascent = 0, descent = 0;  // of the line, above and below its baseline

  std::array<Point, 4> corners() const;  // of the turned rectangle
};

struct BarLayout {
  Box box;
  Scale scale;
  std::vector<double> ticks;      // y of each tick mark
  std::vector<PlacedText> texts;  // label, numbers at the ticks, what the ends mean
};

// The key under a map: a sample cell and its word.
struct KeyLayout {
  CellState state = CellState::masked;
  bool left_out = false;  // the column that the scale leaves out, instead
  Box sample;
};

struct MapLayout {
  Box cells;  // whole numbers, so that cells are sharp in a PNG, unless the page has a width
  double cell_width = 0, cell_height = 0;
  bool tight = false;       // labels may be as close as lines of print, their boxes a little over each other
  int gap = 0;              // of the cell's size, left free at its right and bottom
  bool numbers = false;     // every cell prints its value
  double number_width = 0;  // of the widest one; all end on one line, so that digits stand under digits
  std::vector<PlacedText> texts;  // title, axis names, labels, words of the keys
  std::vector<KeyLayout> keys;
  std::optional<BarLayout> bar;  // on the last map of a group

  Box cell(int row, int column) const;  // without its gap
};

struct FigureLayout {
  double width = 0, height = 0;         // whole numbers, unless the page has a width
  std::vector<PlacedText> texts;        // title, path, errors, caption
  std::vector<MapLayout> maps;          // one for each panel
  std::vector<Box> bands;               // the focus rows, behind everything else
  double text_scale = 1;                // of all letters
  std::vector<std::string> notes = {};  // what did not fit
};

// Throws std::invalid_argument when the figure is empty, a panel fails `check`, or an option is out of range.
FigureLayout layout_figure(const Figure& figure, const FigureOptions& options);

}  // namespace headlight
