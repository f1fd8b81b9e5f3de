// The loop of a training that keeps checkpoints: the same for every model that has one.
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>

#include "app/commands/training_progress.h"

namespace headlight {

inline constexpr int checkpoint_every = 250;  // steps

// The folder, made where there is none. Throws std::runtime_error where what will be written there cannot be.
void prepare_model_folder(const std::filesystem::path& folder);

// Up to a step or Ctrl-C; returns whether it came there. `watch` says how good the model is at each
// checkpoint.
template <typename T>
bool train_until(T& trainer, const std::filesystem::path& checkpoint, int until,
                 const std::function<std::string()>& watch) {
  const TrainingProgress display;
  const Interrupt interrupt;
  const Stopwatch stopwatch;
  const int first = trainer.step();
  double loss = 0;
  std::string good;
  while (trainer.step() < until && !interrupt.asked()) {
    const double now = trainer.advance();
    loss = trainer.step() == first + 1 ? now : 0.98 * loss + 0.02 * now;
    const double left =
        stopwatch.seconds() / (trainer.step() - first) * (trainer.recipe().steps - trainer.step());
    const bool milestone = trainer.step() % checkpoint_every == 0 || trainer.done();
    if (milestone) {
      good = watch();
      trainer.save(checkpoint);
    }
    if (milestone || trainer.step() % 10 == 0) {
      char says[96];
      std::snprintf(says, sizeof says, "loss %.3f  %s", loss, good.c_str());
      display.show(trainer.step(), trainer.recipe().steps, says, left, milestone);
    }
  }
  return trainer.step() >= until;
}

}  // namespace headlight
