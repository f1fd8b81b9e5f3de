// Squares with gaps between, so many beside each other.
#pragma once

#include <algorithm>
#include <cmath>

#include "app/widgets/area.h"

namespace headlight {

struct Tiling {
  int columns = 1;
  float size = 1, gap = 0;
  Area at(const Area& area, int i) const {
    const int row = i / columns, column = i % columns;
    return Area::at(area.left + static_cast<float>(column) * (size + gap),
                    area.top + static_cast<float>(row) * (size + gap), size, size);
  }
};

// The cells of a grid that fills a square.
inline Area cell_area(const Area& square, int grid, int cell) {
  return Tiling{grid, square.width() / static_cast<float>(grid), 0}.at(square, cell);
}

// As large as they go into an area's width.
inline Tiling tiling_across(const Area& area, int columns, float gap) {
  return {columns, std::floor((area.width() + gap) / static_cast<float>(columns)) - gap, gap};
}

// As large as so many of them go into an area.
inline Tiling tiling_of(const Area& area, int count, float gap) {
  Tiling best{.gap = gap};
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    Tiling tried = tiling_across(area, columns, gap);
    tried.size = std::min(tried.size, std::floor((area.height() + gap) / static_cast<float>(rows)) - gap);
    if (tried.size > best.size) best = tried;
  }
  return best;
}

}  // namespace headlight
