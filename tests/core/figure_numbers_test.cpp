// Numbers as people read and type them.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string_view>

#include "core/figure/numbers.h"

namespace headlight {
namespace {

TEST(Numbers, TheMinusIsTheTypographicOneEverywhere) {
  for (const float value : {-0.004F, -0.6F, -1.0F, -12.345F, -1e-9F, -3e20F}) {
    for (const NumberFormat format :
         {NumberFormat::weight, NumberFormat::probability, NumberFormat::value, NumberFormat::score}) {
      EXPECT_EQ(number_in_cell(value, format).find('-'), std::string::npos) << value;
      EXPECT_EQ(number_alone(value, format).find('-'), std::string::npos) << value;
    }
    EXPECT_EQ(significant_text(value).find('-'), std::string::npos) << value;
    EXPECT_EQ(tick_text(value, true).find('-'), std::string::npos) << value;
    EXPECT_EQ(fixed_text(value, 3).find('-'), std::string::npos) << value;
  }
  EXPECT_EQ(count_text(-16640), "−16,640");
}

TEST(Numbers, RoundingHidesNeitherAllNorNothing) {
  EXPECT_EQ(share_alone(1), "1");
  EXPECT_EQ(share_alone(0.99996), ">.999");
  EXPECT_EQ(share_alone(0.9994), "0.999");
  EXPECT_EQ(share_alone(1.34e-12), "<.001");
  EXPECT_EQ(share_alone(0), "0");
  EXPECT_EQ(largest_alone(1, 1e-9), ">.999");
  EXPECT_EQ(largest_alone(1, 0), "1");
  EXPECT_EQ(largest_alone(0.5, 1), "0.5");
  EXPECT_EQ(amount_alone(1.34e-12), "<.001");
  EXPECT_EQ(amount_alone(0.001), "0.001");
  EXPECT_EQ(amount_alone(2.317), "2.32");
  EXPECT_EQ(amount_alone(0.99996), "1");
}

TEST(Numbers, ASubtractionComesOutAsItIsWritten) {
  const auto written = [](float from, float take, int decimals) {
    const Subtraction s = subtraction_text(from, take, decimals);
    return s.from + " - " + s.take + " = " + s.difference;
  };
  EXPECT_EQ(written(11.2732F, 11.27175F, 2), "11.2732 - 11.2718 = 0.0014");
  EXPECT_EQ(written(0.5F, 0.25F, 2), "0.50 - 0.25 = 0.25");
  EXPECT_EQ(written(-1.5F, 2.25F, 2), "−1.50 - 2.25 = −3.75");
  EXPECT_EQ(written(3, 3, 1), "3.0 - 3.0 = 0.0");
  EXPECT_EQ(written(5e-20F, 3e-20F, 2), "5e−20 - 3e−20 = 2e−20");
  std::mt19937 random(7);
  std::uniform_real_distribution<float> size(-8, 2);
  std::uniform_real_distribution<float> value(-1, 1);
  for (int i = 0; i < 2000; ++i) {
    const float take = 20 * value(random);
    const float from = take + value(random) * std::pow(10.0F, size(random));
    const Subtraction s = subtraction_text(from, take, 2);
    const auto read = [](std::string text) {
      const std::string_view minus = "−";
      if (text.starts_with(minus)) text = "-" + text.substr(minus.size());
      return std::stod(text);
    };
    EXPECT_NEAR(read(s.from) - read(s.take), read(s.difference), 1e-11) << written(from, take, 2);
    EXPECT_EQ(from == take, read(s.difference) == 0) << written(from, take, 2);
  }
}

TEST(Numbers, StandingAloneKeepTwoDigits) {
  const auto alone = [](float value, NumberFormat format) { return number_alone(value, format); };
  EXPECT_EQ(alone(-0.065F, NumberFormat::score), "−0.065");
  EXPECT_EQ(number_in_cell(-0.065F, NumberFormat::score), "−0.1");
  EXPECT_EQ(alone(0.53F, NumberFormat::score), "0.53");
  EXPECT_EQ(alone(-41.86F, NumberFormat::score), "−41.9");
  EXPECT_EQ(alone(0, NumberFormat::score), "0.0");
  EXPECT_EQ(alone(0.0042F, NumberFormat::value), "0.0042");
  EXPECT_EQ(alone(-0.31F, NumberFormat::value), "−0.31");
  for (float value = 0.001F; value < 50; value *= 1.07F) {
    for (const NumberFormat format : {NumberFormat::value, NumberFormat::score}) {
      const std::string text = alone(value, format);
      EXPECT_NEAR(std::stof(text), value, 0.0501F * value) << text;
    }
  }
}

TEST(Numbers, WhatIsWrittenCanBeTyped) {
  for (const float value : {0.0F, -2.5F, 17.0F, -0.125F})
    EXPECT_EQ(typed_number(significant_text(value)), value);
  EXPECT_EQ(typed_number(" -2,5 "), -2.5F);
  EXPECT_EQ(typed_number("+3"), 3.0F);
  EXPECT_TRUE(typed_number("-inf").has_value());
  for (const char* wrong : {"", " ", "-", "−", "two", "1 2", "nan", "inf"})
    EXPECT_FALSE(typed_number(wrong)) << wrong;
}

}  // namespace
}  // namespace headlight
