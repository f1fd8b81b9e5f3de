#include "core/learn/repeats_training.h"

#include <numeric>
#include <string>
#include <utility>

#include "core/models/run.h"

namespace headlight {

RepeatsRecipe repeats_recipe() {
  const PositionsRecipe usual = positions_recipe(OrderTask::two_back, "rotary", 0);
  RepeatsRecipe recipe;
  static_cast<Optimization&>(recipe) = usual;
  recipe.steps = 600;
  recipe.model = usual.model;
  recipe.model.encoder_layers = 2;
  recipe.model.causal_encoder = true;
  return recipe;
}

LettersAsked repeated_letters(int different, Random& random) {
  std::vector<int> all(static_cast<std::size_t>(letter_count));
  std::iota(all.begin(), all.end(), 0);
  LettersAsked made;
  for (int i = 0; i < different; ++i)
    std::swap(all[static_cast<std::size_t>(i)],
              all[static_cast<std::size_t>(i + random.below(letter_count - i))]);
  for (int i = 0; i < 2 * different; ++i) {
    const bool asked = i >= different && i < 2 * different - 1;
    made.letters.push_back(all[static_cast<std::size_t>(i % different)]);
    made.right.push_back(asked ? i - different + 1 : -1);
    made.wanted.push_back(asked ? all[static_cast<std::size_t>(i - different + 1)] : -1);
  }
  return made;
}

namespace {

std::string key_of_repeats(const RepeatsRecipe& recipe) {
  std::string text = to_json(recipe.model) + "repeats;";
  for (const int number : {recipe.batch, recipe.fewest, recipe.most}) text += std::to_string(number) + ";";
  return text + std::to_string(recipe.seed);
}

}  // namespace

RepeatsTrainer::RepeatsTrainer(const RepeatsRecipe& recipe) : recipe_(recipe), random_(1000 + recipe_.seed) {
  recipe_.model.check();
  begin({recipe_, recipe_.seed, key_of_repeats(recipe_), letters_teaching(recipe_.model)},
        letters_first_weights(recipe_.model, recipe_.seed));
}

Batch RepeatsTrainer::next_batch() {
  const int different = recipe_.fewest + random_.below(recipe_.most - recipe_.fewest + 1);
  Batch batch;
  for (int i = 0; i < recipe_.batch; ++i) {
    LettersAsked example = repeated_letters(different, random_);
    batch.asked += different - 1;
    batch.examples.push_back({std::move(example.letters), std::move(example.wanted)});
  }
  return batch;
}

ModelPtr RepeatsTrainer::model() const {
  return std::make_shared<const Model>(recipe_.model, weights(),
                                       WordsFile{letter_vocabulary(), letter_vocabulary()});
}

WatchedScore repeats_score(const Model& model, const RepeatsRecipe& recipe, int sequences) {
  constexpr std::uint64_t seed = 11;  // of no training's letters
  Random random(seed);
  std::vector<LettersAsked> asked;
  for (int i = 0; i < sequences; ++i) asked.push_back(repeated_letters(recipe.most, random));
  return letters_score(model, asked);
}

}  // namespace headlight
