// What a head does, on maps whose answer is known and against plain loops.
#include "core/explain/traits.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/explain/view.h"
#include "core/grammar/held_out.h"
#include "core/grammar/typed_words.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

Heatmap map_of(int size, float (*weight)(int row, int key)) {
  Heatmap map;
  map.rows = map.columns = size;
  for (int row = 0; row < size; ++row) {
    for (int key = 0; key < size; ++key) map.values.push_back(weight(row, key));
  }
  map.states.assign(map.values.size(), CellState::value);
  map.column_labels = map.row_labels = std::vector<std::string>(static_cast<std::size_t>(size), "word");
  return map;
}

Heatmap identity(int size) {
  return map_of(size, [](int row, int key) { return row == key ? 1.0F : 0.0F; });
}
Heatmap uniform4() {
  return map_of(4, [](int, int) { return 0.25F; });
}
Heatmap previous_word(int size) {
  return map_of(size, [](int row, int key) { return key == std::max(row - 1, 0) ? 1.0F : 0.0F; });
}
// Each row looks alike at what a causal mask leaves it.
Heatmap causal4() {
  Heatmap map =
      map_of(4, [](int row, int key) { return key <= row ? 1.0F / static_cast<float>(row + 1) : 0.0F; });
  for (int row = 0; row < 4; ++row) {
    for (int key = row + 1; key < 4; ++key)
      map.states[static_cast<std::size_t>(row) * 4 + static_cast<std::size_t>(key)] = CellState::masked;
  }
  return map;
}

TEST(Traits, OfTheIdentity) {
  const HeadTraits traits = traits_of(identity(5), true);
  EXPECT_FLOAT_EQ(*traits[Trait::entropy], 0);
  EXPECT_FLOAT_EQ(*traits[Trait::peak], 1);
  EXPECT_FLOAT_EQ(*traits[Trait::distance], 0);
  EXPECT_FLOAT_EQ(*traits[Trait::itself], 1);
  EXPECT_FLOAT_EQ(*traits[Trait::previous], 0);
  EXPECT_FLOAT_EQ(*traits[Trait::next], 0);
  EXPECT_FLOAT_EQ(*traits[Trait::first], 0.2F);
  EXPECT_FALSE(traits[Trait::special]) << "no sign in the sentence";
  EXPECT_FALSE(traits[Trait::antecedent]);
  EXPECT_EQ(strongest(traits)->trait, Trait::itself);
}

TEST(Traits, OfTheUniformHead) {
  const HeadTraits traits = traits_of(uniform4(), true);
  EXPECT_FLOAT_EQ(*traits[Trait::entropy], 2);
  EXPECT_FLOAT_EQ(traits.most_entropy, 2);
  EXPECT_FLOAT_EQ(*traits[Trait::distance], (1.5F + 1.0F + 1.0F + 1.5F) / 4);
  EXPECT_FLOAT_EQ(*traits[Trait::previous], 0.25F);
  EXPECT_EQ(strongest(traits)->trait, Trait::entropy);
}

TEST(Traits, OfThePreviousWord) {
  const HeadTraits traits = traits_of(previous_word(5), true);
  EXPECT_FLOAT_EQ(*traits[Trait::previous], 1);
  EXPECT_FLOAT_EQ(*traits[Trait::distance], 0.8F);
  EXPECT_FLOAT_EQ(*traits[Trait::itself], 0.2F);
  EXPECT_EQ(strongest(traits)->trait, Trait::previous);
}

TEST(Traits, WhatOneRowOfTwoDoesIsNotWhatTheHeadDoes) {
  Heatmap map = identity(3);
  map.values = {0, 0.05F, 0.95F, 0.97F, 0.03F, 0, 0, 0.05F, 0.95F};
  const HeadTraits traits = traits_of(map, true);
  EXPECT_FLOAT_EQ(*traits[Trait::previous], 0.51F) << "of two rows, one of which does not look there";
  EXPECT_EQ(strongest(traits)->trait, Trait::peak);
}

TEST(Traits, WhereMostRowsGiveOverHalfToOneWordItIsNotSaidToLookAtMany) {
  // Each row another word, none of them the one before, itself or the next.
  const Heatmap map = map_of(5, [](int row, int key) { return key == (row + 2) % 5 ? 0.6F : 0.1F; });
  const HeadTraits traits = traits_of(map, true);
  EXPECT_FLOAT_EQ(*traits[Trait::peak], 0.6F);
  EXPECT_EQ(strongest(traits)->trait, Trait::peak);
  const Heatmap even = map_of(5, [](int row, int key) { return key == (row + 2) % 5 ? 0.48F : 0.13F; });
  EXPECT_EQ(strongest(traits_of(even, true))->trait, Trait::entropy);
}

