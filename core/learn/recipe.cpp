#include "core/learn/recipe.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headlight {

double Optimization::rate(int step) const {
  const int done = step + 1;
  if (done < warmup) return peak_rate * done / warmup;
  const double progress = static_cast<double>(done - warmup) / std::max(1, steps - warmup);
  const double wave = 0.5 * (1.0 + std::cos(std::numbers::pi * std::min(1.0, progress)));
  return peak_rate * (last_rate + (1.0 - last_rate) * wave);
}

Recipe translator_recipe() {
  Recipe recipe;
  recipe.seed = 1;
  recipe.corpus.train = 1000000;
  recipe.model.d_model = 96;
  recipe.model.d_ff = 384;
  recipe.steps = 36000;
  // What "it" means is learned while there is little else to learn: the head that finds it stays.
  recipe.first_steps = 2500;
  recipe.first_kinds = {"reference", "same_class", "fit", "pair", "made_of", "pronoun", "noun_again"};
  recipe.dropout_steps = 9000;
  return recipe;
}

}  // namespace headlight
