// Letters by the browser, which has the fonts of the system: it measures and draws them on a canvas of its
// own.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/figure/system_text.h"
#include "core/text/unicode.h"

// In web/system.js.
extern "C" {
double headlight_text_width(const char* text, const char* font);
// Into width x height pixels, red, green, blue and alpha, with the line's left end at (left, baseline).
void headlight_text_image(const char* text, const char* font, const char* colour, int width, int height,
                          int left, int baseline, std::uint8_t* pixels);
}

namespace headlight {
namespace {

// As style sheets write it.
std::string font_of(Type type, double scale) {
  const FaceName& face = name_of(type.face);
  const bool mono = type.face == Face::mono || type.face == Face::mono_bold;
  return std::string(face.italic ? "italic " : "") + std::to_string(face.weight) + " " +
         std::to_string(type.size * scale) + "px \"" + face.family + "\", \"" + face.fallback + "\", " +
         (mono ? "monospace" : "sans-serif");
}

std::string css_of(Rgb colour) {
  return "rgb(" + std::to_string(colour.red) + "," + std::to_string(colour.green) + "," +
         std::to_string(colour.blue) + ")";
}

// Hebrew, Arabic and their neighbours.
bool runs_to_the_left(std::string_view text) {
  for (const char32_t letter : code_points(text)) {
    if ((letter >= 0x590 && letter < 0x900) || (letter >= 0xFB1D && letter < 0xFE00) ||
        (letter >= 0xFE70 && letter < 0xFF00))
      return true;
    if (is_letter(letter)) return false;
  }
  return false;
}

}  // namespace

struct SystemText::Setter {};

SystemText::SystemText() = default;
SystemText::~SystemText() = default;

double SystemText::width(std::string_view text, Type type, double scale) {
  return headlight_text_width(valid_utf8(text).c_str(), font_of(type, scale).c_str());
}

std::vector<float> SystemText::carets(std::string_view text, Type type, double scale) {
  const std::string valid = valid_utf8(text);
  const auto all = static_cast<float>(width(valid, type, scale));
  const bool to_the_left = runs_to_the_left(valid);
  std::vector<float> places(text.size() + 1);
  // No letter is joined to another one across a blank: of what stands before the word, only the width counts.
  std::size_t word = 0;
  float before_word = 0;
  const auto part = [&](std::size_t end) {
    return static_cast<float>(width(std::string_view(valid).substr(word, end - word), type, scale));
  };
  for (std::size_t at = 0; at <= std::min(text.size(), valid.size());) {
    const std::size_t end = at < valid.size() ? end_of_letter(valid, at) : at + 1;
    const float before = before_word + part(at);
    if (at > 0 && at <= valid.size() && valid[at - 1] == ' ') {
      before_word = before;
      word = at;
    }
    for (; at < end && at < places.size(); ++at) places[at] = to_the_left ? all - before : before;
    at = end;
  }
  return places;
}

TextImage SystemText::image(std::string_view text, Type type, double scale, Rgb colour, int most) {
  const std::string valid = valid_utf8(text);
  const double em = type.size * scale;
  const int around = 2 + static_cast<int>(em / 3);
  const int ascent = static_cast<int>(std::ceil(em * 1.1));
  const auto raster = std::make_shared<Raster>();
  raster->width = std::min(most, static_cast<int>(std::ceil(width(valid, type, scale)))) + 2 * around;
  raster->height = ascent + static_cast<int>(std::ceil(em * 0.4)) + 2 * around;
  TextImage image{.left = around, .baseline = around + ascent};
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(raster->width) *
                                  static_cast<std::size_t>(raster->height) * 4);
  headlight_text_image(valid.c_str(), font_of(type, scale).c_str(), css_of(colour).c_str(), raster->width,
                       raster->height, image.left, image.baseline, bytes.data());
  const auto off = [](std::uint8_t is, std::uint8_t usual) { return std::abs(is - usual) > 12; };
  for (const std::uint8_t* at = bytes.data(); at != bytes.data() + bytes.size(); at += 4) {
    constexpr int hardly = 48;
    image.coloured |=
        at[3] > hardly && (off(at[0], colour.red) || off(at[1], colour.green) || off(at[2], colour.blue));
    const Rgb shown = at[3] == 0 ? colour : Rgb{at[0], at[1], at[2]};
    raster->pixels.push_back((opaque(shown) & 0xffffffU) | static_cast<std::uint32_t>(at[3]) << 24U);
  }
  image.pixels = raster;
  return image;
}

void find_system_fonts() {}  // the browser has them

}  // namespace headlight
