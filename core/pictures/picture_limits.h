// What a picture in a file may be, whatever its kind; for picture_file.cpp.
#pragma once

#include <cstdint>

namespace headlight {

// Throws std::invalid_argument where a side, or all pixels together, are more than picture_file.h allows.
void check_picture_size(std::uint64_t width, std::uint64_t height);

[[noreturn]] void refuse_animation();

}  // namespace headlight
