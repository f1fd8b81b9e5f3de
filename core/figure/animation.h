// Recorded drawings one after the other as an animated GIF.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "core/figure/drawing.h"

namespace headlight {

struct AnimationOptions {
  int delay = 800;  // milliseconds a frame; the last one stays twice as long
  int scale = 1;    // pixels per unit, 1 to 4
};

// Asks for drawings until there are none; all take the page of the first. Throws AccessError when the
// place cannot be written, std::invalid_argument for options out of range or when there is no drawing at all,
// and whatever `next` throws; then there is no file, or the old one.
void write_animation(const std::filesystem::path& path, const AnimationOptions& options,
                     const std::function<std::optional<Drawing>()>& next);

}  // namespace headlight
