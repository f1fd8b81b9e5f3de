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
  const Fonts fonts(scale, true);
  float largest = 0;
  for (const ImFont* font : fonts.atlas().Fonts) {
    for (const ImFontGlyph& glyph : font->Glyphs)
      largest = std::max(largest, (glyph.X1 - glyph.X0) * (glyph.Y1 - glyph.Y0));
  }
  EXPECT_GT(largest, 20'000) << "it is large, all the same";
  EXPECT_LE(largest * 4, 256 * 1024);
}

// To the presenter and back nothing is drawn anew.
TEST(Fonts, ThoseUsedLastAreKept) {
  const FontsPtr usual = fonts_for(1);
  const FontsPtr presented = fonts_for(1.5F, true);
  EXPECT_NE(usual, presented);
  EXPECT_EQ(fonts_for(1), usual);
  EXPECT_EQ(fonts_for(1.5F, true), presented);
  const std::weak_ptr<const Fonts> oldest = fonts_for(0.5F);
  for (const float scale : {0.6F, 0.7F, 0.8F}) EXPECT_EQ(fonts_for(scale)->scale(), scale);
  EXPECT_TRUE(oldest.expired());
}

}  // namespace
}  // namespace headlight