TEST(Traits, CountOnlyWhatAMaskLeaves) {
  const HeadTraits traits = traits_of(causal4(), true);
  EXPECT_FLOAT_EQ(*traits[Trait::entropy], (1 + std::log2(3.0F) + 2) / 3) << "the first row has no choice";
  EXPECT_FLOAT_EQ(traits.most_entropy, *traits[Trait::entropy]);
  EXPECT_FLOAT_EQ(*traits[Trait::first], (1.0F / 2 + 1.0F / 3 + 1.0F / 4) / 3);
  EXPECT_FALSE(traits[Trait::next]) << "no row may look at the next word";
}

TEST(Traits, WithoutAnyChoiceThereIsNothingToSay) {
  const HeadTraits traits = traits_of(identity(1), true);
  for (const auto& value : traits.values) EXPECT_FALSE(value);
  EXPECT_FALSE(strongest(traits));
  EXPECT_FALSE(sink_of(identity(1)));
}

TEST(Traits, PlacesOfTwoSentencesAreNotCompared) {
  const HeadTraits traits = traits_of(identity(4), false, Antecedent{1, 0});
  for (const Trait trait : {Trait::distance, Trait::previous, Trait::itself, Trait::next, Trait::antecedent})
    EXPECT_FALSE(traits[trait]) << info(trait).id;
  EXPECT_FLOAT_EQ(*traits[Trait::peak], 1);
  EXPECT_EQ(strongest(traits)->trait, Trait::peak);
}

TEST(Traits, OfSignsAndTheAntecedent) {
  Heatmap map = previous_word(4);
  map.column_labels = {"the", ".", "it", ","};
  const HeadTraits traits = traits_of(map, true, Antecedent{2, 1});
  EXPECT_FLOAT_EQ(*traits[Trait::special], 0.25F);
  EXPECT_FLOAT_EQ(*traits[Trait::antecedent], 1);
}

TEST(Traits, KeepWhatIsNotANumber) {
  Heatmap map = identity(3);
  map.values[4] = NAN;
  EXPECT_TRUE(std::isnan(*traits_of(map, true)[Trait::itself]));
  EXPECT_TRUE(std::isnan(*traits_of(map, true)[Trait::entropy]));
  EXPECT_TRUE(std::isnan(*traits_of(map, true)[Trait::peak]));
}

TEST(Traits, AgreeWithPlainLoopsOnAModel) {
  const TracePtr trace = tiny_translator().trace({.text = tired_sentence});
  for (const char* path :
       {"encoder.0.self_attention.head.1.weights", "decoder.0.self_attention.head.2.weights"}) {
    const HeadTraits traits = traits_of(view_of(*trace, path), true);
    const Reading weights = trace->read(path);
    const bool causal = path[0] == 'd';
    const int size = weights.shape().rows;
    double entropy = 0;
    double distance = 0;
    double first = 0;
    double previous = 0;
    int rows = 0;
    for (int i = causal ? 1 : 0; i < size; ++i) {
      ++rows;
      first += static_cast<double>(weights(i, 0));
      if (i > 0) previous += static_cast<double>(weights(i, i - 1));
      for (int j = 0; j < (causal ? i + 1 : size); ++j) {
        entropy -= static_cast<double>(weights(i, j)) * std::log2(static_cast<double>(weights(i, j)));
        distance += static_cast<double>(weights(i, j)) * std::abs(i - j);
      }
    }
    EXPECT_NEAR(*traits[Trait::entropy], entropy / rows, 1e-5) << path;
    EXPECT_NEAR(*traits[Trait::distance], distance / rows, 1e-5) << path;
    EXPECT_NEAR(*traits[Trait::first], first / rows, 1e-6) << path;
    EXPECT_NEAR(*traits[Trait::previous], previous / (size - 1), 1e-6) << path;
  }
}

TEST(Sink, IsTheFirstWordOrASignWithMostOfTheWeight) {
  Heatmap map = map_of(4, [](int, int key) { return key == 0 ? 0.7F : 0.1F; });
  ASSERT_TRUE(sink_of(map));
  EXPECT_EQ(sink_of(map)->key, 0);
  EXPECT_FLOAT_EQ(sink_of(map)->share, 0.7F);
  map = map_of(4, [](int, int key) { return key == 2 ? 0.7F : 0.1F; });
  EXPECT_FALSE(sink_of(map)) << "a word in the middle may well be what counts";
  map.column_labels[2] = ".";
  EXPECT_EQ(sink_of(map)->key, 2);
  EXPECT_FALSE(sink_of(uniform4()));
}

TEST(MeanOverHeads, IsTheMeanOfEachCell) {
  const std::vector<Heatmap> heads{identity(3), previous_word(3)};
  const Heatmap mean = mean_of(heads);
  EXPECT_NO_THROW(check(mean));
  EXPECT_EQ(mean.values, (std::vector<float>{1, 0, 0, 0.5F, 0.5F, 0, 0, 0.5F, 0.5F}));
  EXPECT_THROW(mean_of({}), std::invalid_argument);
  EXPECT_THROW(mean_of(std::vector<Heatmap>{identity(3), identity(2)}), std::invalid_argument);
}

