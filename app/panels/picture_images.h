// Pictures as images for the display, plain or under weights, kept until what they show changes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "core/figure/looked_at.h"
#include "core/figure/raster.h"
#include "core/models/trace.h"

namespace headlight {

class PictureImages {
 public:
  // Forgets all of them when they are of other traces than before, or take too much memory. Returns whether
  // it did.
  bool keep_for(const std::vector<TracePtr>& traces);

  // Under the name of its own the image that `make` makes, or made before.
  template <typename Make>
  RasterPtr kept(const std::string& name, const Make& make) {
    RasterPtr& image = images_[name];
    if (image == nullptr) {
      image = std::make_shared<const Raster>(make());
      bytes_ += image->pixels.size() * sizeof(image->pixels.front());
    }
    return image;
  }

  // Large enough for `size` pixels of the display; under `weights` of its cells, as the session lays them
  // over pictures, unless there are none.
  RasterPtr image(const std::string& name, const Picture& picture, const std::vector<float>& weights,
                  const Session& session, float size);

 private:
  std::vector<TracePtr> traces_;
  std::map<std::string, RasterPtr> images_;
  std::size_t bytes_ = 0;
};

}  // namespace headlight
