#include "app/panels/picture_images.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr std::size_t most_image_bytes = std::size_t{48} << 20U;

// Pixels of the display to each of the picture's.
int enlarged_to(float size) {
  return std::clamp(static_cast<int>(std::lround(size / static_cast<float>(Picture::side))), 1, 10);
}

}  // namespace

bool PictureImages::keep_for(const std::vector<TracePtr>& traces) {
  if (traces_ == traces && bytes_ <= most_image_bytes) return false;
  traces_ = traces;
  images_.clear();
  bytes_ = 0;
  return true;
}

RasterPtr PictureImages::image(const std::string& name, const Picture& picture,
                               const std::vector<float>& weights, const Session& session, float size) {
  const int enlarged = enlarged_to(size);
  if (weights.empty())
    return kept("plain/" + name + "/" + std::to_string(enlarged),
                [&] { return image_of(picture, enlarged); });
  const LookedAt look{.cells = session.picture_cells, .dark = session.picture_dark};
  return kept("looked at/" + name + "/" + std::to_string(enlarged) + (look.cells ? "/cells/" : "/smooth/") +
                  std::to_string(look.dark),
              [&] { return looked_at(picture, weights, enlarged, look); });
}

}  // namespace headlight
