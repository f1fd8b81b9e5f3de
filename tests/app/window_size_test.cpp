#include "app/window/start.h"

#include <gtest/gtest.h>

#include <limits>

namespace headlight {
namespace {

constexpr WindowSize usual{1440, 900};

// What the window system makes of what is asked for.
WindowSize on_screen(WindowSize asked, float scale_x, float scale_y) {
  return {static_cast<int>(static_cast<float>(asked.width) * scale_x),
          static_cast<int>(static_cast<float>(asked.height) * scale_y)};
}

TEST(WindowSize, IsNeverLargerThanTheScreenOnceItIsScaled) {
  constexpr WindowSize screens[] = {{1920, 1080}, {1920, 1032}, {1366, 768}, {1280, 720},
                                    {3840, 2160}, {1024, 600},  {800, 600},  {641, 479}};
  for (const WindowSize& screen : screens) {
    for (const float scale : {1.0F, 1.1F, 1.25F, 1.3333F, 1.5F, 1.75F, 2.0F, 2.5F, 3.0F}) {
      const WindowSize asked = fitting_size(usual, screen, scale, scale);
      const WindowSize got = on_screen(asked, scale, scale);
      EXPECT_LE(got.width, screen.width) << screen.width << " at " << scale;
      EXPECT_LE(got.height, screen.height) << screen.height << " at " << scale;
      // And no smaller than it has to be.
      if (asked.width < usual.width) {
        EXPECT_GT(on_screen({asked.width + 1, 0}, scale, scale).width, screen.width) << scale;
      }
      if (asked.height < usual.height) {
        EXPECT_GT(on_screen({0, asked.height + 1}, scale, scale).height, screen.height) << scale;
      }
    }
  }
}

TEST(WindowSize, AtOneAndAHalfTheUsualWindowIsCut) {
  EXPECT_EQ(fitting_size(usual, {1920, 1080}, 1.5F, 1.5F), (WindowSize{1280, 720}));
  EXPECT_EQ(fitting_size(usual, {1920, 1080}, 1, 1), usual);
  EXPECT_EQ(fitting_size(usual, {3840, 2160}, 1.5F, 1.5F), usual);
}

// Each direction has its own scale.
TEST(WindowSize, OneDirectionMayBeScaledAlone) {
  EXPECT_EQ(fitting_size(usual, {1920, 1080}, 2, 1), (WindowSize{960, 900}));
}

TEST(WindowSize, TheFrameBelongsToIt) {
  EXPECT_EQ(fitting_size(usual, {1366, 768}, 1, 1, {4, 30, 4, 4}), (WindowSize{1358, 734}));
}

TEST(WindowSize, WithoutAScreenItIsWhatWasAskedFor) {
  EXPECT_EQ(fitting_size(usual, {0, 0}, 1.5F, 1.5F, {4, 30, 4, 4}), usual);
}

TEST(WindowSize, OddAnswersOfAWindowSystemAreSurvived) {
  EXPECT_EQ(fitting_size(usual, {1920, 1080}, 0, -1), usual);
  EXPECT_EQ(fitting_size(usual, {1920, 1080}, std::numeric_limits<float>::quiet_NaN(), 1), usual);
  EXPECT_GE(fitting_size(usual, {20, 20}, 1, 1, {40, 40, 40, 40}).width, 1);
}

}  // namespace
}  // namespace headlight
