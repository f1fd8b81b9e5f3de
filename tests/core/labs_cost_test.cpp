// Costs against the counts that were published, against naive loops and against what a tape recorded.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/labs/cost.h"
#include "core/models/transformer.h"
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
      // How far the sizes of a paper may be from the number that it gives, and why.
      const std::map<std::string_view, double> within{
          {"Transformer base", 0.031},   // says 65 M; its sizes make 63.0 M, with "about 37000" words
          {"Transformer big", 0.0056},   // says 213 M; its sizes make 214.2 M
          {"GPT-3 175B", 0.5 / 1746},    // table D.1 gives it to 100 M
          {"PaLM 540B", 0.01 / 540.35},  // 540.35 G is without its norms, 540.36 G with them
      };
      const auto published = static_cast<double>(model.published);
      EXPECT_NEAR(static_cast<double>(count.total()) / published, 1, within.at(model.name)) << model.name;
    }
    EXPECT_FALSE(model.source.empty()) << model.name;
    if (model.head_size == 0) {
      EXPECT_EQ(model.d_model % model.heads, 0) << model.name;
    }
    EXPECT_EQ(model.heads % model.key_value_heads, 0) << model.name;
    EXPECT_EQ(real_model(model.name), &model);
  }
  EXPECT_EQ(exact, 15);
  EXPECT_EQ(parameters_of(*real_model("Transformer base")).total(), 63'045'632);
  RealModel with_biases = *real_model("Transformer base");
  with_biases.attention_bias = true;
  EXPECT_EQ(parameters_of(with_biases).total(), 63'082'496);
  EXPECT_EQ(real_model("no such model"), nullptr);
}

// A plain decoder with the sizes of a deck: d = 5120, T = 4096, counted by hand.
TEST(LabCost, AModelOfYourOwnIsCountedLikeTheOthers) {
  const RealModel own = own_model(5120, 40);
  EXPECT_EQ(own.heads, 40);
  const std::int64_t d = 5120, ff = 4 * d;
  const std::int64_t layer = 4 * d * d + 4 * d + 2 * d * ff + ff + d + 2 * 2 * d;
  EXPECT_EQ(parameters_of(own).total(), 40 * layer + 2 * d + 32000 * d);
  const Cost one = cost_of(own, 4096), eight = cost_of(own, 4096) * 8;
  EXPECT_EQ(one.weights, 2.0 * 40 * 40 * 4096 * 4096);
  EXPECT_EQ(one.cache, 2.0 * 40 * 2 * 5120 * 4096);
  EXPECT_EQ(eight.multiply_adds, 8 * one.multiply_adds);
  EXPECT_EQ(eight.activations, 8 * one.activations);
  for (const int small : {1, 2, 100, 128, 200}) {
    const RealModel narrow = own_model(small, 1);
    EXPECT_GE(narrow.heads, 1) << small;
    EXPECT_GT(parameters_of(narrow).total(), 0) << small;
  }
}

