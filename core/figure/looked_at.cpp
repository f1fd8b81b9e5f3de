#include "core/figure/looked_at.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

namespace headlight {
namespace {

// The two cells between whose middles a pixel lies, and how far it is from the first to the second.
struct Between {
  int first = 0, second = 0;
  float share = 0;
};

std::vector<Between> along(int pixels, int cells, bool smooth) {
  std::vector<Between> all;
  for (int pixel = 0; pixel < pixels; ++pixel) {
    const float at =
        (static_cast<float>(pixel) + 0.5F) * static_cast<float>(cells) / static_cast<float>(pixels);
    if (!smooth) {
      all.push_back({static_cast<int>(at), static_cast<int>(at), 0});
      continue;
    }
    // Beyond the middle of a cell at the edge its weight goes on.
    const float from_middle = std::clamp(at - 0.5F, 0.0F, static_cast<float>(cells - 1));
    const int first = std::min(static_cast<int>(from_middle), std::max(0, cells - 2));
    all.push_back({first, std::min(first + 1, cells - 1), from_middle - static_cast<float>(first)});
  }
  return all;
}

int side_of(std::size_t cells) {
  const int side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(cells))));
  if (side == 0 || static_cast<std::size_t>(side) * static_cast<std::size_t>(side) != cells)
    throw std::invalid_argument(std::to_string(cells) + " weights are no square grid");
  return side;
}

}  // namespace

Raster image_of(const Picture& picture, int enlarged) {
  const int side = Picture::side * enlarged;
  Raster image{side, side, {}};
  image.pixels.reserve(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  std::vector<std::uint32_t> line;
  for (int y = 0; y < Picture::side; ++y) {
    line.clear();
    for (int x = 0; x < Picture::side; ++x) {
      const std::uint8_t* rgb = picture.pixel(x, y);
      line.insert(line.end(), static_cast<std::size_t>(enlarged), opaque({rgb[0], rgb[1], rgb[2]}));
    }
    for (int copy = 0; copy < enlarged; ++copy)
      image.pixels.insert(image.pixels.end(), line.begin(), line.end());
  }
  return image;
}

Raster looked_at(const Picture& picture, std::span<const float> weights, int enlarged, const LookedAt& look) {
  const int cells = side_of(weights.size());
  Raster image = image_of(picture, enlarged);
  const float most = look.most > 0 ? look.most : *std::max_element(weights.begin(), weights.end());
  const float scale = most > 0 ? 1 / most : 0;
  const std::vector<Between> places = along(image.width, cells, !look.cells);
  // While an object is dragged this runs over all pixels in every frame: no calls in the inner loop.
  std::vector<float> line(static_cast<std::size_t>(cells));
  std::uint32_t* pixel = image.pixels.data();
  for (const Between& y : places) {
    for (std::size_t column = 0; column < line.size(); ++column) {
      const float above = weights[static_cast<std::size_t>(y.first) * line.size() + column];
      const float below = weights[static_cast<std::size_t>(y.second) * line.size() + column];
      line[column] = scale * (above + y.share * (below - above));
    }
    for (const Between& x : places) {
      const float left = line[static_cast<std::size_t>(x.first)];
      const float right = line[static_cast<std::size_t>(x.second)];
      const float share = std::clamp(left + x.share * (right - left), 0.0F, 1.0F);
      const float light = 1 - look.dark * (1 - share);
      const auto lit = [&](unsigned shift) {
        // Never negative: half up is nearest. lround() would be a call for each of three channels.
        const float bright = static_cast<float>(*pixel >> shift & 0xffU) * light + 0.5F;
        return static_cast<std::uint8_t>(bright);
      };
      *pixel = opaque({lit(16), lit(8), lit(0)});
      ++pixel;
    }
  }
  return image;
}

}  // namespace headlight
