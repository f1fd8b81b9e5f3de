// Drawings as pixels and as PDF pages. All that knows Cairo and Pango is canvas.cpp. Private to core/figure.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "core/figure/drawing.h"

namespace headlight {

struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint32_t> values = {};  // 0xAARRGGBB, colours multiplied with alpha, row by row
};
// `scale` pixels a unit; with `ground` the theme's paper covers everything. Throws std::invalid_argument for
// a picture that is too large.
Pixels render(const Drawing& drawing, double scale, bool ground);

// One page, of 0.75 points a unit.
void write_pdf(std::ostream& out, const Drawing& drawing, bool ground);

}  // namespace headlight
