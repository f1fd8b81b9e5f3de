// The shipped causal language model: what its card says of it, and what no causal model can know.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/learn/causal_training.h"
#include "core/models/card.h"
#include "core/models/search.h"

namespace headlight {
namespace {

ModelPtr causal() { return load_model(model_folder("causal"), AnswerKind::next_token); }

TEST(ShippedCausal, BeatsCountingThreeWords) {
  std::map<std::string, double> measured;
  for (const Measure& measure : load_card(model_folder("causal")).measures)
    measured[measure.name] = measure.value;
  EXPECT_LT(measured.at("perplexity"), 0.7 * measured.at("trigram_perplexity"));
}

TEST(ShippedCausal, CopiesAListByHeadsThatLookBehindTheWordBefore) {
  const auto model = causal();
  const Induction copied = induction(*model, induction_lists(model->target(), 20));
  EXPECT_GE(copied.accuracy, 0.97);
  EXPECT_GE(copied.weight, 0.9);
  EXPECT_GE(copied.without_head, 0.9) << "there are others like it";
  EXPECT_LE(copied.without_heads, 0.1);
  EXPECT_EQ(load_card(model_folder("causal")).reference_head, copied.head);
}

// The heads of layers 1 and 2 look at the same place; what docs/models.md and the lesson say of who needs
// them.
TEST(ShippedCausal, WhatLooksTheSameIsNotNeededAlike) {
  const auto model = causal();
  const Induction copied = induction(*model, induction_lists(model->target(), 20));
  ASSERT_EQ(copied.without_layer.size(), 3U);
  EXPECT_LE(copied.without_layer[0], 0.05);
  EXPECT_LE(copied.without_layer[1], 0.3);
  EXPECT_GE(copied.without_layer[2], 0.95);
}

// Two heads hand on the word before. Either can do it for the other; the rest of their layer cannot.
TEST(ShippedCausal, NeedsOneOfTwoHeadsThatLookAtTheWordBefore) {
  const auto model = causal();
  const Induction copied = induction(*model, induction_lists(model->target(), 20));
  EXPECT_EQ(copied.previous_heads, 2);
  EXPECT_GE(copied.without_previous_head, 0.8);
  EXPECT_LE(copied.without_previous_heads, 0.2);
  EXPECT_GE(copied.without_no_previous_heads, 0.9);
}

TEST(ShippedCausal, KnowsNoListLongerThanItWasTrainedOn) {
  const auto model = causal();
  EXPECT_LE(induction(*model, induction_lists(model->target(), 20, 12)).accuracy, 0.5);
}

TEST(ShippedCausal, AtItNobodyKnowsWhatComesLater) {
  const auto model = causal();
  const std::string begins = "the animal didn't cross the street because it was too ";
  const TracePtr tired = model->trace({.text = begins + "tired"});
  const TracePtr wide = model->trace({.text = begins + "wide"});
  const AttentionHeads& heads = *model->anatomy().find(Attention::decoder);
  const int last = static_cast<int>(tired->words().target.size()) - 1;
  for (int layer = 0; layer < heads.layers(); ++layer) {
    for (int head = 0; head < heads.in(layer); ++head) {
      const std::string path = heads.info().path(layer, head, "weights");
      const Reading one = tired->read(path);
      const Reading other = wide->read(path);
      for (int row = 0; row < last; ++row) {
        for (int col = 0; col <= last; ++col) ASSERT_NEAR(one(row, col), other(row, col), 1e-5F) << path;
      }
    }
  }
}

TEST(ShippedCausal, GoesOnToTheEndOfASentence) {
  const auto model = causal();
  const std::optional<Writing> writing = model->writing("the animal didn't cross the street because it");
  ASSERT_TRUE(writing);
  const std::vector<AddedWord> added = greedy(writing->next, writing->end);
  ASSERT_FALSE(added.empty());
  EXPECT_LT(added.size(), 12U);
  EXPECT_EQ(writing->words->word(added.back().word), "</s>");
}

}  // namespace
}  // namespace headlight
