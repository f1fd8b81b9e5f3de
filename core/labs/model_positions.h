// Positions within a Transformer that reads words: the parts of a score of its first layer, the same score by
// other kinds, and what becomes of words in another order.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/models/model.h"
#include "core/models/trace.h"

namespace headlight {

// What of a score comes from the words and what from their places: <q, k> of a head of the first layer, taken
// apart.

// Why the scores of this model cannot be taken apart; empty when they can. What is added to the words must be
// a vector of places, and nothing may come between that sum and W^Q.
std::string no_score_parts(const TransformerConfig& config);

// With x = e + p, the word's vector and its place's, q = x W^Q + b^Q and k = x W^K + b^K:
//   <q, k> = <e W^Q, e W^K> + <e W^Q, p W^K> + <p W^Q, e W^K> + <p W^Q, p W^K> + what has a bias in it.
// Records each as a node of the head in the stack that reads,
// "encoder.0.self_attention.head.H.content_content"
// .. "position_position", "biases" [T, T], their sum "parts_sum", and "scores" from the whole input. Throws
// std::invalid_argument with no_score_parts().
TracePtr record_score_parts(const ModelPtr& model, std::span<const int> source, int head);

inline constexpr std::array<const char*, 5> score_parts{"content_content", "content_position",
                                                        "position_content", "position_position", "biases"};

struct ScoreShares {
  std::array<double, score_parts.size()> size;  // mean magnitude of a part's cells
  // Share of what tells the keys of a row apart, which is all that the softmax sees: the covariance of a part
  // with the scores, both less their row's mean, over the variance of the scores. They add up to 1.
  std::array<double, score_parts.size()> share;
  double error = 0;  // largest difference between the sum of the parts and the scores
};
// `block`: before the names of the parts, "encoder.0.self_attention.head.1.".
ScoreShares measure_score_parts(const Trace& parts, const std::string& block);

// Magnitudes of the cosine between vectors of words and vectors of places, all pairs.
struct Orthogonality {
  double mean = 0, largest = 0;
  int words = 0, places = 0;
};
Orthogonality orthogonality(ConstView words, ConstView places);
// What the mean magnitude is between random directions of d dimensions: G(d/2) / (sqrt(pi) G((d+1)/2)).
double random_cosine(int dimensions);

// The same weights with another kind of positions than they were trained with.

// Why these weights cannot be read with this kind; empty when they can. What needs numbers that were never
// learned (a table) cannot be had; what is a formula can.
std::string no_other_positions(const TransformerConfig& config, Positions kind);

// The model with this kind. Throws std::invalid_argument with no_other_positions().
ModelPtr with_positions(const Model& model, Positions kind);

// Queries and keys [T, d_k] of a head of the first layer, made from the words alone, without their places.
struct HeadVectors {
  Matrix queries, keys;
};
HeadVectors vectors_of_words(const Model& model, std::span<const int> source, int head);

// The sentence backwards: for each of its words, the largest change of its row of what the stack that reads
// puts out. 0 to rounding where a word has no means to know its place.
std::vector<double> changes_when_reversed(const Model& model, std::span<const int> source);

// Words in another order. Attention and feed-forward treat each row alike, so without positions and masks a
// stack is permutation equivariant: f(P X) = P f(X), its rows move with the words and do not change.

// The stack that reads (the encoder, or a decoder alone) over these words, every step recorded, with the
// model's positions or without any (the same weights, Positions::none; appended ones are 0), under edits.
TracePtr trace_reading(const ModelPtr& model, std::span<const int> tokens, bool positions,
                       std::vector<Edit> edits = {});

// The labels of a trace of these words alone.
Trace::Words reading_words(const Model& model, std::span<const int> tokens);

// An order of `count` words: order[place] is the word that stands there. What is no permutation becomes the
// order as written.
std::vector<int> order_of(std::vector<int> order, int count);
// The place of each word.
std::vector<int> places_of(std::span<const int> order);

template <typename T>
std::vector<T> in_order(const std::vector<T>& words, std::span<const int> order) {
  std::vector<T> moved;
  for (const int word : order) moved.push_back(words[word]);
  return moved;
}

// The rows of `moved`, computed for words in `order`, back at the places of their words; the columns too
// where they stand for words.
Matrix matched_back(ConstView moved, std::span<const int> order, bool columns_too);

// The edits of `trace` for words that stand at other places[word]: what was done to a word's row or column is
// done where the word is now. What concerns the places themselves (no looking ahead) stays.
std::vector<Edit> moved_edits(std::vector<Edit> edits, const Trace& trace, std::span<const int> places);

// The last step of that stack.
std::string reading_output_path(const Model& model);

}  // namespace headlight
