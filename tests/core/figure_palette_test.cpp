// Colours and numbers as the specification of the look has them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include <cmath>
#include <limits>

#include "core/figure/heatmap.h"
#include "core/figure/numbers.h"
#include "core/figure/palette.h"

namespace headlight {
namespace {

constexpr Theme themes[] = {Theme::light, Theme::dark};

TEST(FigurePalette, RampsBeginAndEndExactly) {
  const auto ends = [](Ramp ramp, Theme theme) {
    const ColourMap& map = colour_map(ramp, theme);
    return std::pair(map.front(), map.back());
  };
  EXPECT_EQ(ends(Ramp::sequential, Theme::light), std::pair(Rgb{0xF5, 0xF3, 0xFB}, Rgb{0x24, 0x10, 0x5C}));
  EXPECT_EQ(ends(Ramp::sequential, Theme::dark), std::pair(Rgb{0x1D, 0x1F, 0x2A}, Rgb{0xF4, 0xEE, 0xFF}));
  EXPECT_EQ(ends(Ramp::diverging, Theme::light), std::pair(Rgb{0x5F, 0x2A, 0x00}, Rgb{0x04, 0x36, 0x46}));
  EXPECT_EQ(ends(Ramp::diverging, Theme::dark), std::pair(Rgb{0xFF, 0xD9, 0xAE}, Rgb{0xC9, 0xF3, 0xFA}));
}

TEST(FigurePalette, LuminanceRunsOneWay) {
  for (const Theme theme : themes) {
    const double up = theme == Theme::dark ? 1 : -1;
    const ColourMap& sequential = colour_map(Ramp::sequential, theme);
    const ColourMap& diverging = colour_map(Ramp::diverging, theme);
    for (std::size_t i = 1; i < 256; ++i) {
      EXPECT_GE(up * (luminance(sequential[i]) - luminance(sequential[i - 1])), 0) << i;
      const double away = i < 128 ? -up : up;
      if (i == 128) continue;  // the two sides of the middle
      EXPECT_GE(away * (luminance(diverging[i]) - luminance(diverging[i - 1])), 0) << i;
    }
  }
}

TEST(FigurePalette, TextIsReadableOnEveryGround) {
  for (const Theme theme : themes) {
    const Palette& colours = palette(theme);
    for (const Rgb ground : {colours.stage, colours.rail, colours.panel}) {
      for (const Rgb text : {colours.ink, colours.text_2, colours.text_3, colours.query, colours.key,
                             colours.value, colours.weights, colours.first_sentence, colours.second_sentence,
                             colours.tokens, colours.heads, colours.dimensions}) {
        EXPECT_GE(contrast(text, ground), 4.5);
      }
    }
    EXPECT_GE(contrast(colours.ink, colours.focus_band), 4.5);
    EXPECT_GE(contrast(colours.text_2, colours.focus_band), 4.5);
    EXPECT_GE(contrast(colours.error, colours.error_ground), 4.5);
    for (const Ramp ramp : {Ramp::sequential, Ramp::diverging}) {
      for (const Rgb ground : colour_map(ramp, theme)) EXPECT_GE(contrast(text_on(ground), ground), 4.5);
    }
  }
}

TEST(FigurePalette, PositionsOutsideTakeTheEnds) {
  const ColourMap& map = colour_map(Ramp::sequential, Theme::light);
  EXPECT_EQ(colour_at(map, -3), map.front());
  EXPECT_EQ(colour_at(map, 3), map.back());
  EXPECT_EQ(mix({0, 0, 0}, {255, 255, 255}, 0.2f), (Rgb{51, 51, 51}));
}

TEST(FigurePalette, HeadsCanBeReadOnThePaper) {
  for (const Theme theme : {Theme::light, Theme::dark}) {
    const Palette& colours = palette(theme);
    for (const Rgb head : colours.each_head) {
      EXPECT_GE(contrast(head, colours.stage), 4.5);
      EXPECT_EQ(std::count(colours.each_head.begin(), colours.each_head.end(), head), 1);
    }
  }
}

// OKLab (Ottosson 2020), times 100.
std::array<double, 3> oklab(const std::array<double, 3>& linear) {
  const auto [r, g, b] = linear;
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {100 * (0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s),
          100 * (1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s),
          100 * (0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)};
}

// Machado, Oliveira and Fernandes 2009, at full strength, on linear light: protan, deutan, tritan; then as it
// is.
using Seeing = std::array<std::array<double, 3>, 3>;
constexpr std::array<Seeing, 4> ways_of_seeing{
    Seeing{
        {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    Seeing{
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    Seeing{
        {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
    Seeing{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

double distance_seen(Rgb one, Rgb other, const Seeing& seeing) {
  const auto seen = [&](Rgb colour) {
    std::array<double, 3> linear{};
    const std::array stored{colour.red, colour.green, colour.blue};
    for (std::size_t i = 0; i < 3; ++i) {
      const double share = stored[i] / 255.0;
      linear[i] = share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    }
    std::array<double, 3> changed{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) changed[i] += seeing[i][j] * linear[j];
      changed[i] = std::clamp(changed[i], 0.0, 1.0);
    }
    return oklab(changed);
  };
  const auto a = seen(one), b = seen(other);
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

TEST(FigurePalette, WhatIsToldApartByColourIsSoForTheColourBlind) {
  for (const Theme theme : {Theme::light, Theme::dark}) {
    const Palette& c = palette(theme);
    const std::vector<Rgb> parts{c.query, c.key, c.value, c.weights};
    const std::vector<Rgb> heads(c.each_head.begin(), c.each_head.end());
    for (const std::vector<Rgb>& group : {parts, heads}) {
      for (std::size_t i = 0; i < group.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          for (const Seeing& seeing : ways_of_seeing)
            EXPECT_GE(distance_seen(group[i], group[j], seeing), 8) << j << " and " << i;
        }
      }
    }
  }
}

TEST(FigureNumbers, WeightsInCells) {
  EXPECT_EQ(weight_in_cell(0.987f), ".99");
  EXPECT_EQ(weight_in_cell(0.994f), ".99");
  EXPECT_EQ(weight_in_cell(0.9951f), "1.0");
  EXPECT_EQ(weight_in_cell(1), "1.0");
  EXPECT_EQ(weight_in_cell(0.0049f), "");
  EXPECT_EQ(weight_in_cell(0.0099f), "") << "never rounded up to the least there is";
  EXPECT_EQ(weight_in_cell(0.0101f), ".01");
  EXPECT_EQ(weight_in_cell(0), "");
  EXPECT_EQ(weight_in_cell(-0.4f), "\u2212.40");
  EXPECT_EQ(weight_in_cell(-1), "\u22121.0");
  EXPECT_EQ(weight_alone(0.987f), "0.99");
  EXPECT_EQ(weight_alone(0.001f), "<.01") << "small, but not nothing";
  EXPECT_EQ(weight_alone(0.0051f), "<.01") << "beside others that are less than .01";
  EXPECT_EQ(weight_alone(0.0101f), "0.01");
  EXPECT_EQ(weight_alone(0), "0.00");
  EXPECT_EQ(weight_alone(0.9951f), "1.00");
  EXPECT_EQ(weight_alone(std::numeric_limits<float>::quiet_NaN()), "NaN");
}

TEST(FigureNumbers, ProbabilitiesValuesAndScores) {
  EXPECT_EQ(probability_text(0.9268f), "0.927");
  EXPECT_EQ(probability_text(0.0004f), "<.001");
  EXPECT_EQ(probability_text(0.0006f), "<.001");
  EXPECT_EQ(probability_text(0.0011f), "0.001");
  EXPECT_EQ(probability_text(0.99996f), "1.000");
  EXPECT_EQ(value_text(-2.321f), "\u22122.32");
  EXPECT_EQ(value_text(-0.001f), "0.00");
  EXPECT_EQ(score_text(17.26f), "17.3");
  EXPECT_EQ(score_text(-0.04f), "0.0");
}

TEST(FigureNumbers, AProductIsThatOfThePrintedFactors) {
  // With three decimals 9.587 times 4.772 would be 45.75.
  const PrintedProduct close = printed_product(9.5866F, 4.7718F);
  EXPECT_EQ(close.product, "45.75");
  const PrintedProduct one = printed_product(9.58651F, 4.77173F);
  EXPECT_EQ(one.product, "45.74");
  EXPECT_GT(one.left.size(), std::string("9.587").size());
  for (const auto& [left, right] : {std::pair{9.58651F, 4.77173F}, {-1.25F, 0.5F}, {0.12345F, 8.7654F}}) {
    const PrintedProduct each = printed_product(left, right);
    EXPECT_EQ(significant_text(typed_number(each.left).value() * typed_number(each.right).value(), 4),
              each.product);
  }
  EXPECT_EQ(printed_product(-1.25F, 0.5F).left, "\u22121.250");
}

TEST(FigureNumbers, OtherNumbers) {
  EXPECT_EQ(significant_text(0.123456f), "0.12346");
  EXPECT_EQ(significant_text(0.5f), "0.5");
  EXPECT_EQ(significant_text(-1.25e-9f), "\u22121.25e\u221209");
  EXPECT_EQ(value_text(std::numeric_limits<float>::quiet_NaN()), "NaN");
  EXPECT_EQ(weight_in_cell(std::numeric_limits<float>::infinity()), "\u221e");
  EXPECT_EQ(value_text(-std::numeric_limits<float>::infinity()), "\u2212\u221e");
  EXPECT_EQ(tick_text(1, true), "+1");
  EXPECT_EQ(tick_text(0, true), "0");
  EXPECT_EQ(tick_text(0.5f, false), "0.5");
  EXPECT_EQ(tick_text(-11843.6f, true), "−11,844");
  EXPECT_EQ(tick_text(999.6f, true), "+1,000");
  EXPECT_EQ(tick_text(2e7f, false), "2e+07");
  EXPECT_EQ(value_text(std::numeric_limits<float>::max()).size(), 42u);
}

TEST(FigureScale, PositionsAndSymmetry) {
  const Scale weights;
  EXPECT_EQ(position_on_scale(weights, 0), 0);
  EXPECT_EQ(position_on_scale(weights, 0.25f), 0.25f);
  EXPECT_EQ(position_on_scale(weights, 2), 1);
  EXPECT_EQ(position_on_scale({.low = 3, .high = 3}, 3), 0.5f);
  const float values[] = {1, -4, std::numeric_limits<float>::quiet_NaN(),
                          -std::numeric_limits<float>::infinity()};
  const Scale scale = symmetric_scale(values, "score");
  EXPECT_EQ(scale.low, -4);
  EXPECT_EQ(scale.high, 4);
  EXPECT_EQ(position_on_scale(scale, 0), 0.5f);
  EXPECT_EQ(symmetric_scale({}).high, 1);
  const float most = std::numeric_limits<float>::max();
  EXPECT_EQ(position_on_scale({.ramp = Ramp::diverging, .low = -most, .high = most}, 0), 0.5f);
}

}  // namespace
}  // namespace headlight
