// WebP files as pictures; for picture_file.cpp.
#pragma once

#include <string_view>

#include "core/pictures/picture_file.h"

namespace headlight {

// Whether bytes begin as a WebP file does.
bool begins_as_webp(std::string_view bytes);

// Lossy or lossless, with or without alpha, turned as EXIF says. Throws std::invalid_argument, for an
// animation too.
OwnPicture decode_webp(std::string_view bytes);

}  // namespace headlight
