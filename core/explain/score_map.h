// A head's W^Q and W^K as one map: apart from the biases a score is x M x'^T with M = W^Q W^K^T.
#pragma once

#include <string>
#include <vector>

#include "core/models/anatomy.h"
#include "core/models/trace.h"

namespace headlight {

struct ScoreMap {
  Matrix query, key;    // W^Q [d, d_k], W^K [d', d_k] of the pair: turned by their places where there is RoPE
  bool turned = false;  // then M depends on how far the two words are apart
  Matrix x, other;      // [1, d] of the query's word, [1, d'] of the key's: what the two are made from
  double without_biases = 0;  // x M x'^T
  double by_biases = 0;       // what b^Q and b^K add to it
  double score = 0;           // q k^T, as the trace has it: the sum of the two, but where an edit has set it
  double divided_by = 1;      // √d_k or another root, where the model divides by it

  // Of M, the largest first: min(d, d') numbers.
  std::vector<double> singular_values;
  int rank = 0;  // how many are no rounding
  int half = 0;  // the first of them that hold half of the sum of all squares
  // Of the sum of M's squares, the share of (M + M^T) / 2: 1 where W^Q = W^K; NaN where the two words are of
  // two texts.
  double symmetric = 0;
};

// What scores are divided by, √d_k or another root, at the node of the scaled scores.
double divisor_of_scores(const Trace& trace, int scaled);

// Why the scores of this head are no such product, in one sentence; empty when they are.
std::string no_score_map(const Trace& trace, const HeadPlace& head);

// Throws std::invalid_argument with no_score_map(), and std::out_of_range where there is no such query or
// key.
ScoreMap score_map(const Trace& trace, const HeadPlace& head, int query, int key);

}  // namespace headlight
