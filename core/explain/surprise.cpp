#include "core/explain/surprise.h"

#include <cmath>

namespace headlight {

std::vector<std::optional<float>> surprise_of(const Trace& trace) {
  const Anatomy& has = trace.anatomy();
  const int probabilities = trace.find("probabilities");
  if (has.stacks.empty() || has.answer != AnswerKind::next_token || probabilities < 0) return {};
  const int tokens = trace.find(std::string(has.stacks.back().input) + ".tokens");
  if (tokens < 0) return {};
  const Reading text = trace.read(tokens);
  std::vector<std::optional<float>> bits(static_cast<std::size_t>(text.shape().rows));
  for (int t = 1; t < text.shape().rows; ++t) {
    const float chance = trace.rows(probabilities, t - 1, 1)(0, static_cast<int>(text(t, 0)));
    if (chance >= 0) bits[static_cast<std::size_t>(t)] = -std::log2(chance);
  }
  return bits;
}

std::optional<float> mean_surprise(const std::vector<std::optional<float>>& bits) {
  double sum = 0;
  int count = 0;
  for (const std::optional<float>& each : bits) {
    if (!each) continue;
    sum += static_cast<double>(*each);
    ++count;
  }
  if (count == 0) return std::nullopt;
  return static_cast<float>(sum / count);
}

}  // namespace headlight
