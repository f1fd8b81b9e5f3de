#include "core/learn/start.h"

#include <algorithm>

#include "core/learn/checkpoint.h"
#include "core/learn/evaluate.h"

namespace headlight {

namespace {

constexpr std::size_t looked_at = 400;  // sentences with "it"

}  // namespace

Start start_training(Recipe recipe, const std::filesystem::path& checkpoint, const StartSteps& steps) {
  const auto corpus = std::make_shared<const Corpus>(make_corpus(recipe.corpus));
  const std::uint64_t last_seed = recipe.seed + static_cast<std::uint64_t>(std::max(1, recipe.starts)) - 1;
  bool resumes = std::filesystem::exists(checkpoint);
  if (resumes) {
    const std::uint64_t seed = seed_of_checkpoint(checkpoint).value_or(recipe.seed);
    if (seed > recipe.seed && seed <= last_seed) recipe.seed = seed;
  }
  while (true) {
    Start start{std::make_unique<Trainer>(recipe, corpus)};
    if (resumes) {
      start.trainer->resume(checkpoint);
      start.from = start.trainer->step();
      steps.resumed(*start.trainer);
      resumes = false;
    }
    const bool looks = recipe.look_step > 0 && recipe.look_step < recipe.steps;
    if (!looks || start.from > recipe.look_step) return start;
    start.interrupted = !steps.run(*start.trainer, recipe.look_step);
    if (start.interrupted) return start;
    FirstLook look{recipe.seed, best_reference_accuracy(*start.trainer->model(), corpus->train, looked_at)};
    look.found = look.accuracy >= recipe.look_accuracy;
    look.again = !look.found && recipe.seed < last_seed;
    steps.looked(look);
    if (!look.again) return start;
    ++recipe.seed;
  }
}

}  // namespace headlight
