// Pictures of one's own: a PNG or JPEG of any size becomes 64 x 64 pixels.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/pictures/picture.h"

namespace headlight {

// A file must not be larger than this. Decoding takes at most about 200 MB.
inline constexpr int most_picture_side = 20'000;             // pixels
inline constexpr long most_picture_pixels = 40'000'000;      // of the whole picture
inline constexpr std::size_t most_picture_bytes = 64 << 20;  // of the file

// The largest square in the middle of a picture in a file, each of its 64 x 64 pixels the mean of those it
// covers. Transparent pixels lie on white; JPEGs are turned as their EXIF says. Throws AccessError, and
// FormatError for what is no PNG or JPEG, animated, too large, cut off or damaged: never a part of a picture.
Picture read_picture(const std::filesystem::path& path);

// The same for the bytes of such a file. Throws std::invalid_argument.
Picture decode_picture(std::string_view bytes);

}  // namespace headlight
