// `headlight train causal`: progress, checkpoints, and a model folder at the end.
#include <algorithm>
#include <cstdio>

#include "app/commands/learning.h"
#include "app/commands/training_run.h"
#include "core/learn/causal_card.h"

namespace headlight {

namespace {

constexpr std::size_t watched_sentences = 200;  // held-out sentences read at each checkpoint
constexpr int watched_lists = 20;

std::string watch(const CausalTrainer& trainer) {
  const auto model = trainer.model();
  const std::span<const Continuation> held_out(trainer.corpus().held_out);
  char text[64];
  std::snprintf(text, sizeof text, "held-out perplexity %6.2f, lists %3.0f %%",
                perplexity(*model, held_out.first(std::min(watched_sentences, held_out.size()))),
                100 * induction(*model, induction_lists(model->vocabulary(), watched_lists)).accuracy);
  return text;
}

}  // namespace

int train_causal(const TrainOptions& options) {
  CausalRecipe recipe = causal_recipe();
  if (options.seed) recipe.seed = *options.seed;
  if (options.steps) recipe.steps = *options.steps;
  prepare_model_folder(options.folder);
  std::printf("writing %d sentences ...\n", recipe.corpus.train);
  std::fflush(stdout);
  CausalTrainer trainer(recipe);
  const std::optional<double> seconds =
      train_to_the_end(trainer, options.folder, [&] { return watch(trainer); });
  if (!seconds) return interrupted_training;
  std::printf("measuring on %zu held-out sentences ...\n", trainer.corpus().held_out.size());
  std::fflush(stdout);
  trainer.model()->save(options.folder, StoredType::f16);
  // What is measured is what is kept.
  const auto model = LanguageModel::load(options.folder);
  save_card(causal_card(*model, trainer.recipe(), trainer.corpus(), *seconds), options.folder);
  finish_training(options.folder);
  return 0;
}

}  // namespace headlight
