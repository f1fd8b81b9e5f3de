// `headlight train characters` and `characters-rnn`: progress, checkpoints, and a model folder at the end.
#include <algorithm>
#include <cstdio>

#include "app/commands/learning.h"
#include "app/commands/training_run.h"
#include "core/learn/character_card.h"

namespace headlight {

namespace {

constexpr std::size_t lines_watched = 200;  // held-out lines read at each checkpoint

std::string watch_lines(const CharacterTrainer& trainer) {
  const std::span<const std::vector<int>> held_out(trainer.corpus().held_out);
  char text[64];
  std::snprintf(text, sizeof text, "held-out perplexity %6.3f",
                perplexity(trainer.model(), held_out.first(std::min(lines_watched, held_out.size()))));
  return text;
}

int train_characters_of(const TrainOptions& options, RecurrentCell cell) {
  CharacterRecipe recipe = character_recipe(cell);
  if (options.seed) recipe.seed = *options.seed;
  if (options.steps) recipe.steps = *options.steps;
  prepare_model_folder(options.folder);
  std::printf("writing %d sentences ...\n", recipe.corpus.train);
  std::fflush(stdout);
  CharacterTrainer trainer(recipe);
  const std::optional<double> seconds =
      train_to_the_end(trainer, options.folder, [&] { return watch_lines(trainer); });
  if (!seconds) return interrupted_training;
  std::printf("measuring on %zu held-out sentences ...\n", trainer.corpus().held_out.size());
  std::fflush(stdout);
  const CharacterFiles trained = trainer.model();
  write_model(options.folder, trained.config, trained.weights, trained.words, StoredType::f16);
  // What is measured is what is kept.
  const auto kept = read_model<CharacterConfig>(options.folder);
  save_card(character_card(kept, trainer.recipe(), trainer.corpus(), *seconds), options.folder);
  finish_training(options.folder);
  return 0;
}

}  // namespace

int train_characters(const TrainOptions& options) {
  return train_characters_of(options, RecurrentCell::lstm);
}
int train_characters_rnn(const TrainOptions& options) {
  return train_characters_of(options, RecurrentCell::rnn);
}

}  // namespace headlight
