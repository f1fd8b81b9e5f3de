#include "core/pictures/picture.h"

#include "core/pictures/data_uri.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/scene.h"

namespace headlight {

Picture picture_of(std::string_view text) {
  return is_data_uri(text) ? picture_of_uri(text) : draw(scene_of(text));
}

Matrix scaled(const Picture& picture) {
  Matrix matrix(Picture::side * Picture::side, Picture::channels);
  for (Eigen::Index i = 0; i < matrix.size(); ++i)
    matrix.data()[i] =
        (static_cast<float>(picture.rgb[static_cast<std::size_t>(i)]) - picture_mean) / picture_spread;
  return matrix;
}

}  // namespace headlight
