// Texts by the vectors that an encoder without words or labels ends with (AnswerKind::vector), and pictures
// and texts by those that meet in one space: how alike two of them are.
#pragma once

#include <optional>
#include <vector>

#include "core/models/trace.h"

namespace headlight {

// What a text ends with: one vector of so many numbers, made from so many rows.
struct SentenceVector {
  std::vector<float> numbers;
  int rows = 1;  // the mean of these; 1 where it is the first row alone
  bool is_mean = false;
  double length = 0;  // before it is brought to length 1, where that is done
};
// Nothing of a model that answers otherwise.
std::optional<SentenceVector> sentence_vector(const Trace& trace);

// The cosine of the vectors of two texts by one model: their dot product over both lengths. Nothing where
// either has none, or they are of different sizes.
std::optional<double> sentence_cosine(const Trace& first, const Trace& second);

// What each row of `of` adds to that cosine, where its vector is the mean of its T rows x: x · v / (T |u|
// |v|), with the vectors u of `of` and v of `other`. They add up to the cosine. Empty where there is none, or
// where it comes from one row.
std::vector<double> added_to_cosine(const Trace& of, const Trace& other);

}  // namespace headlight
