// A picture of any size made into one of 64 x 64 pixels.
#pragma once

#include <cstdint>
#include <span>

#include "core/pictures/picture.h"

namespace headlight {

// The largest square in the middle, each pixel of the result the mean of the pixels it covers, whole or in
// part. `rgb` has three bytes a pixel, row by row, and width x height of them, of each at least one.
Picture shrunk(std::span<const std::uint8_t> rgb, int width, int height);

}  // namespace headlight
