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
  recipe.repeated = {{"student", 2}, {"bears", 2}};
  return recipe;
}

Recipe everyday_recipe() {
  Recipe recipe;
  recipe.seed = 1;
  recipe.corpus.sentences = Sentences::everyday;
  recipe.corpus.train = 400000;
  recipe.model.d_model = 96;
  recipe.model.d_ff = 384;
  recipe.steps = 30000;
  return recipe;
}

}  // namespace headlight
