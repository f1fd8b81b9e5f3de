// Several texts that a translator reads and answers side by side: the weights are then read from memory once
// for all of them, and not once for each and for each word that is written. What is computed of a text is
// what Model::trace() computes of it, but for the last digits.
#pragma once

#include <span>
#include <vector>

#include "core/models/model.h"
#include "core/tape/tape.h"

namespace headlight {

// A text among others: its tokens, and the words of its answer behind the one that begins it.
struct TextTogether {
  std::vector<int> read, words;
  int first_read = 0, first_word = 0;  // its first rows among those of all
};

// Texts that stand one below the other on a tape, with all of the model but what the next words are made of.
struct TapeOfTexts {
  Tape tape;
  std::vector<TextTogether> texts;
};

// Whether it translates, and knows a word's place from what is added to its vector alone: rows of several
// texts may then stand in any order.
bool can_read_together(const Model& model);
// In their order, a few on each tape, so that the matrices between all tokens of a tape stay small.
std::vector<TapeOfTexts> read_together(const Model& model, std::span<const ModelInput> inputs);

}  // namespace headlight
