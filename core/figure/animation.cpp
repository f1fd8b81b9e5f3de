#include "core/figure/animation.h"

#include <ostream>
#include <stdexcept>
#include <utility>

#include "core/figure/canvas.h"
#include "core/files/gif.h"
#include "core/files/replace_file.h"

namespace headlight {

void write_animation(const std::filesystem::path& path, const AnimationOptions& options,
                     const std::function<std::optional<Drawing>()>& next) {
  if (options.scale < 1 || options.scale > 4) {
    throw std::invalid_argument("the scale of an animation is 1, 2, 3 or 4");
  }
  if (options.delay < 20 || options.delay > 60'000) {
    throw std::invalid_argument("a frame of an animation stays for 20 to 60000 milliseconds");
  }
  replace_file(path, [&](std::ostream& out) {
    std::optional<Drawing> drawing = next();
    if (!drawing) throw std::invalid_argument("there are no steps to show in this range");
    const double width = drawing->width;
    const double height = drawing->height;
    std::optional<GifWriter> gif;
    while (drawing) {
      drawing->width = width;
      drawing->height = height;
      const Pixels pixels = render(*drawing, options.scale, true);
      if (!gif) gif.emplace(out, pixels.width, pixels.height);
      std::optional<Drawing> following = next();
      gif->add(pixels.values, following ? options.delay : 2 * options.delay);
      drawing = std::move(following);
    }
    gif->finish();
  });
}

}  // namespace headlight
