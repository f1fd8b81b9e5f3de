#include "core/pictures/picture.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/pictures/covered.h"
#include "core/pictures/data_uri.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/scene.h"

namespace headlight {

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
