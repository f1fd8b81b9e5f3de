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
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const std::uint8_t* rgb = picture.pixel(x / enlarged, y / enlarged);
      image.pixels.push_back(opaque({rgb[0], rgb[1], rgb[2]}));
    }
  }
  return image;
}

Raster looked_at(const Picture& picture, std::span<const float> weights, int enlarged, const LookedAt& look) {
  const int cells = side_of(weights.size());
  Raster image = image_of(picture, enlarged);
  const float most = look.most > 0 ? look.most : *std::max_element(weights.begin(), weights.end());
  const std::vector<Between> places = along(image.width, cells, !look.cells);
  const auto weight = [&](int row, int column) {
    return weights[static_cast<std::size_t>(row) * static_cast<std::size_t>(cells) +
                   static_cast<std::size_t>(column)];
  };
  std::uint32_t* pixel = image.pixels.data();
  for (const Between& y : places) {
    for (const Between& x : places) {
      const float above = std::lerp(weight(y.first, x.first), weight(y.first, x.second), x.share);
      const float below = std::lerp(weight(y.second, x.first), weight(y.second, x.second), x.share);
      const float share = most > 0 ? std::clamp(std::lerp(above, below, y.share) / most, 0.0F, 1.0F) : 0.0F;
      const float light = 1 - look.dark * (1 - share);
      const auto lit = [&](unsigned shift) {
        return static_cast<std::uint8_t>(std::lround(static_cast<float>(*pixel >> shift & 0xffU) * light));
      };
      *pixel = opaque({lit(16), lit(8), lit(0)});
      ++pixel;
    }
  }
  return image;
}

}  // namespace headlight
