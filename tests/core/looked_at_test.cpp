// Attention maps laid over pictures.
#include "core/figure/picture_figure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace headlight {
namespace {

Picture in_one_colour(std::uint8_t value) {
  Picture picture;
  picture.rgb.fill(value);
  return picture;
}

int red_at(const Raster& image, int x, int y) {
  return static_cast<int>(
      image.pixels.at(static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                      static_cast<std::size_t>(x)) >>
          16U &
      0xffU);
}

std::vector<float> one_cell(int cell) {
  std::vector<float> weights(64, 0.0F);
  weights[static_cast<std::size_t>(cell)] = 0.5F;
  return weights;
}

TEST(LookedAt, APictureAloneIsItsPixelsEnlarged) {
  Picture picture;
  picture.pixel(3, 2)[0] = 200;
  const Raster image = image_of(picture, 3);
  EXPECT_EQ(image.width, 192);
  EXPECT_EQ(image.height, 192);
  EXPECT_EQ(image.pixels.size(), 192U * 192U);
  EXPECT_EQ(red_at(image, 9, 6), 200);
  EXPECT_EQ(red_at(image, 11, 8), 200);
  EXPECT_EQ(red_at(image, 12, 8), 0);
  EXPECT_EQ(image.pixels.front(), 0xff000000U);
}

TEST(LookedAt, TheLargestWeightLeavesItsCellAndTheRestIsDark) {
  const Raster image = looked_at(in_one_colour(200), one_cell(9), 2, {.cells = true, .dark = 0.75F});
  // Cell 9 is in the second row and column: pixels 16 to 31 of 128.
  EXPECT_EQ(red_at(image, 16, 16), 200);
  EXPECT_EQ(red_at(image, 31, 31), 200);
  EXPECT_EQ(red_at(image, 32, 31), 50);
  EXPECT_EQ(red_at(image, 15, 16), 50);
}

TEST(LookedAt, SmoothWeightsRunFromMiddleToMiddle) {
  const Raster image = looked_at(in_one_colour(200), one_cell(9), 2, {.dark = 1});
  // The middle of cell 9 lies between the pixels 23 and 24, that of the next cell between 39 and 40.
  EXPECT_GT(red_at(image, 24, 24), 180);
  EXPECT_NEAR(red_at(image, 32, 24), 200 * 0.46875 * 0.96875, 1);
  EXPECT_LT(red_at(image, 39, 24), 10);
  for (int x = 25; x < 40; ++x) EXPECT_LE(red_at(image, x, 24), red_at(image, x - 1, 24));
}

TEST(LookedAt, AWeightMayBeMeasuredByAnotherOne) {
  const Raster image = looked_at(in_one_colour(200), one_cell(0), 1, {.cells = true, .dark = 1, .most = 1});
  EXPECT_EQ(red_at(image, 0, 0), 100);
  EXPECT_EQ(red_at(looked_at(in_one_colour(200), std::vector<float>(64, 0.0F), 1, {.dark = 1}), 0, 0), 0);
  EXPECT_EQ(red_at(looked_at(in_one_colour(200), one_cell(0), 1, {.cells = true, .dark = 0}), 63, 63), 200);
}

TEST(LookedAt, NeedsASquareOfWeights) {
  EXPECT_THROW(looked_at(in_one_colour(0), std::vector<float>(65, 0.0F), 1, {}), std::invalid_argument);
  EXPECT_THROW(looked_at(in_one_colour(0), {}, 1, {}), std::invalid_argument);
}

}  // namespace
}  // namespace headlight
