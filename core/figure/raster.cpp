#include "core/figure/raster.h"

#include <utility>

#include "core/figure/canvas.h"

namespace headlight {

Raster raster_of(const Drawing& drawing, double scale) {
  Pixels pixels = render(drawing, scale, true);
  for (std::uint32_t& pixel : pixels.values) pixel |= 0xFF000000U;
  return {pixels.width, pixels.height, std::move(pixels.values)};
}

}  // namespace headlight
