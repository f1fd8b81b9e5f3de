// Pictures of any size, for models that read others than 64 x 64 pixels: resized as their library does it,
// and scaled by means and deviations of their own.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/pictures/picture.h"
#include "core/text/enum_names.h"

namespace headlight {

// Row by row from the top left, three bytes a pixel: red, green, blue.
struct RgbPicture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb = {};

  const std::uint8_t* pixel(int x, int y) const {
    return &rgb[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                     static_cast<std::size_t>(x))];
  }
  bool operator==(const RgbPicture&) const = default;
};

RgbPicture pixels_of(const Picture& picture);

// The filters of Pillow, in the order of their numbers there.
enum class Resample { nearest, lanczos, bilinear, bicubic, box, hamming };
const EnumNames<Resample>& names_of(Resample);

// Stretched to these sides, nothing cropped. Where it becomes smaller the filter is as wide as the pixels it
// stands for.
RgbPicture resized(const RgbPicture& from, int width, int height, Resample how);

// How a model takes a picture: (byte / 255 - mean) / deviation, of red, green and blue.
struct PixelScale {
  std::array<float, 3> mean{0.5F, 0.5F, 0.5F};
  std::array<float, 3> deviation{0.5F, 0.5F, 0.5F};
  Resample resample = Resample::bilinear;

  bool operator==(const PixelScale&) const = default;
};

// The picture that a text stands for (picture_of), as side x side pixels: one of one's own is stretched to
// them. Throws std::invalid_argument.
RgbPicture pixels_of(std::string_view text, int side, Resample how);

// [width height, 3]
Matrix scaled(const RgbPicture& pixels, const PixelScale& scale);
// The square picture of such rows; what lies beyond a byte becomes the nearest one. Throws
// std::invalid_argument where they are no square.
RgbPicture unscaled(ConstView rows, const PixelScale& scale);

// As text, a PNG: picture_of() and pixels_of() read it.
std::string data_uri(const RgbPicture& pixels);

}  // namespace headlight
