// Attention that keeps every word, beside attention without softmax, which keeps one matrix and is a
// recurrent network: pairs of a key and a value are read one after the other, then a key asks for its value.
//
// T pairs: keys K [T, d] of length 1, values V [T, v], a query q [1, d].
//   softmax  softmax(c q K^T) V over all pairs, which are kept: two rows more with every pair.
//   linear   S_t = S_t-1 + k_t^T v_t, answer q S_t: the same numbers as (q K^T) V, a sum that needs no pair
//            again. Katharopoulos et al. 2020, section 3.4, with phi(x) = x and without the division by the
//            sum of weights; Schlag et al. 2021, section 2, who call S fast weights.
//   delta    S_t = S_t-1 + k_t^T (v_t - k_t S_t-1): what the key finds is taken out before its value is
//            written. Schlag et al. 2021, equation 14 with beta = 1; Widrow and Hoff 1960.
// What is older may count less: before each pair S is multiplied by a number below 1, `kept` (Sun et al.
// 2023, RetNet; with the delta rule Yang et al. 2024, Gated DeltaNet), and scores have log(kept) added for
// every pair read since, a linear bias (Press et al. 2022, ALiBi).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/matrix/random.h"
#include "core/tape/tape.h"

namespace headlight {

enum class RecallKind { softmax, linear, delta };
inline constexpr std::array recall_kinds{RecallKind::softmax, RecallKind::linear, RecallKind::delta};

inline constexpr int most_recall_pairs = 16;
inline constexpr int recall_values = 6;

// "Ann", "Ben": keys; "tea", "milk": values.
std::string recall_key_name(int key);
std::string recall_value_name(int value);

struct RecallText {
  std::vector<int> keys, values;  // [T] of each pair, from 0
  int asked = 0;                  // a key that was read

  // The last value of the key that is asked, within the first pairs; -1 where it was not read yet.
  int wanted(int read) const;
  int names() const;  // different keys
};
// Each key once; or, with `again`, half as many keys, of which the one that is asked has a last value that is
// another than the one before.
RecallText drawn_recall(int pairs, bool again, Random& random);

// [names, d] rows of length 1: a number of their own where there are enough numbers, so that any two are
// orthogonal; else drawn at random.
Matrix recall_keys(int names, int numbers, Random& random);

// What is computed from the first `read` pairs, read in their order.
struct RecallMemory {
  Matrix keys, values;  // [T, d], [T, v]
  float strength = 8;   // c: what scores are multiplied by before the softmax
  float kept = 1;

  Matrix weights(int read, const Matrix& query) const;                  // [1, read] of the softmax
  Matrix state(RecallKind kind, int read) const;                        // S [d, v] of the other two
  Matrix answer(RecallKind kind, int read, const Matrix& query) const;  // [1, v]
};
RecallMemory recall_memory(const RecallText& text, const Matrix& keys_of_names);

// The last of the first `read` pairs as the delta rule reads it, and the answer after it, step by step under
// the names of the table of sites: what is held before, what the key finds there, what is written, what is
// held. Throws std::invalid_argument where nothing is read.
void record_reading(Tape& tape, const RecallMemory& memory, int read, const Matrix& query);

// The largest number of an answer; -1 where another is as large within .01, or none is above that.
int recalled(const Matrix& answer);

// The share of so many texts whose value is recalled.
struct RecallSizes {
  int pairs = 8;
  bool again = true;
  int numbers = 8;  // d
  float kept = 1;
};
std::array<double, 3> recall_shares(const RecallSizes& sizes, int texts, std::uint64_t seed);

}  // namespace headlight
