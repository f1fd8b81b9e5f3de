// What the decoders of all kinds of picture files share; for picture_file.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

// Throws std::invalid_argument where a side, or all pixels together, are more than picture_file.h allows.
void check_picture_size(std::uint64_t width, std::uint64_t height);

[[noreturn]] void refuse_animation();
// "the PNG is damaged or cut off (why); save it again"
[[noreturn]] void refuse_damaged(const char* kind, const std::string& why);

// Red, green, blue and alpha to red, green and blue in front of white, in place: c a + 255 (1 - a), with a in
// 0 to 1, of the bytes as they are, as browsers blend.
void blend_with_white(std::vector<std::uint8_t>& pixels);

}  // namespace headlight
