// What the decoders of all kinds of picture files share; for picture_file.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/pictures/picture.h"
#include "core/pictures/picture_file.h"

namespace headlight {

// Throws std::invalid_argument where a side, or all pixels together, are more than picture_file.h allows.
void check_picture_size(std::uint64_t width, std::uint64_t height);

[[noreturn]] void refuse_animation();
// "the PNG is damaged or cut off (why); save it again"
[[noreturn]] void refuse_damaged(const char* kind, const std::string& why);

// Red, green, blue and alpha to red, green and blue in front of white, in place: c a + 255 (1 - a), with a in
// 0 to 1, of the bytes as they are, as browsers blend.
void blend_with_white(std::vector<std::uint8_t>& pixels);

// A picture of any size made into one of 64 x 64 pixels.

// The largest square in the middle, each pixel of the result the mean of the pixels it covers, whole or in
// part. `rgb` has three bytes a pixel, row by row, and width x height of them, of each at least one.
Picture shrunk(std::span<const std::uint8_t> rgb, int width, int height);

// All that is known of a picture of these pixels.
OwnPicture own_picture(std::vector<std::uint8_t> rgb, int width, int height);

// How a camera was held, as a JPEG or a WebP tells it.

// The orientation, 1 to 8, in the bytes of an APP1 marker, or in such bytes without the "Exif" at their
// beginning (Exif 2.3, 4.6.4; TIFF 6.0, section 2); 1, upright, where they say none or are not understood.
int exif_orientation(std::string_view marker);

// A picture that was stored with an orientation, upright.
Picture upright(const Picture& stored, int orientation);
RgbPicture upright(const RgbPicture& stored, int orientation);
OwnPicture upright(const OwnPicture& stored, int orientation);

// GIF files as pictures; for picture_file.cpp.

// Whether bytes begin as a GIF file does.
bool begins_as_gif(std::string_view bytes);

// With one frame, on its logical screen. Throws std::invalid_argument, for an animation too.
OwnPicture decode_gif(std::string_view bytes);

// JPEG files as pictures; for picture_file.cpp.

// Whether bytes begin as a JPEG file does.
bool begins_as_jpeg(std::string_view bytes);

// Baseline or progressive, in grey, colour or CMYK, turned as EXIF says. Throws std::invalid_argument.
OwnPicture decode_jpeg(std::string_view bytes);

// PNG files as pictures; for picture_file.cpp.

// Whether bytes begin as a PNG file does.
bool begins_as_png(std::string_view bytes);

// Any kind: grey, palette, 16 bits, with alpha, interlaced. Throws std::invalid_argument, for an animation
// too.
OwnPicture decode_png(std::string_view bytes);

// WebP files as pictures; for picture_file.cpp.

// Whether bytes begin as a WebP file does.
bool begins_as_webp(std::string_view bytes);

// Lossy or lossless, with or without alpha, turned as EXIF says. Throws std::invalid_argument, for an
// animation too.
OwnPicture decode_webp(std::string_view bytes);

}  // namespace headlight
