// How the small models of positions are scored: against the best guess without order, and by their recipes.
#include <gtest/gtest.h>

#include "core/models/transformer.h"
#include "train/learn/positions_scores.h"

namespace headlight {
namespace {

// By trying every letter: none is right more often.
TEST(OrderTask, TheBagGuessIsTheBestWithoutOrder) {
  Random random(2);
  for (int round = 0; round < 50; ++round) {
    const std::vector<int> letters = order_example(OrderTask::third, 4 + random.below(20), random).letters;
    for (const OrderTask task : {OrderTask::two_back, OrderTask::third}) {
      const std::vector<int> guess = bag_guess(task, letters);
      for (std::size_t i = 0; i < letters.size(); ++i) {
        const auto count = [&](int letter) {
          int n = 0;
          for (std::size_t j = 0; j < letters.size(); ++j)
            n += letters[j] == letter && (task == OrderTask::third || j != i) ? 1 : 0;
          return n;
        };
        for (int letter = 0; letter < letter_count; ++letter) EXPECT_LE(count(letter), count(guess[i]));
      }
    }
  }
}

// Of what a place has in view when nobody looks ahead.
TEST(OrderTask, TheCausalBagGuessIsThatOfThePrefix) {
  Random random(3);
  for (const OrderTask task : {OrderTask::two_back, OrderTask::third}) {
    const std::vector<int> letters = order_example(task, 20, random).letters;
    const std::vector<int> guesses = bag_guess(task, letters, true);
    for (std::size_t i = 0; i < letters.size(); ++i) {
      const std::span<const int> prefix(letters.data(), i + 1);
      EXPECT_EQ(guesses[i], bag_guess(task, prefix).back()) << i;
    }
  }
  EXPECT_GT(bag_score(OrderTask::two_back, within_length, true, 100).accuracy,
            bag_score(OrderTask::two_back, within_length, false, 100).accuracy);
}

TEST(PositionsTrainer, LearnsWhatTheBagOfLettersCannotTell) {
  PositionsRecipe recipe = positions_recipe(OrderTask::two_back, "relative", 0);
  recipe.steps = 350;
  recipe.batch = 32;
  PositionsTrainer trainer(recipe);
  while (!trainer.done()) trainer.advance();
  const auto model = trainer.model();
  const double within = order_score(*model, OrderTask::two_back, within_length, 60).accuracy;
  const double beyond = order_score(*model, OrderTask::two_back, beyond_length, 30).accuracy;
  EXPECT_GT(within, 0.9);
  EXPECT_GT(beyond, 0.9);
  EXPECT_LT(bag_score(OrderTask::two_back, within_length, false, 60).accuracy, 0.25);
}

TEST(PositionsVariant, DepartsInWhatItSays) {
  const auto recipe = [](std::string_view name) { return positions_recipe(OrderTask::two_back, name, 0); };
  const PositionsRecipe usual = recipe("sinusoidal");
  EXPECT_EQ(departures(recipe("rotary"), usual), "");
  EXPECT_EQ(departures(recipe("learned_random_start"), usual), "first positions from 0 to 48");
  EXPECT_EQ(departures(recipe("relative_2_layers"), usual), "2 layers");
  EXPECT_EQ(departures(recipe("counted"), usual), "the position in the first number of the vector alone");
  EXPECT_EQ(departures(recipe("causal_3_layers"), usual), "3 layers, 4 heads, causal, 3000 steps");
  // The recipe's own numbers, not the variant's.
  PositionsRecipe shorter = recipe("causal_1_layer");
  shorter.steps = 10;
  EXPECT_EQ(departures(shorter, usual), "4 heads, causal, 10 steps");
  for (const PositionsVariant& kind : position_kinds())
    EXPECT_TRUE(kind.two_back && kind.third) << kind.name << " is compared on both tasks";
}

}  // namespace
}  // namespace headlight
