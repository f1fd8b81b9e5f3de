// Type on the largest screens: a glyph never takes more than Dear ImGui has for it.
#include "app/widgets/fonts.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>

namespace headlight {
namespace {

TEST(Fonts, NoGlyphIsLargerThanItsBuffer) {
  // Presented on 3840 x 2160 at 200 %: words of 297 pixels.
  constexpr float scale = 2 * 2160 / presenter_height;
  ImFontAtlas atlas;
  const Fonts fonts(atlas, scale, true);
  float largest = 0;
  for (const ImFont* font : atlas.Fonts) {
    for (const ImFontGlyph& glyph : font->Glyphs)
      largest = std::max(largest, (glyph.X1 - glyph.X0) * (glyph.Y1 - glyph.Y0));
  }
  EXPECT_GT(largest, 20'000) << "it is large, all the same";
  EXPECT_LE(largest * 4, 256 * 1024);
}

}  // namespace
}  // namespace headlight
