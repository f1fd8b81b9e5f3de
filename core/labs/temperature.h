// A softmax at another temperature T: softmax(z / T). T below 1 sharpens, above 1 flattens; Ackley, Hinton
// and Sejnowski 1985, Hinton et al. 2015, 2.
#pragma once

#include <span>
#include <vector>

namespace headlight {

// What a row of weights or probabilities is like: how spread out, and how far from its limits.

// -sum p log2 p, in bits (Shannon 1948): 0 when one has all, log2 n when n share evenly. A zero adds nothing.
double entropy_bits(std::span<const float> shares);
// Half the sum of |p - q| over two rows of one length: 0 when equal, 1 when they have nothing in common.
// Throws std::invalid_argument when the lengths differ.
double total_variation(std::span<const float> p, std::span<const float> q);

inline constexpr float coldest = 0.01F;
inline constexpr float hottest = 100.0F;

struct AtTemperature {
  float temperature = 1;
  std::vector<float> shares;  // [n], of the tape's softmax
  double entropy = 0;         // bits
  double largest = 0;
};

// One row of softmax inputs at several temperatures: a tape with a row for each, inputs / T -> softmax. Minus
// infinity, a masked key, stays 0 at every temperature. Throws std::invalid_argument for a temperature that
// is not above 0, or without a finite input.
std::vector<AtTemperature> at_temperatures(std::span<const float> inputs,
                                           std::span<const float> temperatures);

// What the softmax goes to as T goes to 0: all on the largest input, shared where several are largest.
std::vector<float> coldest_limit(std::span<const float> inputs);
// And as T goes to infinity: the same share for every input that is not masked.
std::vector<float> hottest_limit(std::span<const float> inputs);

// `count` temperatures from coldest to hottest, evenly on a logarithmic scale.
std::vector<float> temperature_scale(int count);

}  // namespace headlight
