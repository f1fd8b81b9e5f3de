// Several sentences one below the other, as one tape learns them: a matrix of a hundred rows is multiplied
// twice as fast as ten of ten.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace headlight {

// Sentences that share a tape.
inline constexpr std::size_t sentences_a_tape = 8;

// In columns: the words, the place of each within its sentence, and the sentence it is of.
struct Packed {
  std::vector<int> words, places, sentences;

  void add(std::span<const int> sentence, int number);
  // With rows of no sentence, that nothing is asked of: up to a multiple, so that few tapes serve them all;
  // at least one, so that those of another side have somewhere to look.
  void fill_up();
};

}  // namespace headlight
