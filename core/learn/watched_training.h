// One small training, watched from its first step to its last: the weights kept at some steps, the loss and
// where the attention looks measured at many. `headlight train learning` makes it; the lab on training shows
// it.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "core/learn/positions_trainer.h"
#include "core/models/card.h"

namespace headlight {

// The steps whose weights are kept, each as a model of its own: "learning/step_060". They lie where the loss
// falls.
inline constexpr std::array watched_steps{0, 40, 60, 80, 100, 240};
inline constexpr int measured_every = 10;  // steps between two measures

// The task two_back with rotary positions: the answer is the letter two places before.
PositionsRecipe watched_recipe();
// "step_060"
std::string watched_name(int step);

// What is measured on new letters after some steps.
struct WatchedScore {
  int step = 0;
  double training_loss = 0;  // mean of the batches since the last measure, nats a letter; NaN at step 0
  double held_out_loss = 0;  // nats a letter, on sequences that no step had
  double accuracy = 0;       // share of their letters answered right
  double weight = 0;         // mean weight on the letter two back, in the head that has most
};
// On `sequences` new sequences of the longest trained length.
WatchedScore watched_score(const Labeller& model, const PositionsRecipe& recipe, int sequences);

// The names of the card's curves, along "step".
inline constexpr const char* curve_training_loss = "training_loss";
inline constexpr const char* curve_held_out_loss = "held_out_loss";
inline constexpr const char* curve_accuracy = "held_out_accuracy";
inline constexpr const char* curve_weight = "weight_two_back";

// `accuracy_step_060`, `weight_step_060` ... of the models in `folder`.
std::vector<Measure> evaluate_watched(const std::filesystem::path& folder);
// The card of a finished run, whose models are in `folder`; `seconds` of processor time.
Card watched_card(const std::filesystem::path& folder, const PositionsRecipe& recipe,
                  const std::vector<WatchedScore>& scores, double seconds);

}  // namespace headlight
