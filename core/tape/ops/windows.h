// Which pixels lie under a sliding window, for the ops that go over pictures with one.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {

class Windows {
 public:
  explicit Windows(const SlidingWindow& how) : how_(how) {}

  // Throws std::invalid_argument when the window does not fit into its pictures, or these are not x.
  void check(Shape x) const {
    require(how_.height > 0 && how_.width > 0 && how_.kernel > 0 && how_.stride > 0 && how_.padding >= 0 &&
                how_.pictures > 0,
            "sizes, stride and kernel must be above 0");
    require(how_.out_height() > 0 && how_.out_width() > 0, "a kernel of ", how_.kernel, " does not fit into ",
            how_.height, " x ", how_.width);
    require(x.rows == how_.pictures * pixels(), "x ", x, " is not ", how_.pictures, " pictures of ",
            how_.height, " x ", how_.width);
  }

  int pixels() const { return how_.height * how_.width; }
  int cells() const { return how_.out_height() * how_.out_width(); }
  // Of one pixel each, none left out.
  bool one_by_one() const { return how_.kernel == 1 && how_.stride == 1 && how_.padding == 0; }

  // How many pixels the windows of all pictures hold together.
  std::int64_t taps() const {
    return taps_along(how_.height, how_.out_height()) * taps_along(how_.width, how_.out_width()) *
           how_.pictures;
  }

  // Whether no part of a cell's window lies beyond the edge.
  bool whole(int cell) const {
    return inside(cell / how_.out_width(), how_.height).count() == how_.kernel &&
           inside(cell % how_.out_width(), how_.width).count() == how_.kernel;
  }

  // The lines of pixels in a cell's window: the first pixel's row in x, its place in the window, and how many
  // lie side by side.
  template <typename Line>
  void for_each_line(int picture, int cell, const Line& line) const {
    const Inside down = inside(cell / how_.out_width(), how_.height);
    const Inside across = inside(cell % how_.out_width(), how_.width);
    if (across.count() == 0) return;
    for (int y = down.from; y < down.to; ++y) {
      line(picture * pixels() + (down.begin + y) * how_.width + across.begin + across.from,
           y * how_.kernel + across.from, across.count());
    }
  }

 private:
  // Of the window's pixels along one side, those that lie inside the picture.
  struct Inside {
    int from, to;  // counted in the window
    int begin;     // the picture's pixel under the window's first
    int count() const { return std::max(0, to - from); }
  };
  Inside inside(int place, int size) const {
    const int begin = place * how_.stride - how_.padding;
    return {std::max(0, -begin), std::min(how_.kernel, size - begin), begin};
  }
  std::int64_t taps_along(int size, int places) const {
    std::int64_t taps = 0;
    for (int place = 0; place < places; ++place) taps += inside(place, size).count();
    return taps;
  }

  SlidingWindow how_;
};

}  // namespace headlight
