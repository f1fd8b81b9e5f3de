// A map with fewer places than cells.
#pragma once

#include <optional>

#include "core/figure/heatmap.h"

namespace headlight {

// So many rows and columns, not more than the map has, on its scale and without labels: each place has the
// number of the cells it stands for that is farthest from zero, an error before all others. `left_out` is a
// column that stands for itself alone, where it has a place of its own.
Heatmap thumbnail_of(const Heatmap& map, int rows, int columns, std::optional<int> left_out = {});

}  // namespace headlight
