// The letters of a browser's figures are as wide as those of the desktop's. tests/CMakeLists.txt compiles
// core/figure/typesetter_freetype.cpp for this test, its class under this name.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/figure/typesetter.h"

namespace headlight {

// As Typesetter is declared.
class TypesetterOfBrowser {
 public:
  explicit TypesetterOfBrowser(const std::string& family = {});
  ~TypesetterOfBrowser();
  TextSize measure(const DrawnText& text);

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

}  // namespace
}  // namespace headlight
