// The parts of a figure's layout that belong to one heatmap. Private to core/figure.
#pragma once

#include <set>
#include <string>

#include "core/figure/drawing.h"
#include "core/figure/layout.h"
#include "core/figure/text.h"

namespace headlight {

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

// How many of so many panels stand side by side: at most three.
int panels_across(int panels);

// A map whose first cell lies at 0, 0, with its labels around it. `row_labels` is false when the map to the
// left shows the same ones.
MapLayout layout_map(const Heatmap& map, CellSize cells, bool row_labels, TextRuler& ruler);

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
