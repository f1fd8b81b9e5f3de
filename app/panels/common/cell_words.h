// What a number of a trace is made from, in words for a pupil.
#pragma once

#include <string>
#include <vector>

#include "core/figure/palette.h"
#include "core/models/trace.h"

namespace headlight {

// The sentence that the dial has for a cell of any step, with its numbers in it: of a product of two matrices
// what is multiplied, of a softmax its powers and their sum, of sums, norms and activations what they do;
// else what the step means. `of_words`: the model's tokens are words.
RichText words_of_cell(const Trace& trace, const Cell& cell, bool of_words);
// Of one of the products that it adds up, counted from 0.
RichText words_of_product(const Trace& trace, const Cell& cell, int number, bool of_words);
// And those for the whole step: what it means, and this number of it; then, for where that has no room, this
// number alone.
std::vector<RichText> words_of_step(const Trace& trace, const Cell& cell, bool of_words);

// Without its colours.
std::string plain_text(const RichText& text);

// What kind of step a node is.
bool adds_lines(const Trace& trace, int node);  // a + b, of all words
bool normalizes(const Trace& trace, int node);
// "ReLU": an activation that lets through what is above zero; empty for what is none.
std::string lets_through(const Trace& trace, int node);

}  // namespace headlight
