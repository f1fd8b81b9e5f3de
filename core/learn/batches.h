// The sentences of each training step, of similar length, in an order that depends on the seed alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/grammar/example.h"
#include "core/matrix/random.h"
#include "core/text/tokenizer.h"

namespace headlight {

struct Corpus;

// A pair as the model is taught it.
struct Pair {
  std::vector<int> source;
  std::vector<int> target;  // <s> and the words
  std::vector<int> next;    // the words and </s>
};

std::vector<Pair> encode_pairs(const std::vector<Example>& examples, const Vocabulary& source,
                               const Vocabulary& target);

class Batches {
 public:
  // Of sentences of these kinds alone; of all where none is named.
  Batches(const std::vector<Example>& examples, const std::vector<std::string>& kinds, int size,
          std::uint64_t seed);

  // Places among the examples.
  const std::vector<int>& next();

 private:
  void fill();

  std::vector<int> pool_;
  std::vector<std::pair<int, int>> lengths_;  // source and target words of each example
  int size_;
  Random random_;
  std::vector<std::vector<int>> ready_;
  std::size_t at_ = 0;
};

// The sentences of a corpus: those of the grammar, and behind them the real ones.
std::vector<Pair> encode_corpus(const Corpus& corpus);

// Batches of both, where the corpus has real ones: two in three sentences are real.
class CorpusBatches {
 public:
  CorpusBatches(const Corpus& corpus, int size, std::uint64_t seed);

  // Places among encode_corpus().
  std::vector<int> next();

 private:
  int first_real_;
  Batches grammar_;
  std::optional<Batches> real_;
};

// Several sentences one below the other, as one tape learns them: a matrix of a hundred rows is multiplied
// twice as fast as ten of ten.

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
