// The general attention layer, every step on a tape: alignment of queries with keys, softmax, mixture of
// values (Bahdanau et al. 2015; Vaswani et al. 2017, 3.2). M queries ask N inputs of d dimensions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/layers/config.h"
#include "core/layers/weights.h"
#include "core/matrix/random.h"
#include "core/tape/tape.h"

namespace headlight {

enum class Alignment {
  additive,    // v · tanh(q + k), Bahdanau et al. 2015
  dot,         // q · k
  scaled_dot,  // q · k / √d_k
};
// How the scores of a row become what mixes the values.
enum class Weighting {
  softmax,
  none,  // the scores themselves
  sum,   // each score divided by the sum of its row
};
enum class Projections {
  none,    // Q, K and V are the vectors as they come in: softmax(X X^T) X
  random,  // W^Q, W^K [d, d_k], W^V [d, d_v] and v [1, d_k], drawn from a seed
  head,    // those of a head of a model, with their biases
};

// The tensors of a head: "encoder.1.self_attention", head 0. Config and weights must outlive what is
// recorded.
struct HeadTensors {
  const TransformerConfig* config = nullptr;
  const Weights* weights = nullptr;
  std::string attention;
  int head = 0, heads = 1;
};

// Those of a head that is set by hand, without biases.
struct HeadMatrices {
  Matrix query, key;  // W^Q, W^K [d, d_k]
  Matrix value;       // W^V [d, d_v]
};

struct GeneralAttention {
  Matrix inputs;                       // X [N, d]
  std::optional<Matrix> queries = {};  // [M, d]; nothing: the inputs ask one another
  std::vector<int> order = {};  // the inputs in another order: order[place] is an input; empty: as given
  Matrix mask = {};             // [M, N], 0 or minus infinity, added to what is aligned; empty: none
  Alignment alignment = Alignment::scaled_dot;
  Weighting shares = Weighting::softmax;
  Projections projections = Projections::random;
  int d_k = 8, d_v = 8;  // of random projections
  std::uint64_t seed = 1;
  HeadTensors head = {};
  std::optional<HeadMatrices> matrices = {};  // instead of the projections
};

// What is possible: additive alignment has weights of its own (v), which neither the vectors as they come in
// nor the head of a model have. Then the projections are random.
Projections projections_in_force(Alignment alignment, Projections asked);

// What is drawn for a layer. Each has a stream of random numbers to itself, so that changing the size of one
// leaves the others as they are.
enum class Drawn { query_weight = 1, key_weight, value_weight, alignment_weight, queries };
Random stream_of(std::uint64_t seed, Drawn what);

// Records inputs [N, d], queries [M, d] where they are not the inputs, query [M, d_k], key [N, d_k],
// value [N, d_v], scores [M, N], scaled, masked, weights (divided by their sum: shares), output [M, d_v] as
// "attention_lab.…"; returns the output. Without projections query, key and value are not recorded: the
// vectors are what they are. Throws std::invalid_argument when sizes do not fit.
int record_general_attention(Tape& tape, const GeneralAttention& layer);

// How many numbers of it are learned.
std::int64_t learned_numbers(const GeneralAttention& layer);

// A seeded order of `count` things; seed 0 is the order itself.
std::vector<int> shuffled_order(int count, std::uint64_t seed);

}  // namespace headlight
