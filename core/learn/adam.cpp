#include "core/learn/adam.h"

#include <cmath>

namespace headlight {

namespace {

double times_faster(TensorSpec::Start start, const Optimization& how) {
  switch (start) {
    case TensorSpec::Start::distances:
      return how.distances_rate;
    case TensorSpec::Start::embedding:
      return how.embedding_rate;
    default:
      return 1;
  }
}

}  // namespace

double length(const Weights& gradients) {
  double sum = 0;
  for (std::size_t i = 0; i < gradients.count(); ++i)
    sum += static_cast<double>(gradients.tensor(i).squaredNorm());
  return std::sqrt(sum);
}

void adam_step(Weights& weights, const Weights& gradients, Moments& moments, const Optimization& how,
               int step) {
  const double norm = length(gradients);
  const float clip = norm > how.clip ? static_cast<float>(how.clip / norm) : 1.0F;
  const auto b1 = static_cast<float>(how.beta_1);
  const auto b2 = static_cast<float>(how.beta_2);
  const double correction_1 = 1.0 - std::pow(how.beta_1, step + 1);
  const double correction_2 = 1.0 - std::pow(how.beta_2, step + 1);
  const auto rate = static_cast<float>(how.rate(step) / correction_1);
  const auto spread = static_cast<float>(1.0 / std::sqrt(correction_2));
  const auto epsilon = static_cast<float>(how.epsilon);
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const auto g = gradients.tensor(i).array() * clip;
    auto m = moments.first.tensor(i).array();
    auto v = moments.second.tensor(i).array();
    m = b1 * m + (1.0F - b1) * g;
    v = b2 * v + (1.0F - b2) * g.square();
    const float own_rate = rate * static_cast<float>(times_faster(weights.spec(i).start, how));
    weights.tensor(i).array() -= own_rate * m / (v.sqrt() * spread + epsilon);
  }
}

}  // namespace headlight
