// Measures the small models for the kinds of positions, within the lengths they were trained on and beyond.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/learn/letters_training.h"
#include "core/models/card.h"

namespace headlight {

// "3 layers, 4 heads, causal, 3000 steps": where a recipe departs from another one, in what a variant may
// change; empty where it does not.
std::string departures(const PositionsRecipe& recipe, const PositionsRecipe& usual);

struct OrderScore {
  double accuracy = 0;  // share of the scored places that are answered right
  double ahead = 0;     // two_back: share of those with a letter two places ahead that are answered with it
  double weight = 0;    // mean weight on the right place, in the head where it is largest
  double peak = 0;      // share of the places at which that head looks there most
};

OrderScore order_score(const Model& model, OrderTask task, int length, int sequences = order_sequences);
// The same of bag_guess(): no model.
OrderScore bag_score(OrderTask task, int length, bool causal = false, int sequences = order_sequences);

// The best answers for one who sees which letters there are but not their order: the commonest letter, for
// two_back without the place's own. What a model without positions can learn at most. `causal`: each place
// sees the letters up to it alone.
std::vector<int> bag_guess(OrderTask task, std::span<const int> letters, bool causal = false);

// `TASK_within_VARIANT`, `TASK_beyond_VARIANT` (accuracies; also of "bag", for two_back "bag_causal" too) and
// `TASK_weight_within_VARIANT`, `TASK_weight_beyond_VARIANT` for the models in folder/TASK/VARIANT, and
// `two_back_ahead_VARIANT`: how often the letter two ahead is answered beyond the lengths trained on.
std::vector<Measure> evaluate_positions(const std::filesystem::path& folder);

}  // namespace headlight
