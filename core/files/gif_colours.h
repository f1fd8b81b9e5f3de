// 256 colours for a picture that has more. Private to core/files.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace headlight {

struct FewColours {
  std::vector<std::uint32_t> colours;  // 0x00RRGGBB, at most 256
  std::vector<std::uint8_t> indices;   // of each pixel
};

// For drawings: areas of one colour keep it exactly, the largest first, so that they do not flicker from
// frame to frame; what is left goes to the colours that would be missed most, and the rims of letters take
// the nearest.
FewColours few_colours(std::span<const std::uint32_t> pixels);

}  // namespace headlight
