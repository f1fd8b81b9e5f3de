// Where everything in a figure lies, computed before anything is drawn. Units are pixels at scale 1, y down.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/figure/drawing.h"
#include "core/figure/figure.h"
#include "core/figure/text.h"

namespace headlight {

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

// The parts of a figure's layout that belong to one heatmap. Private to core/figure.

// Of the numbers in the cells, and of those that are looked at.
inline constexpr Type number_type{Face::mono, 12};
inline constexpr Type hot_number_type{Face::mono_bold, 12};

struct CellSize {
  double width = 0, height = 0;
  bool numbers = false;
  double number_width = 0;  // of the widest number in any panel
  bool tight = false;       // words are set as close as lines of print
};

// One size for all panels, so that they can be compared: from the number of cells and the longest number.
CellSize choose_cells(const Figure& figure, const FigureOptions& options, TextRuler& ruler);
// Of this width, on a page that has one; numbers where they have room.
CellSize cells_of_width(const Figure& figure, const FigureOptions& options, double width, TextRuler& ruler);
// So many cells apart labels stand that do not touch.
int label_step(double cell, bool tight, const TextRuler& ruler);
// How far apart that is, of letters of this scale.
double label_distance(bool tight, double scale);

// How many of so many panels stand side by side: at most three.
int panels_across(int panels);

// Which words stand around a map. `rows` is false when the map to the left shows the same ones.
struct MapWords {
  bool rows = true;
  bool corner = true;  // what rows and columns are
  bool focus = true;   // what is selected is bold
};
// A map whose first cell lies at 0, 0, with its labels around it. Where not every label has room, those of
// what is selected stay.
MapLayout layout_map(const Heatmap& map, CellSize cells, MapWords words, TextRuler& ruler);

// Adds what cells without a value look like, below the map; says nothing twice within a figure.
void add_keys(const Heatmap& map, std::set<std::string>& said, MapLayout& layout, TextRuler& ruler);

// Adds title and path with their lower edge at `bottom`; maps side by side share that line. A part is left
// out when the figure's own title says it already.
struct TitleParts {
  bool title = true;
  bool path = true;
};
void add_titles(const Heatmap& map, TitleParts parts, double bottom, double least_width, MapLayout& layout,
                TextRuler& ruler);

// The colour bar at the right of a finished map, clear of its labels.
BarLayout layout_bar(const Scale& scale, const MapLayout& map, TextRuler& ruler);

// True when the two come closer than `apart`.
bool too_close(const PlacedText& a, const PlacedText& b, double apart);

void shift(PlacedText& text, double dx, double dy);
void shift(Box& box, double dx, double dy);
void shift(MapLayout& map, double dx, double dy);
void shift(BarLayout& bar, double dx, double dy);

// The upright box around everything that belongs to the map, its bar included.
Box extent(const PlacedText& text);
Box extent(const MapLayout& map);
Box united(const Box& a, const Box& b);

}  // namespace headlight
