// The small models for the kinds of positions, and the one that is kept at some steps of its training.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/card_text.h"
#include "core/learn/positions_task.h"
#include "core/learn/training.h"
#include "core/models/card.h"
#include "core/models/model.h"

namespace headlight {

// Trains the small models for the kinds of positions: fresh random letters in every step.

struct PositionsRecipe : Optimization {
  TransformerConfig model;
  OrderTask task = OrderTask::two_back;
  PositionsVariant variant;
  std::uint64_t seed = 0;          // of the first weights and of the letters
  int batch = 64;                  // sequences
  int shortest = shortest_length;  // letters; every batch has one length, drawn evenly
  int longest = within_length;
};

// The recipe of the shipped models. Throws std::invalid_argument for a variant that there is not.
PositionsRecipe positions_recipe(OrderTask task, std::string_view variant, std::uint64_t seed);

// "3 layers, 4 heads, causal, 3000 steps": where a recipe departs from another one, in what a variant may
// change; empty where it does not.
std::string departures(const PositionsRecipe& recipe, const PositionsRecipe& usual);

class PositionsTrainer final : public Training {
 public:
  explicit PositionsTrainer(const PositionsRecipe& recipe);

  const PositionsRecipe& recipe() const { return recipe_; }

  ModelPtr model() const;

 private:
  Batch next_batch() override;

  PositionsRecipe recipe_;
  Random random_;
};

// Measures the small models for the kinds of positions, within the lengths they were trained on and beyond.

inline constexpr int order_sequences = 400;  // a length

// The first place that is scored. Within the trained length 2, from which on two_back is asked; third is
// asked at 0 and 1 too, but both tasks are scored at the same places. Beyond it the first that was never
// trained, because a mean over all of them hides the failure.
int first_scored(int length);

struct OrderScore {
  double accuracy = 0;  // share of the scored places that are answered right
  double ahead = 0;     // two_back: share of those with a letter two places ahead that are answered with it
  double weight = 0;    // mean weight on the right place, in the head where it is largest
  double peak = 0;      // share of the places at which that head looks there most
};

// Where a head looks, at the scored places of one sequence.
struct HeadLooks {
  int layer = 0, head = 0;
  double weight = 0;  // mean weight on the right place; NaN where none is scored
  double peak = 0;    // share of the places at which the right one has the largest weight of its row
};
// Of every head of the encoder, layer by layer; `first`: the first place that is scored.
std::vector<HeadLooks> head_looks(const Trace& trace, const TransformerConfig& config, OrderTask task,
                                  int first);
// The head with the largest weight on the right place: the one that scores, cards and pages tell of.
HeadLooks best_head(const std::vector<HeadLooks>& heads);

// How a measure is called: "two_back_within_rotary".
std::string measure_name(OrderTask task, std::string_view what, std::string_view variant);

OrderScore order_score(const Model& model, OrderTask task, int length, int sequences = order_sequences);
// The same of bag_guess(): no model.
OrderScore bag_score(OrderTask task, int length, bool causal = false, int sequences = order_sequences);

// `TASK_within_VARIANT`, `TASK_beyond_VARIANT` (accuracies; also of "bag", for two_back "bag_causal" too) and
// `TASK_weight_within_VARIANT`, `TASK_weight_beyond_VARIANT` for the models in folder/TASK/VARIANT, and
// `two_back_ahead_VARIANT`: how often the letter two ahead is answered beyond the lengths trained on.
std::vector<Measure> evaluate_positions(const std::filesystem::path& folder);

// One small training, watched from its first step to its last: the weights kept at some steps, the loss and
// where the attention looks measured at many. `headlight train learning` makes it; the lab on training shows
// it.

// The steps whose weights are kept, each as a model of its own: "learning/step_060". They lie where the loss
// falls.
inline constexpr std::array watched_steps{0, 40, 60, 80, 100, 240};
inline constexpr int measured_every = 10;  // steps between two measures

// The task two_back with rotary positions: the answer is the letter two places before.
PositionsRecipe watched_recipe();
// "step_060"
std::string watched_name(int step);

// What is measured on new letters after some steps; the same of a recipe with the other task.
struct WatchedScore {
  int step = 0;
  double training_loss = 0;  // mean of the batches since the last measure, nats a letter; NaN at step 0
  double held_out_loss = 0;  // nats a letter, on sequences that no step had
  double accuracy = 0;       // share of their letters answered right
  double weight = 0;         // mean weight on the letter two back, in the head that has most
  HeadLooks head = {};       // all that is known of that head
};
// On `sequences` new sequences of the longest trained length.
WatchedScore watched_score(const Model& model, const PositionsRecipe& recipe, int sequences);

// The names of the card's curves, along "step".
inline constexpr const char* curve_training_loss = "training_loss";
inline constexpr const char* curve_held_out_loss = "held_out_loss";
inline constexpr const char* curve_accuracy = "held_out_accuracy";
inline constexpr const char* curve_weight = "weight_two_back";

// `accuracy_step_060`, `weight_step_060` ... of the models in `folder`.
std::vector<Measure> evaluate_watched(const std::filesystem::path& folder);
// The card of a finished run, whose models are in `folder`; `seconds` of processor time.
// What their cards say of how they were trained; `seconds` of processor time.
CardNumbers positions_numbers(const PositionsRecipe& recipe, double seconds);
Card watched_card(const std::filesystem::path& folder, const PositionsRecipe& recipe,
                  const std::vector<WatchedScore>& scores, double seconds);

}  // namespace headlight
