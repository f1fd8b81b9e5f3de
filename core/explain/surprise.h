// How surprised a model that says what comes next was by what did come.
#pragma once

#include <optional>
#include <vector>

#include "core/models/trace.h"

namespace headlight {

// −log2 P(token | those before it), in bits: 0 where the model was sure of it, one more for each halving of
// the chance. One for each token of the text; nothing for the first, which nothing came before, and where the
// probabilities are no numbers. Its mean is the cross-entropy, 2 to that the perplexity. Empty for a model
// that does not say what comes next.
std::vector<std::optional<float>> surprise_of(const Trace& trace);

// Over the tokens that have one; nothing where none has.
std::optional<float> mean_surprise(const std::vector<std::optional<float>>& bits);

}  // namespace headlight
