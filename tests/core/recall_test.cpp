// Attention without softmax as a recurrent network: the laws it has to keep, against naive sums.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/labs/recall.h"

namespace headlight {
namespace {

RecallMemory drawn_memory(int pairs, int numbers, std::uint64_t seed) {
  Random random(seed);
  RecallMemory memory;
  memory.keys = normal_matrix(pairs, numbers, random);
  memory.keys.rowwise().normalize();
  memory.values = normal_matrix(pairs, recall_values, random);
  return memory;
}

// Katharopoulos et al. 2020: what is read from the state is (Q K^T, masked) V, for every word of the text.
TEST(Recall, TheStateOfLinearAttentionIsItsMaskedMatrix) {
  for (const int pairs : {1, 2, 7, 16}) {
    const RecallMemory memory = drawn_memory(pairs, 5, pairs);
    Random random(99);
    const Matrix queries = normal_matrix(pairs, 5, random);
    for (int t = 0; t < pairs; ++t) {
      const Matrix query = queries.row(t);
      const Matrix answer = memory.answer(RecallKind::linear, t + 1, query);
      for (int column = 0; column < recall_values; ++column) {
        double sum = 0;
        for (int key = 0; key <= t; ++key) {
          double score = 0;
          for (int d = 0; d < 5; ++d) score += double{queries(t, d)} * memory.keys(key, d);
          sum += score * memory.values(key, column);
        }
        EXPECT_NEAR(answer(0, column), sum, 1e-5) << pairs << " pairs, word " << t;
      }
    }
  }
}

TEST(Recall, AStateThatFadesWeighsAPairByItsAge) {
  RecallMemory memory = drawn_memory(6, 4, 3);
  memory.kept = 0.5F;
  const Matrix query = memory.keys.row(2);
  const Matrix answer = memory.answer(RecallKind::linear, 6, query);
  const Matrix even = drawn_memory(6, 4, 3).weights(6, query), aged = memory.weights(6, query);
  EXPECT_NEAR(aged(0, 5) / aged(0, 1), 16 * even(0, 5) / even(0, 1), 1e-3 * aged(0, 5) / aged(0, 1));
  for (int column = 0; column < recall_values; ++column) {
    double sum = 0;
    for (int key = 0; key < 6; ++key)
      sum += std::pow(0.5, 5 - key) * query.row(0).dot(memory.keys.row(key)) * memory.values(key, column);
    EXPECT_NEAR(answer(0, column), sum, 1e-5);
  }
}

// Schlag et al. 2021: whatever was there, the key that was written last finds its value.
TEST(Recall, TheDeltaRuleRecallsExactlyWhatItWroteLast) {
  const RecallMemory memory = drawn_memory(16, 5, 8);
  bool linear_does_not = false;
  for (int read = 1; read <= 16; ++read) {
    const Matrix query = memory.keys.row(read - 1);
    const Matrix value = memory.values.row(read - 1);
    EXPECT_LT((memory.answer(RecallKind::delta, read, query) - value).cwiseAbs().maxCoeff(), 1e-5);
    linear_does_not |= (memory.answer(RecallKind::linear, read, query) - value).cwiseAbs().maxCoeff() > 0.1;
  }
  EXPECT_TRUE(linear_does_not);
}

// The rule in its other form, S (I - k k^T) + v k^T, here with rows.
TEST(Recall, TheDeltaRuleTakesOutWhatTheKeyFinds) {
  const RecallMemory memory = drawn_memory(5, 4, 21);
  Matrix state = Matrix::Zero(4, recall_values);
  for (int t = 0; t < 5; ++t) {
    const Matrix key = memory.keys.row(t);
    const Matrix without = Matrix::Identity(4, 4) - key.transpose() * key;
    state = (without * state + key.transpose() * memory.values.row(t)).eval();
  }
  EXPECT_LT((memory.state(RecallKind::delta, 5) - state).cwiseAbs().maxCoeff(), 1e-5);
}

TEST(Recall, OrthogonalKeysAreRecalledByAllAndWrittenOverByOne) {
  Random random(4);
  const RecallText once = drawn_recall(8, false, random);
  EXPECT_EQ(once.names(), 8);
  const Matrix keys = recall_keys(8, 8, random);
  const RecallMemory memory = recall_memory(once, keys);
  for (int key = 0; key < 8; ++key) {
    const Matrix query = keys.row(key);
    for (const RecallKind kind : recall_kinds)
      EXPECT_EQ(recalled(memory.answer(kind, 8, query)), once.values[key]);
  }
  RecallText changed;
  changed.keys = {0, 1, 0};
  changed.values = {2, 3, 4};
  EXPECT_EQ(changed.wanted(0), -1);
  EXPECT_EQ(changed.wanted(2), 2);
  EXPECT_EQ(changed.wanted(3), 4);
  const RecallMemory over = recall_memory(changed, recall_keys(2, 2, random));
  const Matrix query = Matrix::Identity(1, 2);
  EXPECT_EQ(recalled(over.answer(RecallKind::delta, 3, query)), 4);
  EXPECT_EQ(recalled(over.answer(RecallKind::linear, 3, query)), -1) << "both are there";
  EXPECT_EQ(recalled(over.answer(RecallKind::softmax, 3, query)), -1) << "nothing says which is newer";
  EXPECT_EQ(recalled(over.answer(RecallKind::linear, 0, query)), -1) << "nothing was read";
}

TEST(Recall, WeightsOfTheSoftmaxAddUpToOne) {
  const RecallMemory memory = drawn_memory(9, 3, 5);
  const Matrix query = memory.keys.row(4);
  for (int read = 1; read <= 9; ++read) {
    const Matrix weights = memory.weights(read, query);
    ASSERT_EQ(weights.cols(), read);
    EXPECT_NEAR(weights.sum(), 1, 1e-5);
    EXPECT_NEAR(std::log(weights(0, 0) / weights(0, read - 1)),
                8 * (query.row(0).dot(memory.keys.row(0)) - query.row(0).dot(memory.keys.row(read - 1))),
                1e-3);
  }
}

TEST(Recall, TextsAskForWhatWasReadAndAreDrawnAgain) {
  for (const bool again : {false, true}) {
    for (int pairs = 1; pairs <= most_recall_pairs; ++pairs) {
      Random random(static_cast<std::uint64_t>(pairs)), same(static_cast<std::uint64_t>(pairs));
      for (int i = 0; i < 40; ++i) {
        const RecallText text = drawn_recall(pairs, again, random);
        EXPECT_EQ(text.values, drawn_recall(pairs, again, same).values);
        ASSERT_EQ(std::ssize(text.keys), pairs);
        EXPECT_GE(text.wanted(pairs), 0);
        std::vector<int> of_asked;
        for (int t = 0; t < pairs; ++t)
          if (text.keys[t] == text.asked) of_asked.push_back(text.values[t]);
        EXPECT_EQ(of_asked.size() > 1, again && pairs > 1) << pairs;
        if (of_asked.size() > 1) {
          EXPECT_NE(of_asked.back(), of_asked[of_asked.size() - 2]);
        }
      }
    }
  }
}

// What the page and its lesson say.
TEST(Recall, ManyKeysAreTooMuchForAMatrixAndChangedValuesForASum) {
  const auto few = recall_shares({.pairs = 8, .again = false, .numbers = 8}, 200, 1);
  for (const double share : few) EXPECT_EQ(share, 1);
  const auto many = recall_shares({.pairs = 16, .again = false, .numbers = 4}, 200, 1);
  EXPECT_GT(many[0], 0.85);
  EXPECT_LT(many[1], 0.7);
  EXPECT_LT(many[2], 0.8);
  const auto changed = recall_shares({.pairs = 8, .again = true, .numbers = 8}, 200, 1);
  EXPECT_EQ(changed[2], 1);
  EXPECT_LT(changed[1], 0.5);
  EXPECT_LT(changed[0], 0.5);
  const auto fading = recall_shares({.pairs = 8, .again = true, .numbers = 8, .kept = 0.5F}, 200, 1);
  for (const std::size_t kind : {0U, 1U}) EXPECT_GT(fading[kind], 0.95) << "what is newer weighs more";
}

}  // namespace
}  // namespace headlight
