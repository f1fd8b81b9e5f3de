// What a pass of a decoder computes, from the shapes alone: what a key-value cache spares.
#pragma once

#include <cstdint>

#include "core/layers/config.h"

namespace headlight {

// Multiply-adds of matrix products, n m p for n x m times m x p, of the decoder and the output behind it.
struct DecoderCost {
  std::int64_t projections = 0;  // queries, keys, values and outputs of all heads
  std::int64_t source = 0;       // keys and values of the words read
  std::int64_t pairs = 0;        // scores, and values mixed by the weights; masked pairs too
  std::int64_t feed_forward = 0;
  std::int64_t output = 0;  // logits
  std::int64_t total() const { return projections + source + pairs + feed_forward + output; }
  DecoderCost& operator+=(const DecoderCost& other);
};

// A pass over `added` words behind `before` others whose keys and values are kept, with an encoder's output
// of `source` words. Its keys and values are computed where nothing is kept yet.
DecoderCost decoder_cost(const TransformerConfig& config, int source, int before, int added);

}  // namespace headlight
