// Scenes drawn as pictures, the same for the same scene on every machine.
#pragma once

#include <array>
#include <cstdint>

#include "core/pictures/picture.h"
#include "core/pictures/scene.h"

namespace headlight {

// Red, green and blue of what has a colour, before its shade.
std::array<std::uint8_t, 3> paint_of(ObjectColour colour);

// How an object differs a little from others of its kind. It comes from the scene's background number, the
// object's size, colour and shape, and how many of these come before it: so to move an object, or to change
// another, changes nothing of it.
struct Variation {
  double radius = 0;  // pixels from the middle to the farthest point
  double turn = 0;    // radians, clockwise
  double shade = 0;   // -1 dark .. 1 bright
};
Variation variation(const Scene& scene, int object);

// The smallest rectangle of pixels around what is drawn of an object, within the picture: x from `left` up
// to, without, `right`.
struct PixelBox {
  int left = 0, top = 0, right = 0, bottom = 0;
  bool empty() const { return left >= right || top >= bottom; }
  bool holds(int x, int y) const { return x >= left && x < right && y >= top && y < bottom; }
  // Whether it touches a cell of the picture's 8 x 8 grid, counted row by row.
  bool touches_cell(int cell) const;
  bool operator==(const PixelBox&) const = default;
};
PixelBox box_of(const Scene& scene, int object);

Picture draw(const Scene& scene);

// The same without one of its objects: what lies behind shows, and all others are as they were.
Picture draw_without(const Scene& scene, int hidden);

}  // namespace headlight
