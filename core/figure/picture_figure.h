// Attention over a picture as a figure of its own: the picture, and beside it the same under one map after
// another, each with the word or head it is of.
#pragma once

#include <string>
#include <vector>

#include "core/figure/drawing.h"
#include "core/figure/looked_at.h"
#include "core/figure/rich_text.h"

namespace headlight {

struct PictureTile {
  std::string label;                // the word, or the head
  std::string number = {};          // under it
  std::vector<float> weights = {};  // [side, side] of the grid, line by line; none: the picture as it is
  bool chosen = false;              // framed
};

// One picture with its tiles, broken into lines where there are many.
struct PictureStrip {
  RichText title = {};
  Picture picture;
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
