// What a causal language model learns from: the English side of the translator's corpus, and lists of words
// that come twice, by which one that can look back learns to copy (Olsson et al. 2022).
#pragma once

#include <vector>

#include "core/learn/corpus.h"
#include "core/matrix/random.h"

namespace headlight {

// The words that come in and, at the same places, those that are to come next; -1 where nothing is asked.
struct Continuation {
  std::vector<int> words;  // <s> and the sentence
  std::vector<int> next;   // the sentence and </s>
};

struct CausalCorpus {
  Vocabulary words;  // <s>, </s>, then those of the translator's source
  std::vector<Continuation> train, held_out;
};

CausalCorpus make_causal_corpus(const Corpus& translator);
// The first two words of every causal vocabulary.
std::vector<std::string> causal_special_words();

// <s> a sentence </s>, of numbers without the two.
Continuation continuation_of(std::vector<int> sentence);

// <s> w_1 ... w_n w_1 ... w_n of different words, drawn evenly from the vocabulary. Asked is what follows
// each word of the second time but the last: nothing else can be known.
Continuation repeated_words(const Vocabulary& words, int count, Random& random);

}  // namespace headlight
