// Measures the small models for the kinds of positions, within the lengths they were trained on and beyond.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "core/learn/evaluate.h"
#include "core/learn/order_task.h"
#include "core/models/labeller.h"

namespace headlight {

inline constexpr int order_sequences = 400;  // a length
inline constexpr int within_length = 16;     // the longest trained on
inline constexpr int beyond_length = 48;
inline constexpr std::array order_lengths{within_length, 24, 32, beyond_length};

// The first place that is scored: all that are asked within the trained length; beyond it only those that
// were never trained, because a mean over all of them hides the failure.
int first_scored(int length);

struct OrderScore {
  double accuracy = 0;  // share of the scored places that are answered right
  double ahead = 0;     // two_back: share of those with a letter two places ahead that are answered with it
  double weight = 0;    // mean weight on the right place, in the head where it is largest
  double peak = 0;      // share of the places at which that head looks there most
};
OrderScore order_score(const Labeller& model, OrderTask task, int length, int sequences = order_sequences);
// The same of bag_guess(): no model.
OrderScore bag_score(OrderTask task, int length, bool causal = false, int sequences = order_sequences);

// `TASK_within_VARIANT`, `TASK_beyond_VARIANT` (accuracies; also of "bag", for two_back "bag_causal" too) and
// `TASK_weight_within_VARIANT`, `TASK_weight_beyond_VARIANT` for the models in folder/TASK/VARIANT, and
// `two_back_ahead_VARIANT`: how often the letter two ahead is answered beyond the lengths trained on.
std::vector<Measure> evaluate_positions(const std::filesystem::path& folder, const Progress& progress = {});

}  // namespace headlight
