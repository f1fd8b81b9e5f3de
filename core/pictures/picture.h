// A picture as the models see it: 64 x 64 pixels of red, green and blue, or as many as others take.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/fields.h"
#include "core/matrix/matrix.h"

namespace headlight {

struct Picture {
  static constexpr int side = 64;                 // pixels
  static constexpr int cells = 8;                 // of the grid that captions look at, along a side
  static constexpr int cell_side = side / cells;  // pixels
  static constexpr int channels = 3;              // red, green, blue

  // Row by row from the top left, three bytes a pixel.
  std::array<std::uint8_t, std::size_t{side} * side * channels> rgb{};

  const std::uint8_t* pixel(int x, int y) const { return &rgb[at(x, y)]; }
  std::uint8_t* pixel(int x, int y) { return &rgb[at(x, y)]; }
  bool operator==(const Picture&) const = default;

 private:
  static std::size_t at(int x, int y) {
    return (static_cast<std::size_t>(y) * side + static_cast<std::size_t>(x)) * channels;
  }
};

// "r3c4": of a cell counted row by row, its row and its column.
std::string cell_name(int cell, int along = Picture::cells);

// The picture that a text stands for: a scene in its notation (scene.h), drawn, or a data URI;
// of either some cells may be covered. Throws std::invalid_argument, which says what is wrong,
// where, and what to try.
Picture picture_of(std::string_view text);

// A byte as the models take it: (byte - 110) / 60.
inline constexpr float picture_mean = 110;
inline constexpr float picture_spread = 60;

// [4096, 3]: a row a pixel, row by row from the top left, its red, green and blue scaled as above.
Matrix scaled(const Picture& picture);
// The picture of such rows; what lies beyond a byte becomes the nearest one. Throws
// std::invalid_argument for another shape.
Picture unscaled(ConstView pixels);

// Cells of a picture that are covered, so that a model has to do without them: the last part of any picture's
// text, "...; covered r3c4 r3c5".

// The grey of a covered cell: 0 to the models, neither bright nor dark, of no colour.
inline constexpr std::uint8_t covering_grey = static_cast<std::uint8_t>(picture_mean);

// A picture's text, and the cells of its 8 x 8 grid that are covered, counted row by row, each once, in
// order.
struct CoveredText {
  std::string picture;
  std::vector<int> covered;
};

// Throws std::invalid_argument for a name that no cell has.
CoveredText covered_text_of(std::string_view text);
std::string to_text(const CoveredText& text);

// The same text with a cell covered, or with it uncovered where it was.
std::string with_cell_turned(std::string_view text, int cell);

void cover(Picture& picture, int cell);

// A picture as text: a data URI (RFC 2397) with a PNG in base64 (RFC 4648), so that a session that holds it
// is whole.

// Whether a text means to be one: it begins with "data:".
bool is_data_uri(std::string_view text);

// "data:image/png;base64,...", of the picture's 64 x 64 pixels.
std::string data_uri(const Picture& picture);

// The picture of such a text, a PNG, JPEG, WebP or GIF; one of another size is scaled (picture_file.h).
// Throws std::invalid_argument.
Picture picture_of_uri(std::string_view uri);

// Pictures of any size, for models that read others than 64 x 64 pixels: resized as their library does it,
// and scaled by means and deviations of their own.

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
