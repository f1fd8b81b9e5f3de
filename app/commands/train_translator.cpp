// `headlight train translator`: progress, checkpoints, and a model folder at the end.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "app/commands/learning.h"
#include "app/commands/training_run.h"
#include "core/learn/head_order.h"
#include "core/learn/start.h"
#include "core/learn/translator_card.h"

namespace headlight {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t watched = 200;  // held-out sentences translated at each checkpoint

double watch(const Trainer& trainer) {
  const std::vector<Example>& held_out = trainer.corpus().held_out;
  const auto count = static_cast<std::ptrdiff_t>(std::min(watched, held_out.size()));
  return exact_translation(*trainer.model(), {held_out.begin(), held_out.begin() + count});
}

bool run(Trainer& trainer, const fs::path& checkpoint, int until) {
  return train_until(trainer, checkpoint, until, [&] {
    char text[64];
    std::snprintf(text, sizeof text, "held-out exact %5.1f %%", 100 * watch(trainer));
    return std::string(text);
  });
}

Start started(const Recipe& recipe, const fs::path& checkpoint) {
  StartSteps steps;
  steps.run = [&](Trainer& trainer, int until) { return run(trainer, checkpoint, until); };
  steps.resumed = [&](const Trainer& trainer) {
    std::printf("going on from step %d of %s\n", trainer.step(), checkpoint.c_str());
  };
  steps.looked = [](const FirstLook& look) {
    std::printf("seed %llu: the best head finds %.0f %% of what \"it\" means%s\n",
                static_cast<unsigned long long>(look.seed), 100 * look.accuracy,
                look.found   ? ""
                : look.again ? "; beginning again with the next seed"
                             : "; no seed is left to begin again with");
    std::fflush(stdout);
  };
  return start_training(recipe, checkpoint, steps);
}

}  // namespace

int train_translator(const TrainOptions& options) {
  Recipe recipe = translator_recipe();
  if (options.seed) recipe.seed = *options.seed;
  if (options.steps) recipe.steps = *options.steps;

  const fs::path checkpoint = checkpoint_of(options.folder);
  prepare_model_folder(options.folder);
  std::printf("writing %d sentence pairs ...\n", recipe.corpus.train);
  std::fflush(stdout);
  const Stopwatch stopwatch;
  const Start start = started(recipe, checkpoint);
  Trainer& trainer = *start.trainer;
  const bool done = !start.interrupted && run(trainer, checkpoint, recipe.steps);
  if (!done) {
    stopped_training(trainer, options.folder);
    return interrupted_training;
  }

  // A run that was interrupted took as long as its steps would have in one go.
  const double share = static_cast<double>(recipe.steps) / std::max(1, recipe.steps - start.from);
  std::printf("measuring on %zu held-out sentences ...\n", trainer.corpus().held_out.size());
  std::fflush(stdout);
  const std::vector<Example>& taught = trainer.corpus().train;
  const auto some = static_cast<std::ptrdiff_t>(std::min<std::size_t>(1000, taught.size()));
  // Half the digits, and so twice the words in a file of one size; what is measured is what is kept.
  with_heads_in_order(*trainer.model(), {taught.begin(), taught.begin() + some})
      ->save(options.folder, StoredType::f16);
  const auto model = Translator::load(options.folder);
  Card card = translator_card(*model, trainer.recipe(), trainer.corpus(), stopwatch.seconds() * share);
  for (Measure& measure : measures_of_class(options.folder, *model, card))
    card.measures.push_back(std::move(measure));
  save_card(card, options.folder);
  finish_training(options.folder);
  return 0;
}

}  // namespace headlight
