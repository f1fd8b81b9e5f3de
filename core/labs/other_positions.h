// The same weights with another kind of positions than they were trained with.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/models/translator.h"

namespace headlight {

// Why these weights cannot be read with this kind; empty when they can. What needs numbers that were never
// learned (a table) cannot be had; what is a formula can.
std::string no_other_positions(const TransformerConfig& config, Positions kind);

// The model with this kind. Throws std::invalid_argument with no_other_positions().
std::shared_ptr<const Translator> with_positions(const Translator& model, Positions kind);

// Queries and keys [T, d_k] of a head of the first layer, made from the words alone, without their places.
struct HeadVectors {
  Matrix queries, keys;
};
HeadVectors vectors_of_words(const Translator& model, std::span<const int> source, int head);

// The sentence backwards: for each of its words, the largest change of its row of the encoder's output. 0 to
// rounding where a word has no means to know its place.
std::vector<double> changes_when_reversed(const Translator& model, std::span<const int> source);

}  // namespace headlight
