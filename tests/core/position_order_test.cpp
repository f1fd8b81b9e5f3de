// What each kind of positions does to a sentence's order, and to its words.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/layers/sites.h"
#include "core/matrix/random.h"
#include "core/models/transformer.h"
#include "tests/core/position_models.h"

namespace headlight {
namespace {

// The logits of the sentence, a row a place.
Matrix logits_of(const TransformerConfig& config, const Weights& weights, const std::vector<int>& words) {
  Tape tape;
  Recording recording(tape, config, weights);
  const int logits = record_logits(recording, record_encoder(recording, words));
  tape.forward();
  return tape.value(logits).map();
}

// Without positions a sentence in another order has the same rows in that order; with any kind it has others.
TEST(PositionKinds, OnlyWithoutPositionsTheRowsJustMove) {
  Random random(11);
  for (int round = 0; round < 40; ++round) {
    for (const Positions kind : every_kind) {
      TransformerConfig config = small_labeller(kind);
      config.encoder_heads = 1 + random.below(4);
      config.d_model = config.encoder_heads * 2 * (2 + random.below(4));
      config.position_dimensions = 2 + random.below(config.d_model - 2);
      config.encoder_layers = 1 + random.below(3);
      config.norm_place = random.chance(0.5) ? NormPlace::pre : NormPlace::post;
      config.position_one_sided = kind == Positions::alibi && random.chance(0.5);
      config.source_words = 12;
      config.check();
      Weights weights = Weights::random(config, random.bits());
      for (std::size_t i = 0; i < weights.count(); ++i) {
        if (weights.spec(i).start != TensorSpec::Start::distances) continue;
        weights.tensor(i) = normal_matrix(weights.spec(i).shape.rows, weights.spec(i).shape.cols, random);
      }
      const int tokens = 3 + random.below(8);
      std::vector<int> order(static_cast<std::size_t>(tokens));
      std::iota(order.begin(), order.end(), 0);
      for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
      std::swap(order[0], order[1]);
      // Neither the order there was, nor the one that ALiBi cannot tell from it: back to front.
      if (std::is_sorted(order.begin(), order.end())) std::swap(order[0], order[2]);
      if (std::is_sorted(order.rbegin(), order.rend())) std::swap(order[0], order[1]);
      std::vector<int> words(order.size());  // each another one
      for (int i = 0; i < tokens; ++i) words[static_cast<std::size_t>(i)] = (i * 5 + round) % 12;
      std::vector<int> moved(order.size());
      std::transform(order.begin(), order.end(), moved.begin(),
                     [&](int place) { return words[static_cast<std::size_t>(place)]; });

      const Matrix before = logits_of(config, weights, words);
      const Matrix after = logits_of(config, weights, moved);
      float difference = 0;
      for (int i = 0; i < tokens; ++i) {
        difference =
            std::max(difference,
                     (after.row(i) - before.row(order[static_cast<std::size_t>(i)])).cwiseAbs().maxCoeff());
      }
      if (kind == Positions::none) {
        EXPECT_LT(difference, 2e-5F) << "round " << round;
      } else {
        EXPECT_GT(difference, 1e-4F) << name_of(kind) << ", round " << round;
      }
    }
  }
}

// Symmetric ALiBi knows how far, not on which side: a sentence read back to front has the same rows.
TEST(PositionKinds, SymmetricAlibiCannotTellLeftFromRight) {
  const std::vector<int> words{3, 1, 0, 4, 2};
  const std::vector<int> reversed(words.rbegin(), words.rend());
  for (const bool one_sided : {false, true}) {
    TransformerConfig config = small_labeller(Positions::alibi);
    config.position_one_sided = one_sided;
    const Weights weights = Weights::random(config, 9);
    const Matrix before = logits_of(config, weights, words);
    const Matrix after = logits_of(config, weights, reversed).colwise().reverse();
    const float difference = (before - after).cwiseAbs().maxCoeff();
    EXPECT_EQ(difference < 1e-5F, !one_sided) << difference;
  }
}

TEST(PositionKinds, AppendedPositionsLeaveTheWordsAsTheyAre) {
  const TransformerConfig config = small_labeller(Positions::appended);
  const Weights weights = Weights::random(config, 4);
  EXPECT_EQ(weights["source.embedding"].cols(), 4);
  Tape tape;
  Recording recording(tape, config, weights);
  record_encoder(recording, std::vector<int>{3, 1});
  tape.forward();
  const ConstView input = tape.value(*tape.find("source.input"));
  EXPECT_EQ(Matrix(input.columns(0, 4)), Matrix(tape.value(*tape.find("source.embedded")).map()));
  EXPECT_EQ(Matrix(input.columns(4, 4)), Matrix(tape.value(*tape.find("source.positions")).map()));
}

TEST(PositionKinds, OneSidedHeadsLookBackAndAheadInTurn) {
  TransformerConfig config = small_labeller(Positions::alibi);
  config.position_one_sided = true;
  const Weights weights = Weights::random(config, 4);
  Tape tape;
  Recording recording(tape, config, weights);
  record_encoder(recording, std::vector<int>{3, 1, 0, 2});
  tape.forward();
  for (int head = 0; head < 2; ++head) {
    const ConstView a = tape.value(*tape.find(head_path("encoder", 0, "self_attention", head, "weights")));
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        const bool open = head == 0 ? j <= i : j >= i;
        EXPECT_EQ(a(i, j) > 0, open) << head << ": " << i << ", " << j;
      }
    }
  }
}

}  // namespace
}  // namespace headlight
