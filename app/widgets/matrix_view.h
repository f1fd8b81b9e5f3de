// A matrix with its numbers. An axis too long to print shows a few numbers under a lens, and the rest as thin
// strips at both sides of it.
#pragma once

#include <optional>
#include <string>

#include "app/widgets/heatmap_view.h"
#include "app/widgets/ui.h"

namespace headlight {

// Where the cells of one axis lie: strips, printed cells, strips.
struct AxisPlaces {
  int first = 0, count = 0;            // the part of the axis that this view is of
  int shown_first = 0, shown_end = 0;  // what is on screen at all (a vocabulary is cut)
  int lens_first = 0, lens_end = 0;    // what is printed
  float start = 0;                     // pixel of shown_first
  float printed = 0, strip = 0;        // pixels of a cell

  bool has_lens() const { return lens_first > shown_first || lens_end < shown_end; }
  float length() const {
    return strip * static_cast<float>(shown_end - shown_first - (lens_end - lens_first)) +
           printed * static_cast<float>(lens_end - lens_first);
  }
  // The pixels of one cell; of one that is not shown, the nearer end.
  float begin_of(int index) const;
  float end_of(int index) const { return begin_of(index + 1); }
  int index_at(float pixel) const;
};

// How the cells of an axis may be drawn, in pixels.
struct AxisCells {
  float printed = 0;  // with its number
  int lens = 0;       // so many are printed when not all fit; 0: as many as leave strips for the others
  float least_strip = 0, most_strip = 0;
};

// How wide a cell must be for the numbers of a map.
float printed_width(const Ui& ui, const Heatmap& map);
// And how wide it is made: all `count` of them as wide as fit, else more generous under a lens.
float printed_cell(const Ui& ui, float least, float room, int count, float grown = 1);

// Prints everything when it fits into `room` pixels; else the lens around `hot`, and strips for the cells
// outside it.
AxisPlaces lay_out_axis(float start, float room, int first, int count, int hot, const AxisCells& cells);

struct MatrixLook {
  std::optional<int> hot_row = {}, hot_column = {};  // outlined
  Role hot_role = Role::ink;                         // of the outline
  std::optional<CellAt> hot_cell = {};               // the one in question
  std::optional<CellAt> term = {};                   // the factor that is being multiplied
};

struct MatrixTouch {
  std::optional<CellAt> hovered, clicked;
};

// Above the cells: level when all of them fit into `printed` pixels, else turned.
float matrix_labels_height(const Ui& ui, const Heatmap& map, const AxisPlaces& columns);
void matrix_column_labels(Ui& ui, const Heatmap& map, const AxisPlaces& columns, float bottom,
                          std::optional<int> hot, Role role);

// `rows` and `columns` say where everything goes.
MatrixTouch matrix(Ui& ui, const std::string& id, const HeatmapPtr& map, const AxisPlaces& rows,
                   const AxisPlaces& columns, const MatrixLook& look);

}  // namespace headlight
