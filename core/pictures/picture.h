// A picture as the models see it: 64 x 64 pixels of red, green and blue.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace headlight