TEST(MeanOverHeads, HidesASharpHead) {
  const std::vector<Heatmap> heads{uniform4(), identity(4)};
  const auto hidden = hidden_by_mean(heads, mean_of(heads), 2);
  ASSERT_TRUE(hidden);
  EXPECT_EQ(hidden->head, 1);
  EXPECT_EQ(hidden->row, 2);
  EXPECT_EQ(hidden->column, 2);
  EXPECT_FLOAT_EQ(hidden->weight, 1);
  EXPECT_FLOAT_EQ(hidden->mean, 0.625F);
  EXPECT_FALSE(hidden_by_mean(std::vector<Heatmap>{uniform4()}, uniform4()));
}

TEST(Rollout, OfTheIdentityIsTheIdentity) {
  EXPECT_EQ(rollout_of(std::vector<Heatmap>{identity(3), identity(3)}).values, identity(3).values);
}

TEST(Rollout, OfTwoPreviousWordLayersReachesTwoBack) {
  const Heatmap rollout = rollout_of(std::vector<Heatmap>{previous_word(4), previous_word(4)});
  // (I + P)² / 4 in its last row: two back 1/4, one back 1/2, itself 1/4.
  EXPECT_EQ(std::vector<float>(rollout.values.begin() + 12, rollout.values.end()),
            (std::vector<float>{0, 0.25F, 0.5F, 0.25F}));
}

TEST(Rollout, MultipliesTheLaterLayerFromTheLeft) {
  const std::vector<Heatmap> layers{previous_word(3), uniform4()};
  EXPECT_THROW(rollout_of(layers), std::invalid_argument);
  // The second layer looks only at word 2, which the first layer mixed with word 1.
  const Heatmap second = map_of(3, [](int, int key) { return key == 2 ? 1.0F : 0.0F; });
  const Heatmap rollout = rollout_of(std::vector<Heatmap>{previous_word(3), second});
  EXPECT_FLOAT_EQ(rollout.value(0, 0), 0.5F);
  EXPECT_FLOAT_EQ(rollout.value(0, 1), 0.25F);
  EXPECT_FLOAT_EQ(rollout.value(0, 2), 0.25F);
}

TEST(Rollout, AgreesWithMatrixProductsOnAModel) {
  const TracePtr trace = tiny_translator().trace({.text = tired_sentence});
  std::vector<Heatmap> means;
  Eigen::MatrixXd wanted = Eigen::MatrixXd::Identity(11, 11);
  for (int layer = 0; layer < 2; ++layer) {
    std::vector<Heatmap> heads;
    Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(11, 11);
    for (int head = 0; head < 2; ++head) {
      const std::string path = head_path("encoder", layer, "self_attention", head, "weights");
      heads.push_back(view_of(*trace, path));
      mean += trace->read(path).view().map().cast<double>() / 2;
    }
    means.push_back(mean_of(heads));
    wanted = (0.5 * mean + 0.5 * Eigen::MatrixXd::Identity(11, 11)) * wanted;
  }
  const Heatmap rollout = rollout_of(means);
  for (int row = 0; row < 11; ++row) {
    double sum = 0;
    for (int column = 0; column < 11; ++column) {
      EXPECT_NEAR(rollout.value(row, column), wanted(row, column), 1e-6);
      sum += static_cast<double>(rollout.value(row, column));
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST(FindAntecedent, KnowsWhatTheGrammarMeant) {
  int asked = 0, answered = 0, right = 0;
  for (const Example& example : sentences_of(SentenceList::pronouns)) {
    if (!example.reference) continue;
    ++asked;
    const auto found = find_antecedent(example.source);
    if (!found) continue;
    ++answered;
    EXPECT_EQ(found->it, example.reference->it);
    right += found->noun == example.reference->antecedent ? 1 : 0;
  }
  ASSERT_GT(asked, 500);
  EXPECT_GT(answered, asked * 3 / 4);
  // A rule knows what a word such as "wide" is said of, and is mistaken where two nouns fit.
  EXPECT_GT(right, answered * 99 / 100);
}

TEST(FindAntecedent, SaysNothingWhereItCannotKnow) {
  const auto find = [](std::vector<std::string> words) { return find_antecedent(words); };
  EXPECT_FALSE(find({"the", "animal", "was", "tired"}));
  EXPECT_FALSE(find({"the", "animal", "crossed", "the", "street", "because", "it", "was", "old"}));
  EXPECT_FALSE(find({"it", "was", "tired"}));
  EXPECT_FALSE(find({"it", "saw", "the", "animal", "because", "it", "was", "tired"}));
  EXPECT_FALSE(find({}));
  EXPECT_EQ(find({"the", "man", "saw", "the", "animal", "because", "it", "was", "tired"}),
            (Antecedent{6, 4}));
}

}  // namespace
}  // namespace headlight
