// Pictures of pixels as PNG.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>

namespace headlight {

// Pixels are 0xAARRGGBB row by row, colours multiplied with alpha; without `transparent` alpha is left out.
// Compressed lightly: a picture of a screen takes milliseconds. Throws std::invalid_argument when the number
// of pixels is not width x height, std::runtime_error with the reason when it cannot be encoded.
void write_png(std::ostream& out, std::span<const std::uint32_t> pixels, int width, int height,
               bool transparent = false);

}  // namespace headlight
