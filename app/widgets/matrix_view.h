// A matrix with its numbers. An axis too long to print shows a few numbers under a lens, and the rest as thin strips
// at both sides of it.
#pragma once

#include <optional>
#include <string>

#include "app/widgets/heatmap_view.h"
#include "app/widgets/ui.h"

namespace headlight {

// Where the cells of one axis lie: strips, printed cells, strips.
struct AxisPlaces {
  int first = 0, count = 0;           // the part of the axis that this view is of
  int shown_first = 0, shown_end = 0; // what is on screen at all (a vocabulary is cut)
  int lens_first = 0, lens_end = 0;   // what is printed
  float start = 0;                    // pixel of shown_first
  float printed = 0, strip = 0;       // pixels of a cell

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

// Prints everything when it fits into `room` pixels; else `lens` cells around `hot`, and strips of `least_strip` to
// `most_strip` pixels for the cells outside it.
AxisPlaces lay_out_axis(float start, float room, int first, int count, float printed, int hot, int lens_cells,
                        float least_strip, float most_strip);

enum class RowLabels { none, left };
enum class ColumnLabels { none, above };

struct MatrixLook {
  RowLabels rows = RowLabels::none;
  ColumnLabels columns = ColumnLabels::none;
  std::optional<int> hot_row = {}, hot_column = {};  // outlined; what is neither fades
  Role hot_role = Role::ink;                         // of the outline and the hot label
  std::optional<CellAt> hot_cell = {};               // the one in question
  bool fade = true;
};

struct MatrixTouch {
  std::optional<CellAt> hovered, clicked;
  int lens_by = 0;  // the wheel asks to move the lens by so many cells
};

// `rows` and `columns` say where everything goes.
MatrixTouch matrix(Ui& ui, const std::string& id, const HeatmapPtr& map, const AxisPlaces& rows,
                   const AxisPlaces& columns, const MatrixLook& look);

// The bracket under (or beside) the printed part of an axis, and what it says: "dimensions 6 to 11".
void lens_bracket(Ui& ui, const AxisPlaces& axis, float across, bool upright, const std::string& what, int total);

}  // namespace headlight
