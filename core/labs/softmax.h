// What a softmax makes of its inputs: at other temperatures, and for scores over more and more dimensions.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/matrix/random.h"
#include "core/tape/tape.h"

namespace headlight {

// What a row of weights or probabilities is like: how spread out, and how far from its limits.

// -sum p log2 p, in bits (Shannon 1948): 0 when one has all, log2 n when n share evenly. A zero adds nothing.
double entropy_bits(std::span<const float> shares);
// Half the sum of |p - q| over two rows of one length: 0 when equal, 1 when they have nothing in common.
// Throws std::invalid_argument when the lengths differ.
double total_variation(std::span<const float> p, std::span<const float> q);

// A softmax at another temperature T: softmax(z / T). T below 1 sharpens, above 1 flattens; Ackley, Hinton
// and Sejnowski 1985, Hinton et al. 2015, 2.

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

// Why scores are divided by the root of d_k: Vaswani et al. 2017, 3.2.1 and its footnote 4. "Assume that the
// components of q and k are independent random variables with mean 0 and variance 1. Then their dot product
// has mean 0 and variance d_k."

inline constexpr int most_dimensions = 1024;

// Dot products of pairs of random vectors, each over its first 1, 2, ... most_dimensions dimensions: one draw
// tells about every d_k.
class SampledProducts {
 public:
  // Components from a normal distribution with mean 0 and variance 1; the same seed draws the same numbers,
  // and more samples begin with those of fewer: what `before` drew with this seed is taken over.
  SampledProducts(int samples, std::uint64_t seed, const SampledProducts* before = nullptr);
  int samples() const { return samples_; }
  // q.k of every pair over d_k dimensions; 1 <= d_k <= most_dimensions.
  std::vector<double> at(int d_k) const;

 private:
  static constexpr int in_block = 100;
  using Block = std::vector<float>;  // [d_k - 1][in_block]

  int samples_;
  std::uint64_t seed_;
  Random random_;                                     // after the last block
  std::vector<std::shared_ptr<const Block>> blocks_;  // of all that was drawn so far
};

// sum (x - mean)^2 / (n - 1); 0 for fewer than two.
double sample_variance(std::span<const double> values);
// The mean of the two in the middle where their number is even; 0 without any.
double median_of(std::vector<double> values);
// The standard error of that variance for n products of random vectors:
// sqrt((m4 - d_k^2 (n - 3) / (n - 1)) / n) with their fourth central moment m4 = 3 d_k^2 + 6 d_k.
double variance_error(int d_k, int samples);
// The density of the normal distribution with mean 0 at x.
double normal_density(double x, double variance);

// Shares of the values in `bins` bins of one width from `from` to `to`, divided by that width: a density.
// Values outside count in the whole.
std::vector<double> histogram(std::span<const double> values, double from, double to, int bins);

// Queries [m, d] and keys [n, d] whose softmax is looked at.
struct QueriesAndKeys {
  Matrix queries, keys;
  Matrix mask;  // [m, n], 0 or minus infinity, added to the scores; empty: every query may ask every key
};
// The softmax of one row.
struct Sharpness {
  double largest = 0;  // weight
  double entropy = 0;  // bits
  // Frobenius norm of d weights / d softmax's input, diag(a) - a a^T
  double gradient = 0;
  // The same of d weights / d q.k: where the scores are divided, one factor 1 / sqrt(d_k) more. Queries and
  // keys learn through this one.
  double by_product = 0;
};
// The rows of one softmax, over the scores as they are or divided by the root of d_k.
struct SoftmaxRows {
  Matrix weights;  // [m, n]
  std::vector<Sharpness> rows;
  Sharpness mean;    // of all rows
  Sharpness median;  // the same, of each number on its own: a few rows with two nearly equal scores lift the
                     // mean of a gradient that is next to nothing in most
  Sharpness error;   // standard error of the mean, if the rows are independent draws
};
// Both over the first d_k dimensions of the vectors. On a tape: scores = q k^T (+ mask), scaled = scores /
// sqrt(d_k), weights = softmax of either.
struct SoftmaxStudy {
  int d_k = 0;
  Matrix scores;  // [m, n]
  SoftmaxRows plain, scaled;
};
SoftmaxStudy study_softmax(const QueriesAndKeys& vectors, int d_k);
// The same for scores [m, n] over d_k dimensions.
SoftmaxStudy study_scores(ConstView scores, int d_k);

// Vectors that have become longer, as those of a model do while it learns: q and k times `length`.
struct LengthStudy {
  double length = 1;
  SoftmaxRows divided;  // softmax(q k^T / sqrt(d_k))
  // The same of RMSNorm(q) and RMSNorm(k) with gain 1, which do not grow: QK-norm, Henry et al. 2020, 3, with
  // the norm of Qwen3 and Gemma 3.
  SoftmaxRows normed;
};
// Over the first d_k dimensions; the rows are those of all queries, and each may have keys of its own, of one
// number. On a tape.
LengthStudy study_length(std::span<const QueriesAndKeys> vectors, int d_k, float length);

// Random queries, each of which asks keys of its own: with the same keys for all, one draw of them would sway
// every row of a softmax.
class SampledScores {
 public:
  // Components as above; more keys begin with those of fewer, and what `before` drew with this seed is taken
  // over.
  SampledScores(int queries, int keys, std::uint64_t seed, const SampledScores* before = nullptr);
  // The first query and its keys.
  QueriesAndKeys first() const;
  // Each query and its keys.
  std::vector<QueriesAndKeys> vectors() const;
  // A softmax for every d_k of doubling_dimensions(most_dimensions), its rows from all queries.
  std::vector<SoftmaxStudy> softmaxes() const;

 private:
  int keys_;
  std::uint64_t seed_;
  std::vector<Random> random_;  // of each query, after the last key that was drawn
  Matrix queries_;              // [queries, most_dimensions]
  Matrix first_keys_;           // [drawn, most_dimensions]
  std::vector<Matrix> scores_;  // [queries, drawn] for each d_k
};

// 1, 2, 4 ... up to `most`, and `most` itself.
std::vector<int> doubling_dimensions(int most);

}  // namespace headlight
