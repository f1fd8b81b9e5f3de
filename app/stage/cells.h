// Matrices on the stage: how large their cells may be, and what stands over and under them.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "app/widgets/heatmap_view.h"

namespace headlight {

// The side of cells that have so much room each: whole pixels, so that all are alike, and at most `largest`;
// of a page of text less than a pixel.
inline float cell_side(float room, float largest) {
  return std::min(room < 1 ? std::max(room, 0.0F) : std::floor(room), largest);
}
// As large as fits into the room, but not larger than these.
Area fitted_cells(float left, float top, const Heatmap& map, float wide_room, float tall_room,
                  float most_wide, float most_tall);

// A line such as "S = Q K^T" over the left end of a matrix, and its shape below it. Returns their height.
float matrix_head_height(const Ui& ui);
float matrix_head(Ui& ui, float left, float top, float room, const std::string& formula,
                  const std::string& note);

// Under a matrix, as wide as it: its colours from the lowest number to the highest. Wider where its numbers
// need it; where `room` is too little for both, one stands for either: ±2.75.
float colours_under_height(const Ui& ui);
void colours_under(Ui& ui, const Area& cells, const Scale& scale, float room = 1e9F);

}  // namespace headlight
