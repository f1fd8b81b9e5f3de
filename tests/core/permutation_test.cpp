// An encoder without positions is permutation equivariant, whatever its weights and its shape; with positions
// it is not. Over random models, sentences and orders.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/labs/general_attention.h"
#include "core/labs/order.h"
#include "core/matrix/random.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

struct RandomModel {
  TransformerConfig config;
  ModelPtr model;
  std::vector<int> tokens, order;
};

RandomModel random_model(std::uint64_t seed) {
  Random random(seed);
  RandomModel made;
  TransformerConfig& config = made.config;
  config.encoder_heads = 1 << random.below(3);
  config.d_model = config.encoder_heads * 2 * (1 + random.below(6));
  config.decoder_heads = config.cross_heads = 1;
  config.d_ff = 3 + random.below(30);
  config.encoder_layers = 1 + random.below(4);
  config.norm_place = random.chance(0.5) ? NormPlace::pre : NormPlace::post;
  config.normalization = random.chance(0.5) ? Normalization::layer : Normalization::rms;
  config.positions = random.chance(0.5) ? Positions::sinusoidal : Positions::learned;
  config.feed_forward = random.chance(0.5) ? FeedForward::swiglu : FeedForward::gelu;
  config.scaled_embedding = random.chance(0.5);
  const Model tiny = tiny_translator();
  config.source_words = tiny.source().size();
  config.target_words = tiny.target().size();
  made.model = std::make_shared<const Model>(config, Weights::random(config, seed), tiny.words());
  const int count = 2 + random.below(39);
  for (int i = 0; i < count; ++i) made.tokens.push_back(random.below(config.source_words));
  made.order = shuffled_order(count, seed);
  return made;
}

double apart(const RandomModel& m, bool positions, const std::string& path, bool columns) {
  const TracePtr before = trace_reading(m.model, m.tokens, positions);
  const TracePtr after = trace_reading(m.model, in_order(m.tokens, m.order), positions);
  const Matrix back = matched_back(after->read(path).view(), m.order, columns);
  const Reading there = before->read(path);
  const auto scale = static_cast<double>(there.view().map().cwiseAbs().maxCoeff());
  return static_cast<double>((back - there.view().map()).cwiseAbs().maxCoeff()) / scale;
}

TEST(Permutation, WithoutPositionsTheRowsOnlyMove) {
  int changed = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const RandomModel m = random_model(seed);
    const std::string output = reading_output_path(*m.model);
    EXPECT_LT(apart(m, false, output, false), 1e-4) << seed;
    for (int head = 0; head < m.config.encoder_heads; ++head) {
      const std::string weights =
          head_path("encoder", m.config.encoder_layers - 1, "self_attention", head, "weights");
      EXPECT_LT(apart(m, false, weights, true), 1e-4) << seed;
    }
    EXPECT_EQ(apart(m, true, "source.embedded", false), 0) << seed;
    if (apart(m, true, output, false) > 1e-3) ++changed;
  }
  EXPECT_GT(changed, 55) << "with positions the rows change";
}

TEST(Permutation, ACausalEncoderKnowsTheOrderWithoutPositions) {
  TransformerConfig config{.d_model = 16, .d_ff = 24};
  config.causal_encoder = true;
  RandomModel m{config, std::make_shared<const Model>(tiny_translator(config)), {1, 2, 3, 4}, {3, 2, 1, 0}};
  EXPECT_GT(apart(m, false, reading_output_path(*m.model), false), 1e-3);
}

TEST(Permutation, WhatIsNoOrderIsAsWritten) {
  EXPECT_EQ(order_of({}, 3), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(order_of({0, 0, 1}, 3), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(order_of({2, 0, 1}, 2), (std::vector<int>{0, 1}));
  EXPECT_EQ(order_of({2, 0, 1}, 3), (std::vector<int>{2, 0, 1}));
  EXPECT_EQ(places_of(std::vector<int>{2, 0, 1}), (std::vector<int>{1, 2, 0}));
}

// The largest difference of the output for the inputs in the layer's order and as given.
float order_difference(const GeneralAttention& layer) {
  GeneralAttention given = layer;
  given.order.clear();
  Tape one;
  Tape other;
  const int a = record_general_attention(one, given);
  const int b = record_general_attention(other, layer);
  return (one.value(a).map() - other.value(b).map()).cwiseAbs().maxCoeff();
}

TEST(Permutation, TheOutputOfAttentionIgnoresTheOrderOfItsInputs) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    GeneralAttention layer;
    const int count = 1 + random.below(20);
    layer.inputs = Matrix(count, 1 + random.below(12));
    for (Eigen::Index i = 0; i < layer.inputs.size(); ++i)
      layer.inputs.data()[i] = static_cast<float>(random.normal());
    layer.alignment = static_cast<Alignment>(random.below(3));
    layer.projections = random.chance(0.5) ? Projections::none : Projections::random;
    layer.softmax = random.chance(0.7);
    layer.d_k = 1 + random.below(9);
    layer.d_v = 1 + random.below(9);
    layer.seed = seed;
    layer.order = shuffled_order(count, seed);
    EXPECT_LT(order_difference(layer), 2e-4F) << seed;
  }
}

}  // namespace
}  // namespace headlight
