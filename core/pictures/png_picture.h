// PNG files as pictures; for picture_file.cpp.
#pragma once

#include <string_view>

#include "core/pictures/picture.h"

namespace headlight {

// Whether bytes begin as a PNG file does.
bool begins_as_png(std::string_view bytes);

// Any kind: grey, palette, 16 bits, with alpha (on white), interlaced. Throws std::invalid_argument, for an
// animation too.
Picture decode_png(std::string_view bytes);

}  // namespace headlight
