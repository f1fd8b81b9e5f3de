#include "core/pictures/picture_file.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <string>

#include "core/files/file_error.h"
#include "core/pictures/gif_picture.h"
#include "core/pictures/jpeg_picture.h"
#include "core/pictures/picture_limits.h"
#include "core/pictures/png_picture.h"
#include "core/pictures/webp_picture.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

struct Kind {
  bool (*begins)(std::string_view bytes);
  OwnPicture (*decode)(std::string_view bytes);
};
constexpr Kind kinds[] = {{begins_as_png, decode_png},
                          {begins_as_jpeg, decode_jpeg},
                          {begins_as_webp, decode_webp},
                          {begins_as_gif, decode_gif}};

// What a file is that cannot be read, as far as its first bytes tell; empty for all others.
std::string_view other_kind(std::string_view bytes) {
  if (bytes.starts_with("BM")) return "a BMP";
  if (bytes.starts_with("II*") || bytes.starts_with("MM")) return "a TIFF";
  if (bytes.substr(0, 12).find("ftyp") == 4) return "a HEIC, an AVIF or a film";
  if (bytes.starts_with("<svg") || bytes.starts_with("<?xml")) return "an SVG";
  if (bytes.starts_with("%PDF")) return "a PDF";
  return "";
}

}  // namespace

void check_picture_size(std::uint64_t width, std::uint64_t height) {
  const auto side = static_cast<std::uint64_t>(most_picture_side);
  const auto all = static_cast<std::uint64_t>(most_picture_pixels);
  if (width == 0 || height == 0) throw std::invalid_argument("the picture has no pixels; save it again");
  const std::string size = std::to_string(width) + " x " + std::to_string(height) + " pixels";
  if (width > side || height > side)
    throw std::invalid_argument("the picture has " + size + ", and at most " + std::to_string(side) +
                                " a side are read; save it smaller");
  if (width * height > all)
    throw std::invalid_argument("the picture has " + size + ", and at most " +
                                std::to_string(all / 1'000'000) + " million are read; save it smaller");
}

void refuse_animation() {
  throw std::invalid_argument("the picture is animated; save one picture of it as a PNG");
}

void refuse_damaged(const char* kind, const std::string& why) {
  throw std::invalid_argument("the " + std::string(kind) + " is damaged or cut off (" + printable(why) +
                              "); save it again");
}

void blend_with_white(std::vector<std::uint8_t>& pixels) {
  const std::size_t count = pixels.size() / 4;
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned alpha = pixels[4 * i + 3];
    for (std::size_t c = 0; c < 3; ++c)
      pixels[3 * i + c] =
          static_cast<std::uint8_t>((pixels[4 * i + c] * alpha + 255 * (255 - alpha) + 127) / 255);
  }
  pixels.resize(3 * count);
}

OwnPicture decode_picture(std::string_view bytes) {
  for (const Kind& kind : kinds) {
    if (kind.begins(bytes)) return kind.decode(bytes);
  }
  const std::string_view kind = other_kind(bytes);
  throw std::invalid_argument(kind.empty() ? "this is not a picture; a PNG, JPEG, WebP or GIF can be read"
                                           : "this is " + std::string(kind) + "; save it as a PNG or a JPEG");
}

OwnPicture read_picture(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    throw AccessError(
        path, error || !std::filesystem::exists(path, error) ? "there is no such file" : "this is not a file",
        "give the path of a PNG or a JPEG");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw AccessError(path, "it cannot be opened", "see whether you may read it");
  // One byte more than may be there tells that there are too many, even of a file that grows.
  std::string bytes;
  const auto size = std::filesystem::file_size(path, error);
  bytes.resize(error ? 0 : std::min<std::uintmax_t>(size, most_picture_bytes) + 1);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  if (bytes.size() > most_picture_bytes)
    throw FormatError(path, "the file has more than 64 MB", "save the picture smaller");
  try {
    return decode_picture(bytes);
  } catch (const std::invalid_argument& refused) {
    throw FormatError(path, refused.what());
  }
}

}  // namespace headlight
