#include "app/session/edits.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/matrix/random.h"

namespace headlight {
namespace {

TEST(TurnWeights, TheOthersKeepTheirProportions) {
  const std::vector<float> row{0.1F, 0.2F, 0.0F, 0.7F};
  const std::vector<char> may_look{1, 1, 0, 1};
  const std::vector<float> turned = turned_weights(row, 3, 0.4F, may_look);
  EXPECT_FLOAT_EQ(turned[3], 0.4F);
  EXPECT_FLOAT_EQ(turned[0], 0.2F);
  EXPECT_FLOAT_EQ(turned[1], 0.4F);
  EXPECT_EQ(turned[2], 0);
  EXPECT_EQ(turned_weights(row, 2, 0.4F, may_look), row) << "it may not look there";
}

TEST(TurnWeights, FromAllOnOneTheRestIsShared) {
  const std::vector<float> turned =
      turned_weights(std::vector<float>{1, 0, 0}, 0, 0.5F, std::vector<char>{1, 1, 1});
  EXPECT_EQ(turned, (std::vector<float>{0.5F, 0.25F, 0.25F}));
  EXPECT_EQ(turned_weights(std::vector<float>{1}, 0, 0.5F, std::vector<char>{1}), std::vector<float>{1});
}

TEST(TurnWeights, ARowAddsUpToOneHoweverItIsTurned) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    const int keys = 2 + random.below(12);
    std::vector<float> row;
    std::vector<char> may_look;
    for (int i = 0; i < keys; ++i) {
      may_look.push_back(i < 2 || random.chance(0.8) ? 1 : 0);
      row.push_back(may_look.back() != 0 ? static_cast<float>(random.below(5)) : 0);
    }
    row[0] += 1;
    const float sum = std::accumulate(row.begin(), row.end(), 0.0F);
    for (float& weight : row) weight /= sum;
    const int key = random.below(2);
    const auto turned = turned_weights(row, key, static_cast<float>(random.below(15) - 2) / 10, may_look);
    EXPECT_NEAR(std::accumulate(turned.begin(), turned.end(), 0.0), 1, 1e-5);
    for (int i = 0; i < keys; ++i) EXPECT_TRUE(turned[i] >= 0 && (may_look[i] != 0 || turned[i] == 0));
  }
}

}  // namespace
}  // namespace headlight
