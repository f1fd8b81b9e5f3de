// GIF files as pictures; for picture_file.cpp.
#pragma once

#include <string_view>

#include "core/pictures/picture_file.h"

namespace headlight {

// Whether bytes begin as a GIF file does.
bool begins_as_gif(std::string_view bytes);

// With one frame, on its logical screen. Throws std::invalid_argument, for an animation too.
OwnPicture decode_gif(std::string_view bytes);

}  // namespace headlight
