// Words in another order. Attention and feed-forward treat each row alike, so without positions and masks a
// stack is permutation equivariant: f(P X) = P f(X), its rows move with the words and do not change.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/models/model.h"

namespace headlight {

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
  for (const int word : order) moved.push_back(words[static_cast<std::size_t>(word)]);
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
