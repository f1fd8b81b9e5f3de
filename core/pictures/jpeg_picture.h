// JPEG files as pictures; for picture_file.cpp.
#pragma once

#include <string_view>

#include "core/pictures/picture_file.h"

namespace headlight {

// Whether bytes begin as a JPEG file does.
bool begins_as_jpeg(std::string_view bytes);

// Baseline or progressive, in grey, colour or CMYK, turned as EXIF says. Throws std::invalid_argument.
OwnPicture decode_jpeg(std::string_view bytes);

}  // namespace headlight
