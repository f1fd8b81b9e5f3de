// Masks against their formulas, and what is reached against a breadth-first search.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <random>
#include <stdexcept>

#include "core/figure/picture_figure.h"
#include "core/labs/masks.h"

namespace headlight {
namespace {

MaskPattern random_pattern(std::mt19937& random, int tokens) {
  MaskPattern pattern(tokens);
  std::bernoulli_distribution kept(std::uniform_real_distribution<double>(0.05, 0.9)(random));
  for (int q = 0; q < tokens; ++q) {
    for (int k = 0; k < tokens; ++k) pattern.set(q, k, kept(random));
  }
  return pattern;
}

// The number of edges from a query to a key, along words that are in sight.
int steps_to(const MaskPattern& pattern, int query, int key) {
  std::vector<int> distance(static_cast<std::size_t>(pattern.tokens()), -1);
  std::deque<int> open{query};
  distance[static_cast<std::size_t>(query)] = 0;
  while (!open.empty()) {
    const int at = open.front();
    open.pop_front();
    for (int next = 0; next < pattern.tokens(); ++next) {
      if (!pattern(at, next) || distance[static_cast<std::size_t>(next)] >= 0) continue;
      distance[static_cast<std::size_t>(next)] = distance[static_cast<std::size_t>(at)] + 1;
      open.push_back(next);
    }
  }
  return distance[static_cast<std::size_t>(key)];
}

TEST(Masks, RulesAgreeWithTheirFormulas) {
  for (int tokens = 1; tokens <= 9; ++tokens) {
    for (int window = 1; window <= 10; ++window) {
      for (int sink = 0; sink <= 3; ++sink) {
        for (const bool back : {false, true}) {
          MaskRule rule{
              .padding = std::min(sink, tokens - 1), .window = window, .sink = sink, .looks_back = back};
          for (int i = 0; i < tokens; ++i) {
            for (int j = 0; j < tokens; ++j) {
              const auto seen = [&](MaskKind kind) {
                rule.kind = kind;
                return pattern_of(rule, tokens)(i, j);
              };
              const int distance = i > j ? i - j : j - i;
              EXPECT_TRUE(seen(MaskKind::none));
              EXPECT_EQ(seen(MaskKind::causal), j <= i);
              EXPECT_EQ(seen(MaskKind::padding), j + rule.padding < tokens);
              EXPECT_EQ(seen(MaskKind::window), distance < window && (!back || j <= i));
              EXPECT_EQ(seen(MaskKind::sink), (distance < window || j < sink) && (!back || j <= i));
            }
          }
        }
      }
    }
  }
}

TEST(Masks, WhatIsPaintedIsReadBack) {
  std::mt19937 random(5);
  for (int i = 0; i < 200; ++i) {
    const MaskPattern pattern = random_pattern(random, 1 + i % 12);
    const MaskRule rule{.kind = MaskKind::own, .masked = masked_cells(pattern)};
    EXPECT_EQ(pattern_of(rule, pattern.tokens()), pattern);
    EXPECT_EQ(static_cast<int>(masked_cells(pattern).size()) / 2 + pattern.count(),
              pattern.tokens() * pattern.tokens());
  }
  const MaskRule outside{.kind = MaskKind::own, .masked = {9, 0, 0, 9, 1}};
  EXPECT_EQ(pattern_of(outside, 3).count(), 9) << "cells of a longer sentence";
}

TEST(Masks, LayersAreTheStepsOfABreadthFirstSearch) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const MaskPattern pattern = random_pattern(random, 1 + i % 14);
    const int tokens = pattern.tokens();
    const std::vector<int> needed = layers_needed(pattern);
    for (int q = 0; q < tokens; ++q) {
      int farthest = 0;
      for (int k = 0; k < tokens; ++k) {
        const int steps = steps_to(pattern, q, k);
        EXPECT_EQ(needed[static_cast<std::size_t>(q * tokens + k)], steps);
        farthest = steps < 0 || farthest < 0 ? -1 : std::max(farthest, steps);
      }
      EXPECT_EQ(sees_all_after(needed, tokens, q, tokens).value_or(-1), farthest);
    }
  }
}

TEST(Masks, AWindowReachesItsWidthLessOneALayer) {
  constexpr int tokens = 40;
  for (int window = 1; window <= 12; ++window) {
    const std::vector<int> needed =
        layers_needed(pattern_of({.kind = MaskKind::window, .window = window, .looks_back = true}, tokens));
    const int step = window - 1;
    for (int back = 0; back < tokens; ++back) {
      const int expected = back == 0 ? 0 : step == 0 ? -1 : (back + step - 1) / step;
      EXPECT_EQ(needed[static_cast<std::size_t>((tokens - 1) * tokens + tokens - 1 - back)], expected);
    }
  }
}

TEST(Masks, TheCacheOfAWindowStopsGrowing) {
  constexpr int tokens = 30;
  for (int window = 1; window <= 8; ++window) {
    for (int sink = 0; sink <= 3; ++sink) {
      const MaskPattern pattern =
          pattern_of({.kind = MaskKind::sink, .window = window, .sink = sink, .looks_back = true}, tokens);
      ASSERT_TRUE(pattern.causal());
      const std::vector<int> sizes = cache_sizes(pattern);
      for (int t = 0; t < tokens; ++t) {
        EXPECT_EQ(sizes[static_cast<std::size_t>(t)], std::min(t + 1, window + sink))
            << window << " " << sink;
      }
    }
  }
  const std::vector<int> all = cache_sizes(pattern_of({.kind = MaskKind::causal}, tokens));
  for (int t = 0; t < tokens; ++t) EXPECT_EQ(all[static_cast<std::size_t>(t)], t + 1);
}

TEST(Masks, EditsMaskExactlyWhatIsOutOfSight) {
  std::mt19937 random(11);
  for (int i = 0; i < 100; ++i) {
    const MaskPattern pattern = random_pattern(random, 1 + i % 10);
    const int tokens = pattern.tokens();
    Matrix scores = Matrix::Constant(tokens, tokens, 1.5F);
    for (const Edit& edit : edits_for(pattern, "x")) apply(edit, view(scores));
    for (int q = 0; q < tokens; ++q) {
      for (int k = 0; k < tokens; ++k) {
        if (pattern(q, k)) {
          EXPECT_EQ(scores(q, k), 1.5F);
        } else {
          EXPECT_TRUE(std::isinf(scores(q, k)) && scores(q, k) < 0);
        }
      }
    }
    const std::vector<int> blind = blind_rows(pattern);
    for (int q = 0; q < tokens; ++q) {
      EXPECT_EQ(std::find(blind.begin(), blind.end(), q) != blind.end(), pattern.count(q) == 0);
    }
  }
}

// Attention maps laid over pictures.

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
