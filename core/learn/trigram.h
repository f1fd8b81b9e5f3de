// How likely each word is after the two before it, by counting: what a language model has to beat.
// Interpolated Kneser-Ney smoothing with one discount (Kneser and Ney 1995; Chen and Goodman 1999).
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/learn/causal_corpus.h"

namespace headlight {

class Trigram {
 public:
  // Counts all places that are asked. `words`: the size of the vocabulary, below 2^21.
  Trigram(std::span<const Continuation> sentences, int words);

  // P(word | two before): both are <s> before the first word. Over all words it adds up to 1.
  double probability(int before, int last, int word) const;

 private:
  struct Context {
    double count = 0;      // of all words seen after it
    double different = 0;  // how many of them differ
  };
  double discounted(const std::unordered_map<std::uint64_t, int>& counts,
                    const std::unordered_map<std::uint64_t, Context>& contexts, std::uint64_t context,
                    int word, double lower) const;

  int words_;
  // Of three words, of the last two, of the last one: the first counts occurrences, the others in how many
  // different contexts a word was seen.
  std::unordered_map<std::uint64_t, int> three_, two_, one_;
  std::unordered_map<std::uint64_t, Context> after_two_, after_one_, after_none_;
};

// exp of the mean of -log P over all places that are asked.
double perplexity(const Trigram& model, std::span<const Continuation> sentences);

}  // namespace headlight
