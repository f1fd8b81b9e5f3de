// The causal language model's training: what is asked, that it goes on where it was stopped, and that it
// learns.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/files/write_file.h"
#include "core/learn/causal_training.h"

namespace headlight {
namespace {

CausalRecipe small_recipe(int steps) {
  CausalRecipe recipe = causal_recipe();
  recipe.model.d_model = 32;
  recipe.model.d_ff = 64;
  recipe.model.decoder_layers = 2;
  recipe.model.decoder_heads = 2;
  recipe.corpus = {.train = 1500, .held_out = 60};
  recipe.batch = 24;
  recipe.lists = 4;
  recipe.steps = steps;
  recipe.warmup = 10;
  recipe.peak_rate = 6e-3;
  return recipe;
}

TEST(Causal, AsksOnlyForWhatCanBeKnownOfAList) {
  Random random(5);
  const Vocabulary words({"<s>", "</s>", "a", "b", "c", "d", "e"});
  for (int sweep = 0; sweep < 50; ++sweep) {
    const Continuation list = repeated_words(words, 4, random);
    ASSERT_EQ(list.words.size(), 9U);
    EXPECT_EQ(list.words[0], kStartToken);
    for (std::size_t i = 1; i <= 4; ++i) EXPECT_EQ(list.words[i], list.words[i + 4]);
    for (std::size_t i = 0; i < 9; ++i) {
      const bool asked = i >= 5 && i < 8;
      EXPECT_EQ(list.next[i], asked ? list.words[i + 1] : -1);
    }
  }
  EXPECT_THROW(repeated_words(words, 6, random), std::invalid_argument);
}

TEST(Causal, GoesOnFromACheckpointAsIfItHadNotStopped) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "checkpoint.safetensors";
  CausalTrainer whole(small_recipe(6));
  while (!whole.done()) whole.advance();
  CausalTrainer first(small_recipe(6));
  for (int i = 0; i < 3; ++i) first.advance();
  first.save(file);
  CausalTrainer second(small_recipe(6));
  second.resume(file);
  EXPECT_EQ(second.step(), 3);
  while (!second.done()) second.advance();
  const auto a = whole.model();
  const auto b = second.model();
  for (std::size_t i = 0; i < a->weights().count(); ++i)
    ASSERT_EQ(a->weights().tensor(i), b->weights().tensor(i)) << a->weights().spec(i).name;
}

TEST(Causal, LearnsWhatComesNext) {
  CausalTrainer trainer(small_recipe(150));
  const double before = perplexity(*trainer.model(), trainer.corpus().held_out);
  while (!trainer.done()) trainer.advance();
  const double after = perplexity(*trainer.model(), trainer.corpus().held_out);
  EXPECT_LT(after, before / 8);
}

TEST(Causal, MeasuresByTheNamesOfTheCard) {
  const CausalTrainer trainer(small_recipe(1));
  const std::vector<Measure> measures = causal_measures(*trainer.model(), trainer.corpus().train,
                                                        std::span(trainer.corpus().held_out).first(10));
  ASSERT_EQ(measures.size(), 15U) << "thirteen, and one for each of two layers";
  EXPECT_EQ(measures[0].name, "perplexity");
  EXPECT_EQ(measures[1].name, "trigram_perplexity");
  EXPECT_EQ(measures.back().name, "induction_without_layer_1");
  // An untrained model is about as good as drawing any word.
  EXPECT_GT(measures[0].value, 0.2 * trainer.corpus().words.size());
  EXPECT_LT(measures[1].value, measures[0].value);
}

// Counting three words: probabilities that add up to one, and what follows from the counts by hand.

std::vector<Continuation> sentences() {
  std::vector<Continuation> all;
  Random random(3);
  for (int i = 0; i < 40; ++i) {
    std::vector<int> sentence;
    for (int w = 2 + random.below(4); w > 0; --w) sentence.push_back(2 + random.below(6));
    all.push_back(continuation_of(std::move(sentence)));
  }
  return all;
}

TEST(Trigram, AddsUpToOneBehindEveryContext) {
  const std::vector<Continuation> all = sentences();
  const Trigram model(all, 9);
  // Seen contexts, unseen ones, and a word that was never seen (8).
  for (int before = 0; before < 9; ++before) {
    for (int last = 0; last < 9; ++last) {
      double sum = 0;
      for (int word = 0; word < 9; ++word) sum += model.probability(before, last, word);
      EXPECT_NEAR(sum, 1, 1e-9) << before << " " << last;
    }
  }
}

TEST(Trigram, FollowsFromTheCounts) {
  // <s> 2 3 </s> twice, <s> 2 4 </s> once.
  const std::vector<Continuation> all{continuation_of({2, 3}), continuation_of({2, 3}),
                                      continuation_of({2, 4})};
  const Trigram model(all, 5);
  // Behind <s> 2: 3 twice, 4 once. One word later the same two, each in one context; before any, one context
  // for 2, 3 and 4, two for </s> (behind 3 and behind 4).
  const double none = (1 - 0.75 + 0.75 * 4 / 5) / 5;
  const double one = (1 - 0.75 + 0.75 * 2 * none) / 2;
  EXPECT_NEAR(model.probability(0, 2, 3), (2 - 0.75 + 0.75 * 2 * one) / 3, 1e-12);
}

TEST(Trigram, PerplexityIsTheGeometricMeanOfWhatIsAsked) {
  const std::vector<Continuation> all{continuation_of({2, 3})};
  const Trigram model(all, 4);
  const double product = model.probability(0, 0, 2) * model.probability(0, 2, 3) * model.probability(2, 3, 1);
  EXPECT_NEAR(perplexity(model, all), std::pow(product, -1.0 / 3), 1e-9);
}

}  // namespace
}  // namespace headlight
