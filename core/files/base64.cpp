#include "core/files/base64.h"

#include <cstdint>
#include <stdexcept>

namespace headlight {
namespace {

constexpr std::string_view base64_letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8U | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      text += i + j <= bytes.size() ? base64_letters[group >> (18 - 6 * j) & 63U] : '=';
  }
  return text;
}

std::string from_base64(std::string_view text) {
  const std::string_view letters = text.substr(0, text.find_last_not_of('=') + 1);
  if (text.empty() || text.size() % 4 != 0 || text.size() - letters.size() > 2)
    throw std::invalid_argument("is cut off");
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t kept = 0;
  unsigned bits = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const std::size_t value = base64_letters.find(letters[i]);
    if (value == std::string_view::npos)
      throw std::invalid_argument("has at place " + std::to_string(i + 1) + " what cannot be there");
    kept = (kept << 6U | static_cast<std::uint32_t>(value)) & 0xffffU;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(kept >> bits & 255U);
  }
  return bytes;
}

}  // namespace headlight
