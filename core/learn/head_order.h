// Heads in an order that means something: the place of a head in its layer is chance, and what it does is
// not.
#pragma once

#include <memory>
#include <vector>

#include "core/grammar/example.h"
#include "core/models/translator.h"

namespace headlight {

// The same model with the heads of its encoder exchanged: in the layer where "it" looks at the noun it means,
// the head that does so comes first; in every other layer the one in which "it" looks most at the word that
// decides (tired, wide). Exchanging heads changes no output (but for the rounding of a sum).
std::shared_ptr<const Translator> with_heads_in_order(const Translator& model,
                                                      const std::vector<Example>& examples);

// Exchanges two heads of one self-attention layer of the encoder.
void exchange_heads(Weights& weights, const TransformerConfig& config, int layer, int first, int second);

}  // namespace headlight
