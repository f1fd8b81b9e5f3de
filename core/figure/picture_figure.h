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

// How dark a weight of 0 makes it: 0 not at all, 1 black.
inline constexpr float darkness = 0.75F;

// Every pixel of the picture as a square of `enlarged` x `enlarged`.
Raster image_of(const RgbPicture& picture, int enlarged);
inline Raster image_of(const Picture& picture, int enlarged) {
  return image_of(pixels_of(picture), enlarged);
}

// The same, each pixel's colour times 1 - darkness (1 - w / the largest weight), where w is the weight there:
// they run smoothly between the middles of the cells. `weights`: [side, side], one for each cell of a square
// grid over the picture, row by row. Throws std::invalid_argument where their number is no square.
Raster looked_at(const RgbPicture& picture, std::span<const float> weights, int enlarged);
inline Raster looked_at(const Picture& picture, std::span<const float> weights, int enlarged) {
  return looked_at(pixels_of(picture), weights, enlarged);
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
  std::string path = {};                  // of the weights
  std::string caption = {};               // below everything
};

// Laid out for a page: up to three tiles large, more of them six in a line. Throws std::invalid_argument
// where there is nothing to draw, or weights are no square.
Drawing drawing_of(const PictureFigure& figure, Theme theme);

}  // namespace headlight
