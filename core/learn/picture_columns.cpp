#include "core/learn/picture_columns.h"

#include <cmath>

#include "core/matrix/random.h"
#include "core/pictures/draw_scene.h"

namespace headlight {

TaughtConstant picture_constant() { return {"picture", picture_mean, picture_spread}; }

std::uint64_t scene_seed(std::uint64_t run, int step, int i) {
  return Random((run << 40U) + (static_cast<std::uint64_t>(step) << 12U) + static_cast<std::uint64_t>(i))
      .bits();
}

void add_pixels(std::vector<int>& column, const Scene& scene, float jitter, std::uint64_t seed) {
  Random random(~seed);
  const double contrast = 1 + static_cast<double>(jitter) * random.normal();
  const double middle = picture_mean + static_cast<double>(jitter * picture_spread) * random.normal();
  for (const std::uint8_t byte : draw(scene).rgb) {
    const double value = contrast * (static_cast<double>(byte) - picture_mean) + middle;
    column.push_back(static_cast<int>(std::lround(value)));
  }
}

}  // namespace headlight
