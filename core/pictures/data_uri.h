// A picture as text: a data URI (RFC 2397) with a PNG in base64 (RFC 4648), so that a session that holds it
// is whole.
#pragma once

#include <string>
#include <string_view>

#include "core/pictures/picture.h"

namespace headlight {

// Whether a text means to be one: it begins with "data:".
bool is_data_uri(std::string_view text);

// "data:image/png;base64,...", of the picture's 64 x 64 pixels.
std::string data_uri(const Picture& picture);

// The picture of such a text, a PNG, JPEG, WebP or GIF; one of another size is scaled (picture_file.h).
// Throws std::invalid_argument.
Picture picture_of_uri(std::string_view uri);

}  // namespace headlight
