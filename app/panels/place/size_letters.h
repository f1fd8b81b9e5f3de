// The sizes of matrices as letters: pointed at, every axis of that size is marked.
#pragma once

#include <optional>
#include <vector>

#include "app/panels/place/place_parts.h"
#include "core/tape/axis.h"

namespace headlight::place {

struct SizedMatrix {
  Area area;           // of its cells
  Axis rows, columns;  // Axis::one has no letter: a single row is as wide as its columns
  int row_count = 0, column_count = 0;
  std::optional<ImVec2> at = {};  // the left end of its letters, or their right end; nothing: it has none
  bool from_right = false;
  bool counted = false;  // with the numbers behind them: "T 11 words"
};
void draw_size_letters(const Page& page, const std::vector<SizedMatrix>& matrices);
// The same as a thing of the page, in the area that the letters stand in.
void add_size_letters(const Page& page, stage::Scene& scene, std::vector<SizedMatrix> matrices);

}  // namespace headlight::place
