#include "core/pictures/shrink.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headlight {
namespace {

// What one pixel of the result covers of a row or column of the square: whole numbers of pixels from `first`
// up to, without, `end`, of which the first and the last count as much as they are covered.
struct Stretch {
  int first = 0, end = 0;
  double first_share = 1, last_share = 1;

  double share(int at) const { return at == first ? first_share : at == end - 1 ? last_share : 1; }
};

Stretch stretch(int pixel, int square) {
  const double from = static_cast<double>(pixel) * square / Picture::side;
  const double to = static_cast<double>(pixel + 1) * square / Picture::side;
  Stretch covered;
  covered.first = static_cast<int>(from);
  covered.end = std::clamp(static_cast<int>(std::ceil(to)), covered.first + 1, square);
  covered.first_share = std::min(to, covered.first + 1.0) - from;
  covered.last_share = to - std::max(from, covered.end - 1.0);
  return covered;
}

}  // namespace

Picture shrunk(std::span<const std::uint8_t> rgb, int width, int height) {
  const int square = std::min(width, height);
  const auto left = static_cast<std::size_t>((width - square) / 2);
  const auto top = static_cast<std::size_t>((height - square) / 2);
  Picture picture;
  for (int y = 0; y < Picture::side; ++y) {
    const Stretch rows = stretch(y, square);
    for (int x = 0; x < Picture::side; ++x) {
      const Stretch columns = stretch(x, square);
      std::array<double, Picture::channels> sum{};
      double area = 0;
      for (int row = rows.first; row < rows.end; ++row) {
        const std::size_t line =
            (top + static_cast<std::size_t>(row)) * static_cast<std::size_t>(width) + left;
        for (int column = columns.first; column < columns.end; ++column) {
          const double share = rows.share(row) * columns.share(column);
          const std::size_t at = (line + static_cast<std::size_t>(column)) * Picture::channels;
          for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += share * rgb[at + c];
          area += share;
        }
      }
      for (std::size_t c = 0; c < sum.size(); ++c)
        picture.pixel(x, y)[c] = static_cast<std::uint8_t>(std::clamp(std::lround(sum[c] / area), 0L, 255L));
    }
  }
  return picture;
}

}  // namespace headlight
