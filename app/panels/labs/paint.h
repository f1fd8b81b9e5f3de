// A grid of cells to paint on: the mouse draws strokes; Space presses the cell that the arrow keys move.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/widgets/heatmap_view.h"

namespace headlight {

// The cell that the keyboard is on; nothing while the grid does not have the keyboard. Takes the arrow keys.
std::optional<CellAt> keyboard_cell(Ui& ui, std::string_view id, int rows, int columns);

struct Stroke {
  std::vector<CellAt> cells;  // that were touched in this frame, without gaps
  bool begins = false;        // with the first of them: what it turns into holds for the whole stroke
};
// Of the grid that was drawn with this id and gave this touch.
std::optional<Stroke> stroke_on(Ui& ui, std::string_view id, const Area& cells, int rows, int columns,
                                const HeatmapTouch& touch);

}  // namespace headlight
