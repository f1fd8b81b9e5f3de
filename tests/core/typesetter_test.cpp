// The letters of a browser's figures are as wide as those of the desktop's. tests/CMakeLists.txt compiles
// core/figure/typesetter_freetype.cpp for this test, its class under this name.
#include <gtest/gtest.h>

#include <cairo.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "core/figure/text.h"

namespace headlight {

// As Typesetter is declared.
class TypesetterOfBrowser {
 public:
  explicit TypesetterOfBrowser(const std::string& family = {});
  ~TypesetterOfBrowser();
  TextSize measure(const DrawnText& text);
  void draw(cairo_t* to, const DrawnText& text);

 private:
  struct Layout;
  std::unique_ptr<Layout> layout_;
};

namespace {

TEST(Typesetter, WidthsAreTheSameInABrowser) {
  Typesetter desktop;
  TypesetterOfBrowser browser;
  constexpr double unit = 1.0 / 1024;
  for (int face = 0; face <= static_cast<int>(Face::mono_bold); ++face) {
    for (const int size : {9, 12, 13, 24}) {
      for (const double scale : {1.0, 0.7, 1.25}) {
        for (const char* text :
             {"The animal didn't cross the street because it was too tired", "AVATAR Wa To fi ffl office",
              "0.123  -1.5e-3 → 12 %", "αβγ Σ Ω √2 ∑ W^Q", "é è ç Œuvre « il »", "Café – “quoted” … 5 × 3",
              "ᵀ ⊙ ∞ ≤ mixed αx β1", "softmax(QKᵀ/√dₖ)V"}) {
          DrawnText drawn;
          drawn.text = text;
          drawn.type = {static_cast<Face>(face), size};
          drawn.scale = scale;
          const TextSize expected = desktop.measure(drawn), found = browser.measure(drawn);
          const std::string what =
              std::string(text) + ", face " + std::to_string(face) + ", size " + std::to_string(size * scale);
          EXPECT_NEAR(found.width, expected.width, unit) << what;
          EXPECT_NEAR(found.ascent, expected.ascent, unit) << what;
          EXPECT_NEAR(found.descent, expected.descent, unit) << what;
        }
      }
    }
  }
}

// A text on white, black.
template <typename Setter>
std::vector<std::uint8_t> drawn_by(Setter& setter, const char* words, double scale) {
  constexpr int width = 320, height = 48;
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(width * height * 4), 255);
  cairo_surface_t* surface =
      cairo_image_surface_create_for_data(bytes.data(), CAIRO_FORMAT_ARGB32, width, height, width * 4);
  cairo_t* to = cairo_create(surface);
  cairo_scale(to, scale, scale);
  cairo_translate(to, 5, 30 / scale);
  cairo_set_source_rgb(to, 0, 0, 0);
  DrawnText text;
  text.text = words;
  text.type = {Face::regular, 13};
  text.width = setter.measure(text).width;
  setter.draw(to, text);
  cairo_destroy(to);
  cairo_surface_flush(surface);
  cairo_surface_destroy(surface);
  return bytes;
}

// Letters that the fonts of the program lack are the system's there, too: here that is Pango, in a tab the
// browser.
TEST(Typesetter, OtherScriptsAreDrawnByTheSystem) {
  Typesetter desktop;
  TypesetterOfBrowser browser;
  for (const char* words : {"the dog 狗 犬", "ไทย และ हिन्दी", "שלום עולם", "مرحبا 12"}) {
    for (const double scale : {1.0, 2.0}) {
      const std::vector<std::uint8_t> expected = drawn_by(desktop, words, scale);
      const std::vector<std::uint8_t> found = drawn_by(browser, words, scale);
      int ink = 0, apart = 0;
      for (std::size_t i = 0; i < found.size(); i += 4) {
        ink += expected[i] < 128 ? 1 : 0;
        apart += std::abs(expected[i] - found[i]) > 96 ? 1 : 0;
      }
      EXPECT_GT(ink, 50) << words;
      EXPECT_LT(apart, ink / 4) << words << " at " << scale;
    }
  }
}

}  // namespace
}  // namespace headlight
