// `headlight train seq2seq` and `seq2seq-attention`: progress, checkpoints, and a model folder at the end.
#include <algorithm>
#include <cstdio>

#include "app/commands/learning.h"
#include "app/commands/training_run.h"
#include "core/learn/seq2seq_card.h"

namespace headlight {

namespace {

constexpr std::size_t sentences_watched = 200;  // held-out sentences translated at each checkpoint

std::string watch_translations(const Seq2SeqTrainer& trainer) {
  const std::span<const Example> held_out(trainer.corpus().held_out);
  const ForcedShares shares =
      forced_shares(trainer.model(), held_out.first(std::min(sentences_watched, held_out.size())));
  char text[64];
  std::snprintf(text, sizeof text, "held-out exact %5.1f %%", 100 * shares.exact.share());
  return text;
}

int train_recurrent_translator(const TrainOptions& options, bool attention) {
  Seq2SeqRecipe recipe = seq2seq_recipe(attention);
  if (options.seed) recipe.seed = *options.seed;
  if (options.steps) recipe.steps = *options.steps;
  prepare_model_folder(options.folder);
  std::printf("writing %d sentence pairs ...\n", recipe.corpus.train);
  std::fflush(stdout);
  Seq2SeqTrainer trainer(recipe);
  const std::optional<double> seconds =
      train_to_the_end(trainer, options.folder, [&] { return watch_translations(trainer); });
  if (!seconds) return interrupted_training;
  std::printf("measuring on %zu held-out sentences ...\n", trainer.corpus().held_out.size());
  std::fflush(stdout);
  const Seq2SeqFiles trained = trainer.model();
  write_model(options.folder, trained.config, trained.weights, trained.words, StoredType::f16);
  // What is measured is what is kept.
  const auto kept = read_model<Seq2SeqConfig>(options.folder);
  save_card(seq2seq_card(kept, trainer.recipe(), trainer.corpus(), *seconds), options.folder);
  finish_training(options.folder);
  return 0;
}

}  // namespace

int train_seq2seq(const TrainOptions& options) { return train_recurrent_translator(options, false); }
int train_seq2seq_attention(const TrainOptions& options) { return train_recurrent_translator(options, true); }

}  // namespace headlight
