// Measures the small models for the kinds of positions, within the lengths they were trained on and beyond.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/order_lengths.h"
#include "core/learn/order_task.h"
#include "core/models/card.h"
#include "core/models/labeller.h"

namespace headlight {

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

OrderScore order_score(const Labeller& model, OrderTask task, int length, int sequences = order_sequences);
// The same of bag_guess(): no model.
OrderScore bag_score(OrderTask task, int length, bool causal = false, int sequences = order_sequences);

// `TASK_within_VARIANT`, `TASK_beyond_VARIANT` (accuracies; also of "bag", for two_back "bag_causal" too) and
// `TASK_weight_within_VARIANT`, `TASK_weight_beyond_VARIANT` for the models in folder/TASK/VARIANT, and
// `two_back_ahead_VARIANT`: how often the letter two ahead is answered beyond the lengths trained on.
std::vector<Measure> evaluate_positions(const std::filesystem::path& folder);

}  // namespace headlight
