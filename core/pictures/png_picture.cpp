#include "core/pictures/png_picture.h"

#include <png.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "core/pictures/picture_limits.h"
#include "core/pictures/shrink.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";

// libpng's simplified reader: it keeps its own errors in, so that nothing jumps over destructors.
class PngReader {
 public:
  explicit PngReader(std::string_view bytes) {
    image_.version = PNG_IMAGE_VERSION;
    png_image_begin_read_from_memory(&image_, bytes.data(), bytes.size());
    check();
  }
  ~PngReader() { png_image_free(&image_); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  std::uint32_t width() const { return image_.width; }
  std::uint32_t height() const { return image_.height; }

  std::vector<std::uint8_t> rgb() {
    // 16 bits that do not say what they are are sRGB, as all viewers have it; libpng would take them for
    // linear light.
    image_.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    const bool transparent = (image_.format & PNG_FORMAT_FLAG_ALPHA) != 0;
    image_.format = transparent ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
    std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image_));
    png_image_finish_read(&image_, nullptr, pixels.data(), 0, nullptr);
    check();
    if (transparent) blend_with_white(pixels);
    return pixels;
  }

 private:
  // A warning is of what libpng read past, such as bytes behind the picture's end.
  void check() const {
    if ((image_.warning_or_error & PNG_IMAGE_ERROR) != 0) refuse_damaged("PNG", image_.message);
  }

  png_image image_{};
};

// A chunk that libpng is given, and how long it may be: those that say what the pixels are, as PNG 1.2
// defines them. Texts, profiles and the like can be as long as they say, and unpacked far longer.
struct Wanted {
  std::string_view kind;
  std::size_t most;
};
constexpr Wanted wanted[] = {{"IHDR", 13}, {"PLTE", 3 * 256},  {"tRNS", 256}, {"gAMA", 4},
                             {"sRGB", 1},  {"IDAT", SIZE_MAX}, {"IEND", 0}};

// The same PNG with nothing but its picture. A length is compared with what there is before anybody trusts
// it.
std::string picture_alone(std::string_view bytes) {
  std::string kept(signature);
  bool begun = false;
  for (std::size_t at = signature.size(); at + 8 <= bytes.size();) {
    const std::string_view kind = bytes.substr(at + 4, 4);
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8U | static_cast<unsigned char>(bytes[at + i]);
    const std::size_t left = bytes.size() - at - 8;
    if (length + 4 > left) {
      refuse_damaged("PNG", in_quotes(kind) + " says that it has " + std::to_string(length) + " bytes, and " +
                                std::to_string(left) + " follow");
    }
    if (kind == "acTL" && !begun) refuse_animation();
    begun = begun || kind == "IDAT";
    const auto* const found = std::find_if(std::begin(wanted), std::end(wanted),
                                           [&](const Wanted& each) { return each.kind == kind; });
    if (found != std::end(wanted) && length <= found->most) kept += bytes.substr(at, length + 12);
    if (kind == "IEND") break;
    at += length + 12;
  }
  return kept;
}

}  // namespace

bool begins_as_png(std::string_view bytes) { return bytes.starts_with(signature); }

OwnPicture decode_png(std::string_view bytes) {
  const std::string alone = picture_alone(bytes);
  PngReader reader(alone);
  check_picture_size(reader.width(), reader.height());
  const auto width = static_cast<int>(reader.width());
  const auto height = static_cast<int>(reader.height());
  return {shrunk(reader.rgb(), width, height), width, height};
}

}  // namespace headlight
