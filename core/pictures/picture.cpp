#include "core/pictures/picture.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "core/files/png.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/picture_file.h"
#include "core/pictures/scene.h"
#include "core/text/printable.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr std::string_view mark = "covered";

int cell_named(const std::string& name) {
  for (int cell = 0; cell < Picture::cells * Picture::cells; ++cell) {
    if (cell_name(cell) == name) return cell;
  }
  throw std::invalid_argument("picture: there is no cell " + in_quotes(name) + " to be covered; they are " +
                              cell_name(0) + " to " + cell_name(Picture::cells * Picture::cells - 1));
}

}  // namespace

CoveredText covered_text_of(std::string_view text) {
  const std::size_t last = text.rfind(';');
  const std::string_view part =
      last == std::string_view::npos ? std::string_view{} : trimmed(text.substr(last + 1));
  if (!part.starts_with(mark)) return {std::string(text), {}};
  CoveredText parted{std::string(text.substr(0, last)), {}};
  std::istringstream names{std::string(part.substr(mark.size()))};
  for (std::string name; names >> name;) parted.covered.push_back(cell_named(name));
  std::sort(parted.covered.begin(), parted.covered.end());
  parted.covered.erase(std::unique(parted.covered.begin(), parted.covered.end()), parted.covered.end());
  return parted;
}

std::string to_text(const CoveredText& text) {
  if (text.covered.empty()) return text.picture;
  std::string all = text.picture + "; " + std::string(mark);
  for (const int cell : text.covered) all += " " + cell_name(cell);
  return all;
}

std::string with_cell_turned(std::string_view text, int cell) {
  CoveredText parted = covered_text_of(text);
  if (std::erase(parted.covered, cell) == 0)
    parted.covered.insert(std::lower_bound(parted.covered.begin(), parted.covered.end(), cell), cell);
  return to_text(parted);
}

void cover(Picture& picture, int cell) {
  const int left = cell % Picture::cells * Picture::cell_side,
            top = cell / Picture::cells * Picture::cell_side;
  for (int y = top; y < top + Picture::cell_side; ++y) {
    for (int x = left; x < left + Picture::cell_side; ++x)
      std::fill_n(picture.pixel(x, y), Picture::channels, covering_grey);
  }
}

namespace {

constexpr std::string_view scheme = "data:";
constexpr std::string_view png_head = "data:image/png;base64,";
// "image/jpg" is no type, but some programs write it.
constexpr std::string_view heads[] = {png_head, "data:image/jpeg;base64,", "data:image/jpg;base64,",
                                      "data:image/webp;base64,", "data:image/gif;base64,"};
constexpr std::size_t longest_uri = 64UL << 20U;

std::string bytes_of(std::string_view base64) {
  try {
    return from_base64(base64);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string("picture: its base64 ") + error.what() +
                                "; copy the whole data URI");
  }
}

}  // namespace

bool is_data_uri(std::string_view text) { return text.starts_with(scheme); }

std::string data_uri(const Picture& picture) { return data_uri(pixels_of(picture)); }

namespace {

OwnPicture own_picture_of_uri(std::string_view uri) {
  if (uri.size() > longest_uri)
    throw std::invalid_argument("picture: its data URI is longer than 64 MB; open the file instead");
  for (const std::string_view head : heads) {
    if (uri.starts_with(head)) return decode_picture(bytes_of(uri.substr(head.size())));
  }
  throw std::invalid_argument("picture: " + in_quotes(uri, 30) + " does not begin with \"" +
                              std::string(png_head) + "\", or the same with jpeg, webp or gif");
}

}  // namespace

Picture picture_of_uri(std::string_view uri) { return own_picture_of_uri(uri).picture; }
RgbPicture whole_picture_of_uri(std::string_view uri) { return own_picture_of_uri(uri).whole; }

std::string cell_name(int cell, int along) {
  return "r" + std::to_string(cell / along + 1) + "c" + std::to_string(cell % along + 1);
}

Picture picture_of(std::string_view text) {
  const CoveredText parted = covered_text_of(text);
  Picture picture =
      is_data_uri(parted.picture) ? picture_of_uri(parted.picture) : draw(scene_of(parted.picture));
  for (const int cell : parted.covered) cover(picture, cell);
  return picture;
}

Matrix scaled(const Picture& picture) {
  Matrix matrix(Picture::side * Picture::side, Picture::channels);
  for (Eigen::Index i = 0; i < matrix.size(); ++i)
    matrix.data()[i] =
        (static_cast<float>(picture.rgb[static_cast<std::size_t>(i)]) - picture_mean) / picture_spread;
  return matrix;
}

Picture unscaled(ConstView pixels) {
  Picture picture;
  if (pixels.shape != Shape{Picture::side * Picture::side, Picture::channels})
    throw std::invalid_argument("not the pixels of a picture");
  for (int row = 0; row < pixels.shape.rows; ++row) {
    for (int channel = 0; channel < Picture::channels; ++channel) {
      const float byte = pixels(row, channel) * picture_spread + picture_mean;
      picture.pixel(row % Picture::side, row / Picture::side)[channel] =
          static_cast<std::uint8_t>(std::lround(std::clamp(byte, 0.0F, 255.0F)));
    }
  }
  return picture;
}

}  // namespace headlight
