// Language models over characters: values and gradients against PyTorch's, the text they learn from, their
// training, and how far back a gradient reaches.
#include "core/models/characters.h"

#include <gtest/gtest.h>

#include "core/files/write_file.h"
#include "core/learn/character_training.h"
#include "core/models/outline.h"
#include "tests/core/recurrent_golden.h"

namespace headlight {
namespace {

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
