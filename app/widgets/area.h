// A rectangle on screen, in pixels of the display, y down. Everything is laid out with these before it is
// drawn.
#pragma once

#include <imgui.h>

#include <algorithm>

namespace headlight {

struct Area {
  float left = 0, top = 0, right = 0, bottom = 0;

  static Area at(float x, float y, float width, float height) { return {x, y, x + width, y + height}; }

  float width() const { return right - left; }
  float height() const { return bottom - top; }
  float middle_x() const { return (left + right) / 2; }
  float middle_y() const { return (top + bottom) / 2; }
  ImVec2 min() const { return {left, top}; }
  ImVec2 max() const { return {right, bottom}; }
  bool empty() const { return right <= left || bottom <= top; }
  bool operator==(const Area&) const = default;

  bool contains(ImVec2 p) const { return p.x >= left && p.x < right && p.y >= top && p.y < bottom; }
  bool overlaps(const Area& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  Area inset(float x, float y) const { return {left + x, top + y, right - x, bottom - y}; }
  Area inset(float by) const { return inset(by, by); }
  Area outset(float by) const { return inset(-by, -by); }
  Area moved(float x, float y) const { return {left + x, top + y, right + x, bottom + y}; }
  Area within(const Area& other) const {
    return {std::max(left, other.left), std::max(top, other.top), std::min(right, other.right),
            std::min(bottom, other.bottom)};
  }

  // Cuts a slice off one side, and a gap behind it; returns the slice. What remains is this area.
  Area cut_top(float height, float gap = 0) {
    const Area slice{left, top, right, top + height};
    top = slice.bottom + gap;
    return slice;
  }
  Area cut_bottom(float height, float gap = 0) {
    const Area slice{left, bottom - height, right, bottom};
    bottom = slice.top - gap;
    return slice;
  }
  Area cut_left(float width, float gap = 0) {
    const Area slice{left, top, left + width, bottom};
    left = slice.right + gap;
    return slice;
  }
  Area cut_right(float width, float gap = 0) {
    const Area slice{right - width, top, right, bottom};
    right = slice.left - gap;
    return slice;
  }
};

}  // namespace headlight
