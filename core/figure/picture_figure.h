// Attention over a picture as a figure of its own: the picture, and beside it the same under one map after
// another, each with the word or head it is of.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/figure/drawing.h"
#include "core/figure/palette.h"
#include "core/pictures/picture.h"

namespace headlight {

// A picture with an attention map laid over it: what has little weight lies in the dark, as everything does
// that a headlight does not reach.

struct LookedAt {
  bool cells = false;  // each cell of the grid in one brightness; otherwise the weights run smoothly between
                       // the middles of the cells
  float dark = 0.75F;  // how dark a weight of 0 makes it: 0 not at all, 1 black
  float most = 0;      // the weight that leaves a pixel as it is; 0: the largest one
};

// Every pixel of the picture as a square of `enlarged` x `enlarged`.
Raster image_of(const RgbPicture& picture, int enlarged);
inline Raster image_of(const Picture& picture, int enlarged) {
  return image_of(pixels_of(picture), enlarged);
}

// The same, each pixel's colour times 1 - dark (1 - w / most), where w, at most `most`, is the weight there.
// `weights`: [side, side], one for each cell of a square grid over the picture, row by row. Throws
// std::invalid_argument where their number is no square.
Raster looked_at(const RgbPicture& picture, std::span<const float> weights, int enlarged,
                 const LookedAt& look);
inline Raster looked_at(const Picture& picture, std::span<const float> weights, int enlarged,
                        const LookedAt& look) {
  return looked_at(pixels_of(picture), weights, enlarged, look);
}

struct PictureTile {
  std::string label;                // the word, or the head
  std::string number = {};          // under it
  std::vector<float> weights = {};  // [side, side] of the grid, line by line; none: the picture as it is
  bool chosen = false;              // framed
};

// One picture with its tiles, broken into lines where there are many.
struct PictureStrip {
  RichText title = {};
  RgbPicture picture;
  std::vector<PictureTile> tiles = {};
};

struct PictureFigure {
  std::vector<PictureStrip> strips = {};  // one below the other
  LookedAt look = {};
  std::string path = {};     // of the weights
  std::string caption = {};  // below everything
};

// Laid out for a page: up to three tiles large, more of them six in a line. Throws std::invalid_argument
// where there is nothing to draw, or weights are no square.
Drawing drawing_of(const PictureFigure& figure, Theme theme);

}  // namespace headlight
