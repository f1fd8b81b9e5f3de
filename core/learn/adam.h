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

// One update of `weights`; `step` counts from 0. The gradients are clipped to how.clip first.
void adam_step(Weights& weights, const Weights& gradients, Moments& moments, const Optimization& how,
               int step);

}  // namespace headlight
