// A picture with an attention map laid over it: what has little weight lies in the dark, as everything does
// that a headlight does not reach.
#pragma once

#include <span>

#include "core/figure/raster.h"
#include "core/pictures/picture.h"

namespace headlight {

struct LookedAt {
  bool cells = false;  // each cell of the grid in one brightness; otherwise the weights run smoothly between
                       // the middles of the cells
  float dark = 0.75F;  // how dark a weight of 0 makes it: 0 not at all, 1 black
  float most = 0;      // the weight that leaves a pixel as it is; 0: the largest one
};

// Every pixel of the picture as a square of `enlarged` x `enlarged`.
Raster image_of(const Picture& picture, int enlarged);

// The same, each pixel's colour times 1 - dark (1 - w / most), where w, at most `most`, is the weight there.
// `weights`: [side, side], one for each cell of a square grid over the picture, row by row. Throws
// std::invalid_argument where their number is no square.
Raster looked_at(const Picture& picture, std::span<const float> weights, int enlarged, const LookedAt& look);

}  // namespace headlight
