#include "core/figure/axes_swapped.h"

#include <utility>

namespace headlight {

Heatmap with_axes_swapped(const Heatmap& map) {
  Heatmap turned = map;
  std::swap(turned.rows, turned.columns);
  std::swap(turned.row_labels, turned.column_labels);
  std::swap(turned.row_axis, turned.column_axis);
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      const auto at = static_cast<std::size_t>(column) * map.rows + row;
      turned.values[at] = map.value(row, column);
      if (!turned.states.empty()) turned.states[at] = map.state(row, column);
    }
  }
  return turned;
}

}  // namespace headlight
