#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/figure/layout_map.h"

namespace headlight {
namespace {

struct Span {
  double low, high;
};

Span along(const std::array<Point, 4>& corners, double x, double y) {
  Span span{INFINITY, -INFINITY};
  for (const Point& corner : corners) {
    const double at = corner.x * x + corner.y * y;
    span = {std::min(span.low, at), std::max(span.high, at)};
  }
  return span;
}

}  // namespace

std::array<Point, 4> PlacedText::corners() const {
  const double turn = angle * std::numbers::pi / 180;
  const double c = std::cos(turn);
  const double s = std::sin(turn);
  const auto at = [&](double right, double down) {
    return Point{origin.x + right * c + down * s, origin.y - right * s + down * c};
  };
  return {at(0, -ascent), at(width, -ascent), at(width, descent), at(0, descent)};
}

Box MapLayout::cell(int row, int column) const {
  return {cells.x + column * cell_width, cells.y + row * cell_height, static_cast<double>(cell_width - gap),
          static_cast<double>(cell_height - gap)};
}

// Two turned rectangles are apart when one of their four edge directions shows a gap between them.
bool too_close(const PlacedText& a, const PlacedText& b, double apart) {
  const auto first = a.corners();
  const auto second = b.corners();
  for (const double angle : {a.angle, a.angle + 90, b.angle, b.angle + 90}) {
    const double turn = angle * std::numbers::pi / 180;
    const Span one = along(first, std::cos(turn), -std::sin(turn));
    const Span other = along(second, std::cos(turn), -std::sin(turn));
    if (one.high + apart <= other.low || other.high + apart <= one.low) return false;
  }
  return true;
}

void shift(PlacedText& text, double dx, double dy) {
  text.origin.x += dx;
  text.origin.y += dy;
}

void shift(Box& box, double dx, double dy) {
  box.x += dx;
  box.y += dy;
}

void shift(BarLayout& bar, double dx, double dy) {
  shift(bar.box, dx, dy);
  for (double& tick : bar.ticks) tick += dy;
  for (PlacedText& text : bar.texts) shift(text, dx, dy);
}

void shift(MapLayout& map, double dx, double dy) {
  shift(map.cells, dx, dy);
  for (PlacedText& text : map.texts) shift(text, dx, dy);
  for (KeyLayout& key : map.keys) shift(key.sample, dx, dy);
  if (map.bar) shift(*map.bar, dx, dy);
}

Box united(const Box& a, const Box& b) {
  const double x = std::min(a.x, b.x);
  const double y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

Box extent(const PlacedText& text) {
  const auto corners = text.corners();
  const Span across = along(corners, 1, 0);
  const Span down = along(corners, 0, 1);
  return {across.low, down.low, across.high - across.low, down.high - down.low};
}

Box extent(const MapLayout& map) {
  Box all = map.cells;
  for (const PlacedText& text : map.texts) all = united(all, extent(text));
  for (const KeyLayout& key : map.keys) all = united(all, key.sample);
  if (map.bar) {
    all = united(all, map.bar->box);
    for (const PlacedText& text : map.bar->texts) all = united(all, extent(text));
  }
  return all;
}

}  // namespace headlight
