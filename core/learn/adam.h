// Adam (Kingma and Ba 2015) over a model's weights.
#pragma once

#include "core/layers/weights.h"
#include "core/learn/recipe.h"

namespace headlight {

// The running means of the gradient and of its square.
struct Moments {
  Weights first;
  Weights second;
};

// The length of all gradients together, as one vector.
double length(const Weights& gradients);

// One update of `weights`; `step` counts from 0. The gradients are clipped to recipe.clip first.
void adam_step(Weights& weights, const Weights& gradients, Moments& moments, const Recipe& recipe, int step);

}  // namespace headlight
