// A picture of pixels, as a drawing holds one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/figure/palette.h"

namespace headlight {

struct Raster {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixels = {};  // 0xffRRGGBB, row by row from the top left

  std::uint32_t at(int x, int y) const {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)];
  }
};
// Shared with whoever still has to draw it; never changed once it is.
using RasterPtr = std::shared_ptr<const Raster>;

// One pixel of it, opaque.
constexpr std::uint32_t opaque(Rgb colour) {
  return 0xff000000U | static_cast<std::uint32_t>(colour.red) << 16U |
         static_cast<std::uint32_t>(colour.green) << 8U | colour.blue;
}

}  // namespace headlight
