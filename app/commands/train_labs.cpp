// `headlight train positions` and `small-translator`: the small models of labs.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <stdexcept>

#include "app/commands/learning.h"
#include "app/commands/training_run.h"
#include "core/learn/live_training.h"
#include "core/learn/positions_runs.h"
#include "core/learn/positions_training.h"

namespace headlight {

// `headlight train positions`: run after run, each kept as soon as it is finished.

namespace {

constexpr int shown_every = 25;     // steps
constexpr int watched_every = 200;  // steps between two measures of the accuracy
constexpr int watched_sequences = 20;

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%5.1f %%", 100 * share);
  return text;
}

// Until the run is done; false when it was stopped before. `after`: steps of the runs that follow it.
bool run(PositionsTrainer& trainer, const Interrupt& interrupt, int after) {
  const TrainingProgress display;
  const Stopwatch watch;
  const PositionsRecipe& recipe = trainer.recipe();
  double loss = 0;
  double accuracy = 0;
  while (!trainer.done()) {
    if (interrupt.asked()) return false;
    const double now = trainer.advance();
    loss = trainer.step() == 1 ? now : 0.9 * loss + 0.1 * now;
    const bool milestone = trainer.step() % watched_every == 0 || trainer.done();
    if (milestone) {
      accuracy = order_score(*trainer.model(), recipe.task, within_length, watched_sequences).accuracy;
    }
    if (milestone || trainer.step() % shown_every == 0) {
      char says[96];
      std::snprintf(says, sizeof says, "loss %.3f  right %s", loss, percent(accuracy).c_str());
      const int to_do = recipe.steps - trainer.step() + after;
      display.show(trainer.step(), recipe.steps, says, watch.seconds() / trainer.step() * to_do,
                   trainer.done());
    }
  }
  return true;
}

}  // namespace

int train_positions(const TrainOptions& options) {
  std::vector<PositionsRecipe> recipes = position_recipes(options.task, options.kind, options.seed);
  for (PositionsRecipe& recipe : recipes) {
    if (options.steps) recipe.steps = *options.steps;
  }
  const bool all = !options.task && !options.kind && !options.seed;
  check_shipping(options.folder, recipes);
  const int count = static_cast<int>(recipes.size());
  const Interrupt interrupt;
  for (int i = 0; i < count; ++i) {
    const PositionsRecipe& recipe = recipes[static_cast<std::size_t>(i)];
    if (finished_run(options.folder, recipe)) continue;
    std::printf("%d of %d: %s, positions %s, seed %llu\n", i + 1, count, name_of(recipe.task).c_str(),
                std::string(recipe.variant.name).c_str(), static_cast<unsigned long long>(recipe.seed));
    std::fflush(stdout);
    const std::clock_t start = std::clock();
    PositionsTrainer trainer(recipe);
    if (!run(trainer, interrupt, recipe.steps * (count - i - 1))) {
      std::printf("\nstopped; the same command goes on with this run, %d of %d\n", i + 1, count);
      return 130;
    }
    const PositionsRun kept =
        keep_run(options.folder, trainer, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    std::printf("  right at %d letters %s, at %d %s\n", within_length,
                percent(kept.scores.front().accuracy).c_str(), beyond_length,
                percent(kept.scores.back().accuracy).c_str());
  }
  if (!all) {
    std::printf(
        "the runs are in %s; without --task, --kind and --seed, all are trained and a card is written\n",
        (options.folder / "runs").c_str());
    return 0;
  }
  std::printf("measuring the models that are shipped ...\n");
  std::fflush(stdout);
  ship_positions(options.folder, recipes);
  std::printf("the models and their card are in %s; the runs behind them in %s\n", options.folder.c_str(),
              (options.folder / "runs").c_str());
  return 0;
}

// `headlight train small-translator`: what the window trains, without it.

int train_live(const TrainOptions& options) {
  const LiveKind& kind = live_kind(options.name);
  const int seed = options.seed ? static_cast<int>(*options.seed) : kind.usual_seed;
  LiveTraining training(kind, seed, options.folder, options.steps);
  if (training.run().step > 0) std::printf("going on from step %d\n", training.run().step);
  const Interrupt interrupt;
  const TrainingProgress display;
  const Stopwatch watch;
  const int from = training.run().step;
  while (!training.done() && !interrupt.asked()) {
    const bool measured = training.advance();
    const LiveRun& run = training.run();
    if (!measured) continue;
    const LivePoint& point = run.points.back();
    char says[128];
    std::snprintf(says, sizeof says, "loss %.3f  %s %s  %s %s", point.held_out_loss, kind.right,
                  percent(point.right).c_str(), kind.head_does, percent(point.head_right).c_str());
    display.show(run.step, run.steps, says, watch.seconds() / (run.step - from) * (run.steps - run.step),
                 true);
  }
  training.save();
  const LiveRun& run = training.run();
  if (!run.done()) {
    std::printf("\nstopped at step %d of %d; the same command goes on\n", run.step, run.steps);
    return interrupted_training;
  }
  if (const std::optional<int> step = run.head_appeared())
    std::printf("the head appeared by step %d\n", *step);
  else
    std::printf("no head appeared: no head looked there in %.0f %% of the examples\n", 100 * head_appears_at);
  Card card = training.learner().card(run);
  card.name = kind.name;
  card.title = std::string(kind.title) + " at " + std::to_string(run.kept.size()) + " steps of its training";
  card.measures = evaluate_model(options.folder, card);
  save_card(card, options.folder);
  std::printf("its kept steps and their card are in %s\n", options.folder.c_str());
  return 0;
}

}  // namespace headlight
