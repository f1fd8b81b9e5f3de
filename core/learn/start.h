// The first steps of a training: begun again while its first weights do not lead to a head in which "it"
// looks at the noun it means.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "core/learn/trainer.h"

namespace headlight {

struct Start {
  std::unique_ptr<Trainer> trainer;
  int from = 0;              // the step of the checkpoint that it goes on from
  bool interrupted = false;  // before one could see
};

// What was seen at Recipe::look_step.
struct FirstLook {
  std::uint64_t seed = 0;
  double accuracy = 0;  // best_reference_accuracy() on training sentences
  bool found = false;
  bool again = false;  // the next seed begins now
};

struct StartSteps {
  std::function<bool(Trainer&, int until)> run;  // trains up to a step; returns whether it came there
  std::function<void(const Trainer&)> resumed;
  std::function<void(const FirstLook&)> looked;
};

// A training at a step behind its look, or wherever it was interrupted. Goes on from `checkpoint` where there
// is that file, also with a later seed of the same recipe. Throws as Trainer::resume().
Start start_training(Recipe recipe, const std::filesystem::path& checkpoint, const StartSteps& steps);

}  // namespace headlight
