// What a model costs: parameters, multiply-adds, memory, as functions of its architecture and of T tokens.
// Matrix products alone are counted: n x m times m x p takes n m p multiply-adds.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/labs/real_models.h"
#include "core/tape/tape.h"

namespace headlight {

struct Parameters {
  std::int64_t embeddings = 0;    // words, positions, segments, patches
  std::int64_t attention = 0;     // projections of all layers: d h d_h + 2 d h_kv d_h + h d_h d
  std::int64_t feed_forward = 0;  // 2 d d_ff, or 3 d d_ff with a gate
  std::int64_t norms = 0;
  std::int64_t head = 0;  // pooler, classes, logits that are not tied
  std::int64_t total() const { return embeddings + attention + feed_forward + norms + head; }
};
Parameters parameters_of(const RealModel& model);

// One pass over T tokens, batch 1; an encoder-decoder reads T and writes T. Products of queries and keys are
// counted for all pairs, masked ones too, as they are computed when all words are there at once.
struct Cost {
  double multiply_adds = 0;
  double weights = 0;  // bytes of all T x T weights of all heads and layers, at 16 bits
  double cache = 0;    // bytes of the keys and values kept for the next word, at 16 bits; 0 without a decoder
  // Bytes of the values of all steps, each kept on its own for a backward pass, at 16 bits: word vectors and
  // their sum with positions (and segments at once); Q, K, V, those turned by their position; scores,
  // weights, mixed values, projections; hidden values before and behind the activation, times their gate;
  // norms, sums of residuals; logits and their softmax. What only scales, masks or lays side by side is done
  // in place; no dropout.
  double activations = 0;

  Cost operator*(double texts) const {  // read at once: batch B
    return {multiply_adds * texts, weights * texts, cache * texts, activations * texts};
  }
};
Cost cost_of(const RealModel& model, double tokens);

// How the largest of the models in real_models() grew: the straight line over log10 of the most parameters of
// each year, by least squares.
struct Growth {
  std::vector<const RealModel*> largest;  // of each year that has one, by year
  double year = 0, log10 = 0;             // their means: the line passes there
  double slope = 0;                       // of log10 a year

  double parameters(double at) const;  // 10^(log10 + slope (at - year))
  double factor() const;               // 10^slope: a year's growth
};
// Of the papers from the beginning of that year on.
Growth growth_since(int year);

// One layer over n words with d numbers each. A recurrent layer is h_t = tanh(W x_t + U h_t-1); an attention
// layer projects Q, K, V and its output and mixes n x n, which is more for every n. Vaswani et al. 2017,
// table 1, leaves the projections out: n^2 d against n d^2, less where n < d.
double recurrent_multiply_adds(double n, double d);  // 2 n d^2
double attention_multiply_adds(double n, double d);  // 4 n d^2 + 2 n^2 d

// The multiply-adds of a recorded step, as its op counts them.
std::int64_t multiply_adds(const Tape& tape, int node);
// Of all steps whose path begins so.
std::int64_t multiply_adds(const Tape& tape, std::string_view path);

}  // namespace headlight
