// What a row of weights or probabilities is like: how spread out, and how far from its limits.
#pragma once

#include <span>

namespace headlight {

// -sum p log2 p, in bits (Shannon 1948): 0 when one has all, log2 n when n share evenly. A zero adds nothing.
double entropy_bits(std::span<const float> shares);
// Half the sum of |p - q| over two rows of one length: 0 when equal, 1 when they have nothing in common.
// Throws std::invalid_argument when the lengths differ.
double total_variation(std::span<const float> p, std::span<const float> q);

}  // namespace headlight
