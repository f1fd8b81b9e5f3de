// Letters are drawn when they are first shown, and there is room for all of them.
#include <gtest/gtest.h>

#include <imgui.h>
#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <utility>

#include "app/widgets/fonts.h"
#include "app/widgets/widget_state.h"
#include "app/window/run.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

TEST(Fonts, ThereIsRoomForEveryLetterOfEveryType) {
  // The last: presented on 3840 x 2160 at 200 %, words of 297 pixels.
  for (const float scale : {0.5F, 1.0F, 1.25F, 2.0F, 2 * 2160 / presenter_height}) {
    const Fonts fonts(scale, true);
    EXPECT_LE(std::max(fonts.atlas().TexWidth, fonts.atlas().TexHeight), 16384);
    for (int face = 0; face <= static_cast<int>(Face::mono_bold); ++face) {
      for (int size = 1; size < 64; ++size)
        EXPECT_NO_THROW(fonts.whole({static_cast<Face>(face), size})) << scale;
    }
  }
}

TEST(Fonts, ALetterIsDrawnWhenItIsFirstAskedFor) {
  const Fonts fonts(1);
  fonts.font(type::body);  // draws the one that stands for all that are missing
  const int before = fonts.drawn_since(0).letters;
  const ImFont* font = fonts.font(type::body, "né");
  const ImFontGlyph* drawn = font->FindGlyphNoFallback(0xE9);
  ASSERT_NE(drawn, nullptr);
  EXPECT_EQ(font->GetCharAdvance(0xE9), drawn->AdvanceX);
  EXPECT_EQ(font->FindGlyphNoFallback(0xE8), nullptr);
  const Fonts::Drawn two = fonts.drawn_since(before);
  EXPECT_EQ(two.letters, before + 2);
  EXPECT_GE(two.right - two.left, static_cast<int>(drawn->X1 - drawn->X0));
  EXPECT_EQ(fonts.font(type::body, "én"), font);
  EXPECT_EQ(fonts.drawn_since(before).letters, before + 2);
}

TEST(Fonts, WhatNoTypeHasIsAQuestionMark) {
  const Fonts fonts(1);
  const ImFont* font = fonts.font(type::body, "漢\U0001F600\xFF");
  EXPECT_EQ(font->FindGlyph(0x6F22), font->FindGlyph('?'));
  EXPECT_EQ(font->GetCharAdvance(0x6F22), font->GetCharAdvance('?'));
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
  ASSERT_EQ(write_screenshot(tiny_session(), nullptr, {.picture = file, .width = 1024, .height = 768}), 0);
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
  EXPECT_EQ(write_screenshot(tiny_session(), nullptr,
                             {.picture = folder / "nowhere/screen.png", .width = 640, .height = 480}),
            1);
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_TRUE(said.starts_with("headlight: ")) << said;
}

}  // namespace
}  // namespace headlight
