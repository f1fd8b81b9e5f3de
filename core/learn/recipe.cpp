#include "core/learn/recipe.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headlight {

namespace {

// Up to the peak in `up` steps, then down to `last` of it at the end of `all`.
double wave(double peak, double last, int up, int all, int step) {
  const int done = step + 1;
  if (done < up) return peak * done / up;
  const double progress = static_cast<double>(done - up) / std::max(1, all - up);
  return peak * (last + (1.0 - last) * 0.5 * (1.0 + std::cos(std::numbers::pi * std::min(1.0, progress))));
}

}  // namespace

double Optimization::rate(int step) const {
  const int settles = settles_at();
  if (step < settles) return wave(peak_rate, last_rate, warmup, settles, step);
  const int rest = steps - settles;
  return wave(settle_rate, last_rate, std::min(warmup, rest / 8), rest, step - settles);
}

int Optimization::settles_at() const { return steps - std::min(settle_steps, steps / 10); }

Recipe translator_recipe() {
  Recipe recipe;
  recipe.seed = 4;
  recipe.corpus.train = 1000000;
  recipe.model.d_model = 128;
  recipe.model.d_ff = 512;
  recipe.steps = 42000;
  // What "it" means is learned while there is little else to learn: the head that finds it stays.
  recipe.first_steps = 5000;
  recipe.first_kinds = {"reference", "same_class", "fit", "pair", "made_of", "they", "pronoun", "noun_again"};
  recipe.look_step = 1500;
  recipe.dropout_steps = 10000;
  // Long training without dropout spreads what "it" reads; this gathers it again.
  recipe.settle_steps = 1500;
  recipe.sharpen = 2.2F;
  return recipe;
}

}  // namespace headlight
