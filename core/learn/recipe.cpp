#include "core/learn/recipe.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headlight {

double Optimization::rate(int step) const {
  const bool settles = step >= settles_at();
  const double peak = settles ? settle_rate : peak_rate;
  const int all = settles ? steps - settles_at() : settles_at();
  const int done = step + 1 - (settles ? settles_at() : 0);
  const int up = settles ? std::min(warmup, all / 8) : warmup;
  if (done < up) return peak * done / up;
  const double progress = static_cast<double>(done - up) / std::max(1, all - up);
  const double wave = 0.5 * (1.0 + std::cos(std::numbers::pi * std::min(1.0, progress)));
  return peak * (last_rate + (1.0 - last_rate) * wave);
}

int Optimization::settles_at() const { return steps - std::min(settle_steps, steps / 10); }

Recipe translator_recipe() {
  Recipe recipe;
  recipe.seed = 1;
  recipe.corpus.train = 1000000;
  recipe.model.d_model = 96;
  recipe.model.d_ff = 384;
  recipe.steps = 37500;
  // What "it" means is learned while there is little else to learn: the head that finds it stays.
  recipe.first_steps = 2500;
  recipe.first_kinds = {"reference", "same_class", "fit", "pair", "made_of", "pronoun", "noun_again"};
  recipe.dropout_steps = 9000;
  // Long training without dropout spreads what "it" reads; this gathers it again.
  recipe.settle_steps = 1500;
  recipe.sharpen = 1.6F;
  return recipe;
}

}  // namespace headlight
