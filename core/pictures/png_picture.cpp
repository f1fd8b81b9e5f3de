#include "core/pictures/png_picture.h"

#include <png.h>

#include <cstring>
#include <stdexcept>
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
    image_.format = PNG_FORMAT_RGB;
    std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image_));
    const png_color white{255, 255, 255};
    png_image_finish_read(&image_, &white, pixels.data(), 0, nullptr);
    check();
    return pixels;
  }

 private:
  // A warning is of what libpng read past, such as a text's wrong checksum.
  void check() const {
    if ((image_.warning_or_error & PNG_IMAGE_ERROR) != 0)
      throw std::invalid_argument("the PNG is damaged or cut off (" + printable(image_.message) +
                                  "); save it again");
  }

  png_image image_{};
};

// Whether a chunk of this kind comes before the first of the picture's own.
bool has_chunk(std::string_view bytes, std::string_view kind) {
  for (std::size_t at = signature.size(); at + 8 <= bytes.size();) {
    const std::string_view found = bytes.substr(at + 4, 4);
    if (found == kind) return true;
    if (found == "IDAT") return false;
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8U | static_cast<unsigned char>(bytes[at + i]);
    at += 12 + length;
  }
  return false;
}

}  // namespace

bool begins_as_png(std::string_view bytes) { return bytes.starts_with(signature); }

Picture decode_png(std::string_view bytes) {
  if (has_chunk(bytes, "acTL")) refuse_animation();
  PngReader reader(bytes);
  check_picture_size(reader.width(), reader.height());
  return shrunk(reader.rgb(), static_cast<int>(reader.width()), static_cast<int>(reader.height()));
}

}  // namespace headlight
