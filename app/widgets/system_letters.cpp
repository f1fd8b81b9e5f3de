#include "app/widgets/system_letters.h"

#include <cmath>
#include <cstdint>

namespace headlight {
namespace {

// No screen is wider, and every graphics card takes it.
constexpr int most_pixels = 4000;

std::string key_of(Type type, std::string_view text) {
  std::string key{static_cast<char>(type.face), static_cast<char>(type.size)};
  return key.append(text);
}

}  // namespace

float SystemLetters::width(Type type, std::string_view text) {
  std::string key = key_of(type, text);
  if (const float* const known = widths_.find(key)) return *known;
  const auto wide = static_cast<float>(std::ceil(text_.width(text, type, scale_)));
  return widths_.keep(std::move(key), wide, sizeof wide);
}

TextImage SystemLetters::image(Type type, std::string_view text, Rgb colour) {
  std::string key = key_of(type, text);
  constexpr Rgb white{255, 255, 255};
  const auto made = [&](const std::string& name, Rgb in) {
    const TextImage image = text_.image(text, type, scale_, in, most_pixels);
    return images_.keep(name, image, image.pixels->pixels.size() * sizeof(std::uint32_t));
  };
  const TextImage* const known = images_.find(key);
  const TextImage plain = known != nullptr ? *known : made(key, white);
  if (!plain.coloured || colour == white) return plain;
  const std::string own_colour{static_cast<char>(-1), static_cast<char>(colour.red),
                               static_cast<char>(colour.green), static_cast<char>(colour.blue)};
  key = own_colour + key;
  if (const TextImage* const own = images_.find(key)) return *own;
  TextImage image = made(key, colour);
  image.coloured = true;
  return image;
}

}  // namespace headlight