// As torchvision has them: 25,557,032 parameters, 4.09 G multiply-adds; 86,567,656.
TEST(LabCost, APictureCostsWhatIsPublished) {
  EXPECT_EQ(resnet_50_cost(224).parameters, 25'557'032);
  EXPECT_EQ(resnet_50_cost(224).multiply_adds, 4'089'184'256.0);
  EXPECT_EQ(vit_base_cost(224).parameters, real_model("ViT-B/16")->published);
  EXPECT_EQ(vit_base_cost(224).multiply_adds, cost_of(*real_model("ViT-B/16"), 197).multiply_adds);
  // Attention costs as much as a 3 x 3 convolution at 2.5 d cells.
  EXPECT_EQ(convolution_multiply_adds(250, 100), attention_multiply_adds(250, 100));
  EXPECT_LT(attention_multiply_adds(249, 100), convolution_multiply_adds(249, 100));
  // A cell that sees both corners of a row, layer by layer.
  for (int wide = 2; wide < 20; ++wide) {
    std::vector<int> left(static_cast<std::size_t>(wide)), right(left);
    left.front() = right.back() = 1;
    int layers = 0;
    const auto meet = [&] {
      for (std::size_t i = 0; i < left.size(); ++i)
        if (left[i] == 1 && right[i] == 1) return true;
      return false;
    };
    const auto spread = [](std::vector<int>& seen) {
      const std::vector<int> before = seen;
      for (std::size_t i = 0; i < seen.size(); ++i) {
        if (i > 0) seen[i] = std::max(seen[i], before[i - 1]);
        if (i + 1 < seen.size()) seen[i] = std::max(seen[i], before[i + 1]);
      }
    };
    for (; !meet(); ++layers) {
      spread(left);
      spread(right);
    }
    EXPECT_EQ(layers_to_meet(wide), layers) << wide;
  }
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

TEST(LabCost, ThePapersOtherSizesAreCountedAsPublished) {
  // Chowdhery et al. 2022, table 1: 8.63 G and 62.50 G, of the same kind as the largest.
  RealModel palm = *real_model("PaLM 540B");
  const auto total = [&](int layers, int heads, int d_model) {
    palm.layers = layers;
    palm.heads = heads;
    palm.d_model = d_model;
    palm.d_ff = 4 * d_model;
    return static_cast<double>(parameters_of(palm).total()) / 1e9;
  };
  EXPECT_NEAR(total(32, 16, 4096), 8.63, 0.005);
  EXPECT_NEAR(total(64, 32, 8192), 62.50, 0.005);
  EXPECT_NEAR(total(118, 48, 18432), 540.35, 0.01);
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

TEST(LabCost, ATapeCountsWhatTheFormulaSays) {
  const TemporaryFolder folder;
  for (const int heads : {1, 2, 4}) {
    TransformerConfig config{.d_model = 16, .d_ff = 24};
    config.encoder_heads = heads;
    const auto model = load_model(saved_model(folder, config), AnswerKind::translation);
    const TracePtr trace = model->trace({.text = tired_sentence});
    const auto n = static_cast<double>(trace->words().source.size());
    EXPECT_DOUBLE_EQ(static_cast<double>(multiply_adds(trace->tape(), "encoder.0.self_attention.")),
                     attention_multiply_adds(n, 16));
  }
}

// h_t = f(W x_t + U h_t-1) for n words, recorded step by step.
std::int64_t recorded_recurrent(int n, int d) {
  Tape tape;
  const Matrix square = Matrix::Zero(d, d);
  const Matrix row = Matrix::Zero(1, d);
  const int w = tape.constant({"w"}, view(square));
  const int u = tape.constant({"u"}, view(square));
  int h = tape.constant({"h"}, view(row));
  for (int t = 0; t < n; ++t) {
    const int x = tape.constant({"x"}, view(row));
    const int read = tape.record({"read"}, linear(0, d), {x, w});
    const int kept = tape.record({"kept"}, linear(0, d), {h, u});
    h = tape.record({"state"}, activate(Activation::relu), {tape.record({"sum"}, add(), {read, kept})});
  }
  return multiply_adds(tape, "");
}

// Multiply-adds of one head as wide as the layer: everything, and what is between the words alone.
struct RecordedAttention {
  std::int64_t all = 0, pairs = 0;
};
RecordedAttention recorded_attention(int n, int d) {
  TransformerConfig config{.d_model = d, .d_ff = 1};
  config.encoder_heads = 1;
  config.encoder_layers = 1;
  config.decoder_layers = 0;
  config.source_words = 1;
  config.max_tokens = n;
  const Weights weights = Weights::zeros(config);
  Tape tape;
  Recording recording(tape, config, weights);
  record_encoder(recording, std::vector<int>(static_cast<std::size_t>(n), 0));
  const std::string path = "encoder.0.self_attention.";
  return {multiply_adds(tape, path),
          multiply_adds(tape, path + "head.0.scores") + multiply_adds(tape, path + "head.0.output")};
}

TEST(LabCost, BothLayersCostOnATapeWhatTheFormulasSay) {
  for (const int d : {1, 6, 16}) {
    for (const int n : {1, 2, 5, 6, 7, 12, 31, 32, 33, 100}) {
      const auto words = static_cast<double>(n);
      const RecordedAttention attention = recorded_attention(n, d);
      const std::int64_t recurrent = recorded_recurrent(n, d);
      EXPECT_EQ(static_cast<double>(attention.all), attention_multiply_adds(words, d));
      EXPECT_EQ(static_cast<double>(recurrent), recurrent_multiply_adds(words, d));

      // With its projections a layer of attention always takes more.
      EXPECT_GT(attention.all, recurrent);
      // Between the words are fewer than in the projections up to n = 2d, and more behind it.
      EXPECT_EQ(attention.pairs < attention.all - attention.pairs, n < 2 * d) << n << ", " << d;
      EXPECT_EQ(attention.pairs == attention.all - attention.pairs, n == 2 * d) << n << ", " << d;
      // Table 1 of the paper: without them it is the cheaper one while n < d.
      EXPECT_EQ(attention.pairs < recurrent, n < d) << n << ", " << d;
    }
  }
}

}  // namespace
}  // namespace headlight
