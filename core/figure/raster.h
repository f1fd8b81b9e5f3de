// A drawing as a picture of pixels in memory: what a file of it would look like.
#pragma once

#include "core/figure/drawing.h"

namespace headlight {

// On its paper, `scale` pixels a unit. Throws std::invalid_argument for a picture that is too large.
Raster raster_of(const Drawing& drawing, double scale);

}  // namespace headlight
