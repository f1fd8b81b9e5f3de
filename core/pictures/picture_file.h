// Pictures of one's own: a PNG, JPEG, WebP or GIF of any size becomes 64 x 64 pixels.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/pictures/picture.h"

namespace headlight {

// A file must not be larger than this. Decoding takes at most about 350 MB, whatever lengths the file claims.
inline constexpr int most_picture_side = 20'000;             // pixels
inline constexpr long most_picture_pixels = 40'000'000;      // of the whole picture
inline constexpr std::size_t most_picture_bytes = 64 << 20;  // of the file

struct OwnPicture {
  Picture picture;
  int width = 0, height = 0;  // in the file, upright
  RgbPicture whole = {};      // all of it, upright; of a large JPEG fewer pixels than there are in the file

  bool cropped() const { return width != height; }
};

// The largest square in the middle of a picture in a file, each of its 64 x 64 pixels the mean of those it
// covers. Colours are those that a browser shows: 8 bits of sRGB, and what is transparent is blended with
// white, in sRGB. JPEG and WebP are turned as their EXIF says. Throws AccessError, and FormatError for what
// is none of these, animated, too large, cut off or damaged: never a part of a picture.
OwnPicture read_picture(const std::filesystem::path& path);

// The same for the bytes of such a file. Throws std::invalid_argument.
OwnPicture decode_picture(std::string_view bytes);

// All of the picture of a data URI. Throws as picture_of_uri() does.
RgbPicture whole_picture_of_uri(std::string_view uri);

}  // namespace headlight
