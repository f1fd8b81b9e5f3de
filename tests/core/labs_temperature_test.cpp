// The softmax at other temperatures against a naive one, and its limits.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/labs/temperature.h"
#include "core/matrix/random.h"

namespace headlight {
namespace {

constexpr float masked = -std::numeric_limits<float>::infinity();

std::vector<double> naive(const std::vector<float>& inputs, double temperature) {
  double most = -1e300;
  for (const float x : inputs) most = std::max(most, static_cast<double>(x));
  std::vector<double> shares;
  double sum = 0;
  for (const float x : inputs) {
    shares.push_back(std::isinf(x) ? 0 : std::exp((static_cast<double>(x) - most) / temperature));
    sum += shares.back();
  }
  for (double& share : shares) share /= sum;
  return shares;
}

TEST(LabTemperature, SharesAreThoseOfANaiveSoftmax) {
  Random random(4);
  for (int round = 0; round < 50; ++round) {
    std::vector<float> inputs(static_cast<std::size_t>(1 + random.below(40)));
    for (float& each : inputs) each = static_cast<float>(random.uniform(-8, 8));
    if (inputs.size() > 2) inputs[1] = masked;
    const std::vector<float> temperatures{0.01F, 0.3F, 1.0F, 2.5F, 100.0F};
    for (const AtTemperature& at : at_temperatures(inputs, temperatures)) {
      const std::vector<double> expected = naive(inputs, static_cast<double>(at.temperature));
      double bits = 0;
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        EXPECT_NEAR(at.shares[i], expected[i], 2e-4) << "T " << at.temperature;
        if (expected[i] > 0) bits -= expected[i] * std::log2(expected[i]);
      }
      EXPECT_NEAR(at.entropy, bits, 3e-3);
      if (inputs.size() > 2) {
        EXPECT_EQ(at.shares[1], 0.0F);
      }
    }
  }
}

TEST(LabTemperature, EntropyRisesWithTheTemperatureBetweenItsLimits) {
  const std::vector<float> inputs{1.0F, 3.0F, masked, -2.0F, 2.9F};
  double before = -1;
  for (const AtTemperature& at : at_temperatures(inputs, temperature_scale(60))) {
    EXPECT_GE(at.entropy, before - 1e-6);
    EXPECT_LE(at.entropy, 2 + 1e-6);
    before = at.entropy;
  }
  EXPECT_NEAR(before, 2, 0.01) << "hot: four keys that are not masked";
}

TEST(LabTemperature, TheEndsComeNearTheirLimits) {
  const std::vector<float> inputs{1.0F, 3.0F, masked, -2.0F, 3.0F};
  const std::vector<float> cold = coldest_limit(inputs);
  const std::vector<float> hot = hottest_limit(inputs);
  EXPECT_EQ(cold, (std::vector<float>{0, 0.5F, 0, 0, 0.5F})) << "two are largest";
  EXPECT_EQ(hot, (std::vector<float>{0.25F, 0.25F, 0, 0.25F, 0.25F}));
  const std::vector<AtTemperature> ends = at_temperatures(inputs, std::vector<float>{coldest, hottest});
  EXPECT_LT(total_variation(ends[0].shares, cold), 1e-6);
  EXPECT_LT(total_variation(ends[1].shares, hot), 0.02);
  EXPECT_GT(total_variation(ends[1].shares, cold), 0.4);
}

TEST(LabTemperature, WhatHasNoSoftmaxIsRefused) {
  EXPECT_THROW(at_temperatures(std::vector<float>{masked, masked}, std::vector<float>{1}),
               std::invalid_argument);
  EXPECT_THROW(at_temperatures(std::vector<float>{1, 2}, std::vector<float>{0}), std::invalid_argument);
}

TEST(LabTemperature, TheScaleIsEvenInItsLogarithm) {
  const std::vector<float> scale = temperature_scale(121);
  EXPECT_NEAR(scale.front(), 0.01, 1e-6);
  EXPECT_NEAR(scale[60], 1, 1e-4);
  EXPECT_NEAR(scale.back(), 100, 1e-2);
}

}  // namespace
}  // namespace headlight
