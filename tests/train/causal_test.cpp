// The causal language model's training: what is asked, that it goes on where it was stopped, and that it
// learns.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/files/whole_file.h"
#include "core/models/characters.h"
#include "core/models/outline.h"
#include "tests/core/recurrent_golden.h"
#include "train/learn/causal_training.h"
#include "train/learn/character_training.h"

namespace headlight {
namespace {

CausalRecipe small_causal_recipe(int steps) {
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
  CausalTrainer whole(small_causal_recipe(6));
  while (!whole.done()) whole.advance();
  CausalTrainer first(small_causal_recipe(6));
  for (int i = 0; i < 3; ++i) first.advance();
  first.save(file);
  CausalTrainer second(small_causal_recipe(6));
  second.resume(file);
  EXPECT_EQ(second.step(), 3);
  while (!second.done()) second.advance();
  const auto a = whole.model();
  const auto b = second.model();
  for (std::size_t i = 0; i < a->weights().count(); ++i)
    ASSERT_EQ(a->weights().tensor(i), b->weights().tensor(i)) << a->weights().spec(i).name;
}

TEST(Causal, LearnsWhatComesNext) {
  CausalTrainer trainer(small_causal_recipe(150));
  const double before = perplexity(*trainer.model(), trainer.corpus().held_out);
  while (!trainer.done()) trainer.advance();
  const double after = perplexity(*trainer.model(), trainer.corpus().held_out);
  EXPECT_LT(after, before / 8);
}

TEST(Causal, MeasuresByTheNamesOfTheCard) {
  const CausalTrainer trainer(small_causal_recipe(1));
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

// Language models over characters: values and gradients against PyTorch's, the text they learn from, their
// training, and how far back a gradient reaches.

struct Characters : testing::TestWithParam<const char*> {};

TEST_P(Characters, EveryValueAndGradientAgreesWithPyTorch) {
  const TensorFile file = recurrent_golden(GetParam());
  const CharacterConfig config{
      .cell = file.metadata.at("cell") == "lstm" ? RecurrentCell::lstm : RecurrentCell::rnn,
      .layers = std::stoi(file.metadata.at("layers")),
      .d_embedding = std::stoi(file.metadata.at("embedding")),
      .d_state = std::stoi(file.metadata.at("state")),
      .characters = static_cast<int>(tensor_of(file, "parameters.target.embedding").shape.at(0))};
  expect_as_in(file, tensors_of(config), [&](LayerRecording& recording) {
    return record_characters(recording, config, numbers_of(file, "target.tokens"),
                             std::stoi(file.metadata.at("batch")));
  });
}

INSTANTIATE_TEST_SUITE_P(Cells, Characters, testing::Values("characters_lstm", "characters_rnn"),
                         [](const auto& test) { return std::string(test.param); });

TEST(CharacterCorpus, IsWhatAPersonWouldWrite) {
  const std::vector<std::string> words{"the", "dog", "'s", "ball", "rolled", ".", "it", "didn't", "stop"};
  EXPECT_EQ(written_out(words), "the dog's ball rolled. it didn't stop");
  const CharacterCorpus corpus = make_character_corpus(make_corpus({.train = 500, .held_out = 20}));
  EXPECT_EQ(corpus.characters.word(0), "\n");
  EXPECT_EQ(corpus.characters.word(1), " ");
  ASSERT_EQ(corpus.train.size(), 500U);
  for (const std::vector<int>& line : corpus.train) {
    EXPECT_EQ(line.back(), 0);
    EXPECT_EQ(std::count(line.begin(), line.end(), 0), 1);
  }
}

CharacterRecipe small_characters(RecurrentCell cell, int steps) {
  CharacterRecipe recipe = character_recipe(cell);
  recipe.corpus = {.train = 1500, .held_out = 60};
  recipe.model.d_embedding = 12;
  recipe.model.d_state = 32;
  recipe.together = 16;
  recipe.length = 50;
  recipe.steps = steps;
  recipe.warmup = 5;
  recipe.peak_rate = 1e-2;
  return recipe;
}

TEST(CharacterTrainer, LearnsWhatComesNextAndGoesOnFromACheckpoint) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "checkpoint.safetensors";
  CharacterTrainer whole(small_characters(RecurrentCell::lstm, 60));
  const double before = perplexity(whole.model(), whole.corpus().held_out);
  EXPECT_NEAR(before, whole.corpus().characters.size(), 0.3 * before) << "untrained, any is as likely";
  while (!whole.done()) {
    if (whole.step() == 30) whole.save(file);
    whole.advance();
  }
  EXPECT_LT(perplexity(whole.model(), whole.corpus().held_out), 0.5 * before);
  CharacterTrainer again(small_characters(RecurrentCell::lstm, 60));
  again.resume(file);
  while (!again.done()) again.advance();
  for (std::size_t i = 0; i < whole.weights().count(); ++i)
    ASSERT_EQ(whole.weights().tensor(i), again.weights().tensor(i)) << whole.weights().spec(i).name;
}

TEST(CharacterFolder, IsReadAsItWasWritten) {
  const TemporaryFolder folder;
  const CharacterFiles model = CharacterTrainer(small_characters(RecurrentCell::rnn, 1)).model();
  write_model(folder.path(), model.config, model.weights, model.words);
  EXPECT_EQ(outline_of(folder.path())->family(), CharacterConfig::family);
  const auto read = read_model<CharacterConfig>(folder.path());
  EXPECT_EQ(read.config, model.config);
  EXPECT_EQ(read.words.target.words(), model.words.target.words());
  for (std::size_t i = 0; i < read.weights.count(); ++i)
    ASSERT_EQ(read.weights.tensor(i), model.weights.tensor(i));
}

// h_t = tanh(a h_{t-1} + x) of one number, with x = 0: every step back multiplies by a (1 - h²) = a.
TEST(GradientThroughTime, IsThePowerOfOneStepWhereItCanBeKnown) {
  const CharacterConfig config{.cell = RecurrentCell::rnn, .d_embedding = 1, .d_state = 1, .characters = 3};
  CharacterFiles model{config, Weights::zeros(tensors_of(config)), {}};
  model.weights["decoder.0.state.weight"](0, 0) = 0.5F;
  model.weights["output.weight"] << 1, -1, 0;
  const std::vector<std::vector<int>> lines{{1, 2, 1, 0, 2, 1, 1, 0, 2, 2, 1, 0}, {2, 0}};
  const MeasuredCurve curve = gradient_through_time(model, lines, 6).state;
  ASSERT_EQ(curve.points.size(), 7U);
  EXPECT_GT(curve.points[0].value, 0);
  for (std::size_t k = 1; k < 7; ++k)
    EXPECT_NEAR(curve.points[k].value, curve.points[0].value * std::pow(0.5, k), 1e-6);
  EXPECT_TRUE(gradient_through_time(model, lines, 6).cell.points.empty());
  EXPECT_TRUE(gradient_through_time(model, lines, 20).state.points.empty()) << "no line is so long";
}

TEST(CharacterCard, MeasuresByItsNames) {
  const CharacterTrainer trainer(small_characters(RecurrentCell::lstm, 1));
  const Card card = character_card(trainer.model(), trainer.recipe(), trainer.corpus(), 90);
  ASSERT_EQ(card.measures.size(), 3U);
  EXPECT_EQ(card.measures[0].name, "perplexity");
  EXPECT_EQ(card.measures[1].name, "trigram_perplexity");
  EXPECT_LT(card.measures[1].value, card.measures[0].value) << "untrained";
  ASSERT_EQ(card.curves.size(), 2U);
  EXPECT_EQ(card.curves[0].points.size(), farthest_gradient + 1U);
  EXPECT_EQ(to_json(card_from_json(to_json(card))), to_json(card));
}

}  // namespace
}  // namespace headlight
