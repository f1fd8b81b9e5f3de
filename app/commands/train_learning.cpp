// `headlight train learning`: one small training, its weights kept and measured on the way.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>
#include <stdexcept>

#include "app/commands/learning.h"
#include "app/commands/training_run.h"
#include "core/learn/positions_evaluate.h"
#include "core/learn/watched_training.h"

namespace headlight {

int train_learning(const TrainOptions& options) {
  PositionsRecipe recipe = watched_recipe();
  if (options.steps) throw std::invalid_argument("train: --steps is fixed for learning: it keeps its steps");
  if (options.seed) recipe.seed = *options.seed;
  prepare_model_folder(options.folder);
  const Interrupt interrupt;
  const TrainingProgress display;
  const Stopwatch watch;
  const std::clock_t start = std::clock();
  PositionsTrainer trainer(recipe);
  std::vector<WatchedScore> scores;
  double loss = 0;
  int batches = 0;
  while (true) {
    const int step = trainer.step();
    if (interrupt.asked()) {
      std::printf("\nstopped at step %d of %d; the same command begins again\n", step, recipe.steps);
      return interrupted_training;
    }
    const bool kept = std::find(watched_steps.begin(), watched_steps.end(), step) != watched_steps.end();
    if (kept) trainer.model()->save(options.folder / watched_name(step), StoredType::f16);
    if (kept || step % measured_every == 0) {
      WatchedScore score = watched_score(*trainer.model(), recipe, order_sequences);
      score.step = step;
      score.training_loss = batches > 0 ? loss / batches : std::numeric_limits<double>::quiet_NaN();
      scores.push_back(score);
      loss = 0;
      batches = 0;
      char says[96];
      std::snprintf(says, sizeof says, "loss %.3f  right %.1f %%  two back %.2f", score.held_out_loss,
                    100 * score.accuracy, score.weight);
      display.show(step, recipe.steps, says, watch.seconds() / std::max(1, step) * (recipe.steps - step),
                   kept);
    }
    if (trainer.done()) break;
    loss += trainer.advance();
    ++batches;
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  save_card(watched_card(options.folder, recipe, scores, seconds), options.folder);
  std::printf("the models and their card are in %s\n", options.folder.c_str());
  return 0;
}

}  // namespace headlight
