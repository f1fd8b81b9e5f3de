// How a camera was held, as a JPEG or a WebP tells it.
#pragma once

#include <string_view>

#include "core/pictures/picture_file.h"

namespace headlight {

// The orientation, 1 to 8, in the bytes of an APP1 marker, or in such bytes without the "Exif" at their
// beginning (Exif 2.3, 4.6.4; TIFF 6.0, section 2); 1, upright, where they say none or are not understood.
int exif_orientation(std::string_view marker);

// A picture that was stored with an orientation, upright.
Picture upright(const Picture& stored, int orientation);
OwnPicture upright(const OwnPicture& stored, int orientation);

}  // namespace headlight
