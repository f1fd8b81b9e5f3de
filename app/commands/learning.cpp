#include "app/commands/learning.h"

#include <stdexcept>

namespace headlight {

int train_model(const TrainOptions& options) {
  throw std::invalid_argument("train: no recipe for \"" + options.name + "\"");
}

std::vector<Measure> evaluate_model(const Translator& /*model*/, const Card& card) {
  throw std::invalid_argument("evaluate: no measures for \"" + card.name + "\"");
}

std::vector<Measure> run_bench() { throw std::invalid_argument("bench: this build has no benchmarks"); }

}  // namespace headlight
