// Costs against the counts that were published, against naive loops and against what a tape recorded.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/labs/cost.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

TEST(LabCost, CountedParametersAreThePublishedOnes) {
  int exact = 0;
  for (const RealModel& model : real_models()) {
    const Parameters count = parameters_of(model);
    if (model.exact) {
      EXPECT_EQ(count.total(), model.published) << model.name;
      ++exact;
    } else {
      const double ratio = static_cast<double>(count.total()) / static_cast<double>(model.published);
      EXPECT_NEAR(ratio, 1, 0.035) << model.name << ": as the paper rounds it";
    }
    EXPECT_FALSE(model.source.empty()) << model.name;
    EXPECT_EQ(model.d_model % model.heads, 0) << model.name;
    EXPECT_EQ(model.heads % model.key_value_heads, 0) << model.name;
    EXPECT_EQ(real_model(model.name), &model);
  }
  EXPECT_EQ(exact, 14);
  EXPECT_EQ(real_model("no such model"), nullptr);
}

TEST(LabCost, TheLineOfGrowthLeavesNoSlopeBehind) {
  const Growth growth = growth_since(2018);
  // The largest of each year, found the long way.
  std::size_t years = 0;
  for (int year = 2018; year < 2030; ++year) {
    std::int64_t most = 0;
    for (const RealModel& model : real_models()) {
      if (static_cast<int>(model.year) == year) most = std::max(most, parameters_of(model).total());
    }
    if (most == 0) continue;
    ASSERT_LT(years, growth.largest.size());
    EXPECT_EQ(parameters_of(*growth.largest[years]).total(), most) << year;
    ++years;
  }
  EXPECT_EQ(years, growth.largest.size());
  // Least squares: what the line leaves sums to nothing, and does not lean either.
  double left = 0;
  double leaning = 0;
  for (const RealModel* model : growth.largest) {
    const double rest = std::log10(static_cast<double>(parameters_of(*model).total())) -
                        std::log10(growth.parameters(model->year));
    left += rest;
    leaning += rest * (model->year - 2018);
  }
  EXPECT_NEAR(left, 0, 1e-9);
  EXPECT_NEAR(leaning, 0, 1e-9);
  EXPECT_NEAR(growth.parameters(2021) / growth.parameters(2020), growth.factor(), 1e-9);
}

TEST(LabCost, NumbersThatArePublishedElsewhere) {
  // Pope et al. 2022 and the release notes of Llama 2: 2 x 2 x 32 x 4096 bytes a token.
  EXPECT_DOUBLE_EQ(cost_of(*real_model("Llama 2 7B"), 4096).cache, 2.0 * 2 * 32 * 4096 * 4096);
  // Eight instead of sixty-four heads keep an eighth.
  EXPECT_DOUBLE_EQ(cost_of(*real_model("Llama 2 70B"), 1).cache, 2.0 * 2 * 80 * 8 * 128);
  // ViT-B/16 at 224 x 224: 17.56 G multiply-adds in torchvision's table.
  EXPECT_NEAR(cost_of(*real_model("ViT-B/16"), 197).multiply_adds / 1e9, 17.56, 0.02);
  EXPECT_NEAR(cost_of(*real_model("ViT-L/16"), 197).multiply_adds / 1e9, 61.55, 0.05);
}

TEST(LabCost, AForwardPassCountsAsTheLoopsWould) {
  for (const RealModel& model : real_models()) {
    if (model.kind != RealModel::Kind::decoder) continue;
    for (const std::int64_t t : {1, 7, 300}) {
      const std::int64_t d = model.d_model;
      const std::int64_t d_head = d / model.heads;
      std::int64_t sum = 0;
      std::int64_t weights = 0;
      for (int layer = 0; layer < model.layers; ++layer) {
        for (int head = 0; head < model.heads; ++head) {
          sum += t * d * d_head;      // queries
          sum += t * t * d_head * 2;  // scores, and values mixed
          weights += t * t;
        }
        for (int head = 0; head < model.key_value_heads; ++head) sum += 2 * t * d * d_head;
        sum += t * d * d;
        for (int matrix = 0; matrix < (model.gated ? 3 : 2); ++matrix) sum += t * d * model.d_ff;
      }
      sum += t * d * model.vocabulary;
      const Cost cost = cost_of(model, static_cast<double>(t));
      EXPECT_DOUBLE_EQ(cost.multiply_adds, static_cast<double>(sum)) << model.name << " at " << t;
      EXPECT_DOUBLE_EQ(cost.weights, 2.0 * static_cast<double>(weights)) << model.name;
    }
  }
}

TEST(LabCost, ATapeCountsWhatTheFormulaSays) {
  const TemporaryFolder folder;
  for (const int heads : {1, 2, 4}) {
    TransformerConfig config{.d_model = 16, .d_ff = 24};
    config.encoder_heads = heads;
    const auto model = Translator::load(saved_model(folder, config));
    const TracePtr trace = model->translate(tired_sentence);
    const auto n = static_cast<double>(trace->words().source.size());
    EXPECT_DOUBLE_EQ(static_cast<double>(multiply_adds(trace->tape(), "encoder.0.self_attention.")),
                     attention_multiply_adds(n, 16));
  }
}

TEST(LabCost, AttentionIsCheaperWhereWordsAreFewerThanDimensions) {
  const double d = 512;
  EXPECT_LT(2 * 100 * 100 * d, recurrent_multiply_adds(100, d)) << "n < d: the products of Q and K cost less";
  EXPECT_GT(attention_multiply_adds(10000, d), recurrent_multiply_adds(10000, d));
  EXPECT_DOUBLE_EQ(recurrent_multiply_adds(3, 4), 2 * 3 * 16);
}

}  // namespace
}  // namespace headlight
