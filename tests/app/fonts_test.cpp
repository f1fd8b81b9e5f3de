// Type on the largest screens: a glyph never takes more than Dear ImGui has for it.
#include <gtest/gtest.h>

#include <imgui.h>
#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <utility>

#include "app/widgets/fonts.h"
#include "app/widgets/states.h"
#include "app/window/run.h"
#include "tests/app/driver.h"

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

struct Unfolded {
  std::string path = "encoder";
};
struct Pointed {
  int row = -1;
  int seen = 0;
  void let_go() { row = -1; }
};

TEST(States, AreKeptByTheirType) {
  States states;
  EXPECT_EQ(states.of<Unfolded>().path, "encoder") << "made with its defaults";
  states.of<Unfolded>().path = "decoder";
  Pointed& pointed = states.of<Pointed>();
  pointed.row = 3;
  EXPECT_EQ(states.of<Unfolded>().path, "decoder");
  EXPECT_EQ(&states.of<Pointed>(), &pointed) << "it stays in its place";
}

TEST(States, AConstantOneHasDefaultsWithoutKeepingThem) {
  States states;
  EXPECT_EQ(std::as_const(states).of<Pointed>().row, -1);
  states.of<Pointed>().row = 3;
  EXPECT_EQ(std::as_const(states).of<Pointed>().row, 3);
}

TEST(States, ACopyIsOnItsOwn) {
  States states;
  states.of<Unfolded>().path = "decoder";
  States copy = states;
  copy.of<Unfolded>().path = "source";
  EXPECT_EQ(states.of<Unfolded>().path, "decoder");
}

TEST(States, LetGoLeavesWhatIsNotUnderTheMouse) {
  States states;
  states.of<Unfolded>().path = "decoder";
  states.of<Pointed>() = {3, 7};
  states.let_go();
  EXPECT_EQ(states.of<Unfolded>().path, "decoder");
  EXPECT_EQ(states.of<Pointed>().row, -1);
  EXPECT_EQ(states.of<Pointed>().seen, 7);
}

// The picture of the screen without a display: the shaders compile and the file is what was asked for.

int number_at(const std::array<unsigned char, 24>& bytes, std::size_t at) {
  return bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
}

TEST(Screenshot, HasTheSizeAskedFor) {
  const TemporaryFolder folder;
  const std::string file = folder / "screen.png";
  ASSERT_EQ(write_screenshot(tiny_session(), file, 1024, 768, 1), 0);
  std::array<unsigned char, 24> head{};
  std::ifstream in(file, std::ios::binary);
  in.read(reinterpret_cast<char*>(head.data()), static_cast<std::streamsize>(head.size()));
  ASSERT_TRUE(in.good());
  EXPECT_EQ(number_at(head, 16), 1024);
  EXPECT_EQ(number_at(head, 20), 768);
}

TEST(Screenshot, SaysWhenItCannotBeWritten) {
  const TemporaryFolder folder;
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(write_screenshot(tiny_session(), folder / "nowhere/screen.png", 640, 480, 1), 1);
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_TRUE(said.starts_with("headlight: ")) << said;
}

}  // namespace
}  // namespace headlight
