#include "core/pictures/data_uri.h"

#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "core/files/base64.h"
#include "core/files/png.h"
#include "core/pictures/picture_file.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

constexpr std::string_view scheme = "data:";
constexpr std::string_view png_head = "data:image/png;base64,";
// "image/jpg" is no type, but some programs write it.
constexpr std::string_view heads[] = {png_head, "data:image/jpeg;base64,", "data:image/jpg;base64,",
                                      "data:image/webp;base64,", "data:image/gif;base64,"};
constexpr std::size_t longest_uri = 64UL << 20U;

std::string bytes_of(std::string_view base64) {
  try {
    return from_base64(base64);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string("picture: its base64 ") + error.what() +
                                "; copy the whole data URI");
  }
}

}  // namespace

bool is_data_uri(std::string_view text) { return text.starts_with(scheme); }

std::string data_uri(const Picture& picture) {
  std::vector<std::uint32_t> pixels;
  pixels.reserve(std::size_t{Picture::side} * Picture::side);
  for (int y = 0; y < Picture::side; ++y) {
    for (int x = 0; x < Picture::side; ++x) {
      const std::uint8_t* rgb = picture.pixel(x, y);
      pixels.push_back(0xff000000U | std::uint32_t{rgb[0]} << 16U | std::uint32_t{rgb[1]} << 8U | rgb[2]);
    }
  }
  std::ostringstream png;
  write_png(png, pixels, Picture::side, Picture::side);
  return std::string(png_head) + to_base64(png.str());
}

Picture picture_of_uri(std::string_view uri) {
  if (uri.size() > longest_uri)
    throw std::invalid_argument("picture: its data URI is longer than 64 MB; open the file instead");
  for (const std::string_view head : heads) {
    if (uri.starts_with(head)) return decode_picture(bytes_of(uri.substr(head.size()))).picture;
  }
  throw std::invalid_argument("picture: " + in_quotes(uri, 30) + " does not begin with \"" +
                              std::string(png_head) + "\", or the same with jpeg, webp or gif");
}

}  // namespace headlight
