// PNG files as pictures; for picture_file.cpp.
#pragma once

#include <string_view>

#include "core/pictures/picture_file.h"

namespace headlight {

// Whether bytes begin as a PNG file does.
bool begins_as_png(std::string_view bytes);

// Any kind: grey, palette, 16 bits, with alpha, interlaced. Throws std::invalid_argument, for an animation
// too.
OwnPicture decode_png(std::string_view bytes);

}  // namespace headlight
