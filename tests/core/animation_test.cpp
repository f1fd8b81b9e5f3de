// Animations, read back with the library that others read them with.
#include <gif_lib.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "core/figure/drawing.h"
#include "core/files/gif.h"
#include "core/files/write_file.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

struct CloseGif {
  void operator()(GifFileType* gif) const { DGifCloseFile(gif, nullptr); }
};
using Gif = std::unique_ptr<GifFileType, CloseGif>;

Gif read_gif(const fs::path& path) {
  Gif gif(DGifOpenFileName(path.c_str(), nullptr));
  if (gif != nullptr && DGifSlurp(gif.get()) == GIF_ERROR) gif.reset();
  return gif;
}

int delay_of(GifFileType* gif, int frame) {
  GraphicsControlBlock block{};
  DGifSavedExtensionToGCB(gif, frame, &block);
  return block.DelayTime;
}

class Animation : public testing::Test {
 protected:
  const TemporaryFolder own_;
  const fs::path folder_ = own_.path();
};

Drawing square_at(double x) {
  Drawing drawing{.width = 40, .height = 20};
  drawing.items = {DrawnBox{{x, 5, 10, 10}, 0, {{75, 43, 176}}}};
  return drawing;
}

TEST_F(Animation, HasAFrameADrawing) {
  AnimationWriter file(folder_ / "a.gif", {.delay = 300, .scale = 2});
  for (const double x : {0, 10, 20}) file.add(square_at(x));
  file.finish();
  const Gif gif = read_gif(folder_ / "a.gif");
  ASSERT_NE(gif, nullptr);
  EXPECT_EQ(gif->SWidth, 80);
  EXPECT_EQ(gif->SHeight, 40);
  ASSERT_EQ(gif->ImageCount, 3);
  EXPECT_EQ(delay_of(gif.get(), 0), 30);
  EXPECT_EQ(delay_of(gif.get(), 2), 60) << "the last one stays";
  // The second frame holds the part that differs: the square's old and its new place.
  const GifImageDesc& second = gif->SavedImages[1].ImageDesc;
  EXPECT_EQ(second.Left, 0);
  EXPECT_EQ(second.Top, 10);
  EXPECT_EQ(second.Width, 40);
  EXPECT_EQ(second.Height, 20);
  const SavedImage& first = gif->SavedImages[0];
  const GifColorType& colour = first.ImageDesc.ColorMap->Colors[first.RasterBits[20 * 80 + 10]];
  EXPECT_EQ(colour.Red, 75);
  EXPECT_EQ(colour.Green, 43);
  EXPECT_EQ(colour.Blue, 176);
}

TEST_F(Animation, WhatStopsItLeavesNoFile) {
  AnimationWriter(folder_ / "a.gif", {}).add(square_at(1));
  EXPECT_THROW(AnimationWriter(folder_ / "a.gif", {}).finish(), std::invalid_argument);
  EXPECT_THROW(AnimationWriter(folder_ / "a.gif", {.delay = 1}), std::invalid_argument);
  EXPECT_TRUE(fs::is_empty(folder_));
  std::ofstream(folder_ / "a.gif") << "mine";
  AnimationWriter(folder_ / "a.gif", {}).add(square_at(1));
  EXPECT_EQ(fs::file_size(folder_ / "a.gif"), 4U);
}

TEST(GifColours, AreasKeepTheirColour) {
  std::vector<std::uint32_t> pixels;
  for (std::uint32_t i = 0; i < 150; ++i)
    pixels.insert(pixels.end(), 40, i * 0x010307U % 0xFFFFFFU);                                      // cells
  for (std::uint32_t i = 0; i < 5000; ++i) pixels.push_back(0x400000U + i * 0x000A11U % 0x3FFFFFU);  // rims
  const FewColours few = few_colours(pixels);
  ASSERT_EQ(few.indices.size(), pixels.size());
  EXPECT_EQ(few.colours.size(), 256U);
  int wrong = 0;
  for (std::size_t i = 0; i < std::size_t{150} * 40; ++i) {
    const std::uint32_t shown = few.colours.at(few.indices[i]);
    for (const unsigned shift : {0U, 8U, 16U}) {
      const int off = static_cast<int>(shown >> shift & 255U) - static_cast<int>(pixels[i] >> shift & 255U);
      wrong += std::abs(off) > 3 ? 1 : 0;
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST(GifColours, FewColoursStayExact) {
  const std::vector<std::uint32_t> pixels{0xFF112233, 0xFF112240, 0xFF112233, 0xFFFFFFFF};
  const FewColours few = few_colours(pixels);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    EXPECT_EQ(few.colours.at(few.indices[i]), pixels[i] & 0xFFFFFFU);
  }
}

TEST(GifWriter, SaysWhenItCannot) {
  std::ostringstream out;
  EXPECT_THROW(GifWriter(out, 0, 5), std::invalid_argument);
  EXPECT_THROW(GifWriter(out, 70000, 5), std::invalid_argument);
  GifWriter gif(out, 2, 2);
  EXPECT_THROW(gif.add(std::vector<std::uint32_t>(3), 100), std::invalid_argument);
}

}  // namespace
}  // namespace headlight
