// What a block does around its attention: normalization in four kinds, what a mixture of rows can reach and
// what a nonlinearity can, and what a head costs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/models/trace.h"

namespace headlight {

// The same rows normalized in four ways. Records, for x [T, d], a gain and a bias [1, d]:
//   block_lab.x, gain, bias, and others [n, d] where there are some
//   block_lab.layer       gain (x - mean) / sqrt(variance + epsilon) + bias; Ba et al. 2016
//   block_lab.scale_only  the same without bias
//   block_lab.rms         gain x / sqrt(mean of squares + epsilon); Zhang and Sennrich 2019
//   block_lab.batch       as layer, but mean and variance are those of each column over all rows, the others'
//                         too; Ioffe and Szegedy 2015
// Throws std::invalid_argument where sizes do not fit.
struct NormTask {
  Matrix x, gain, bias;
  float epsilon = 1e-5F;
  std::vector<std::string> words;  // of the rows
  // The rows of another sentence that is computed together with it; empty: none.
  Matrix others = {};
  std::vector<std::string> other_words = {};
};
TracePtr record_norms(const NormTask& task);

// How far vectors lie from everything that others can be mixed to (with any factors, also negative ones).
struct SpanDistance {
  int rank = 0;                  // dimensions that the others span
  std::vector<double> distance;  // of each vector: the part outside that span by its length; 0 of no length
  double largest() const;
  double mean() const;
};
// `vectors` [m, d], `spanning` [n, d]. Directions in which these are shorter than 1e-5 of their longest count
// as none.
SpanDistance span_distance(const Matrix& vectors, const Matrix& spanning);
// The same of vectors that point anywhere, d dimensions and a span of `rank`: sqrt(1 - rank / d).
double distance_at_random(int rank, int dimensions);

// Attention of `heads` heads with `d_k` numbers in each query, key and value, over n words of d numbers, with
// biases where asked: W^Q, W^K, W^V [d, heads d_k] and W^O [heads d_k, d].
struct HeadsCost {
  std::int64_t beside = 0;         // numbers of all heads' outputs, side by side: heads d_k
  std::int64_t parameters = 0;     // 4 d heads d_k, and 3 heads d_k + d biases
  std::int64_t multiply_adds = 0;  // 4 n d heads d_k + 2 n^2 heads d_k
};
HeadsCost heads_cost(int d, int heads, int d_k, int n, bool biases);

}  // namespace headlight
