#include "core/pictures/data_uri.h"

#include <array>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "core/files/png.h"
#include "core/pictures/picture_file.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

constexpr std::string_view scheme = "data:";
constexpr std::string_view png_head = "data:image/png;base64,";
constexpr std::string_view jpeg_head = "data:image/jpeg;base64,";
constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t longest_uri = 64UL << 20U;

std::string in_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8U | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      text += i + j <= bytes.size() ? alphabet[group >> (18 - 6 * j) & 63U] : '=';
  }
  return text;
}

std::string from_base64(std::string_view text) {
  const std::string_view letters = text.substr(0, text.find_last_not_of('=') + 1);
  if (text.empty() || text.size() % 4 != 0 || text.size() - letters.size() > 2)
    throw std::invalid_argument("picture: its base64 is cut off; copy the whole data URI");
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t kept = 0;
  unsigned bits = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const std::size_t value = alphabet.find(letters[i]);
    if (value == std::string_view::npos)
      throw std::invalid_argument("picture: " + in_quotes(letters.substr(i, 1)) + ", letter " +
                                  std::to_string(i + 1) +
                                  " of its base64, cannot be there; copy the data URI again");
    kept = (kept << 6U | static_cast<std::uint32_t>(value)) & 0xffffU;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(kept >> bits & 255U);
  }
  return bytes;
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
  return std::string(png_head) + in_base64(png.str());
}

Picture picture_of_uri(std::string_view uri) {
  if (uri.size() > longest_uri)
    throw std::invalid_argument("picture: its data URI is longer than 64 MB; open the file instead");
  for (const std::string_view head : {png_head, jpeg_head}) {
    if (uri.starts_with(head)) return decode_picture(from_base64(uri.substr(head.size())));
  }
  throw std::invalid_argument("picture: " + in_quotes(uri, 30) + " begins neither with \"" +
                              std::string(png_head) + "\" nor with \"" + std::string(jpeg_head) + "\"");
}

}  // namespace headlight
