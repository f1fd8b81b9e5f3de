// What a language model over characters learns from: the English side of the translator's corpus, written out
// a sentence a line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/learn/corpus.h"

namespace headlight {

// "the dog's owner was tired. he slept": as a person writes these words.
std::string written_out(std::span<const std::string> words);

struct CharacterCorpus {
  Vocabulary characters;                          // the end of a line first, then by their code points
  std::vector<std::vector<int>> train, held_out;  // lines, each with its end
};

CharacterCorpus make_character_corpus(const Corpus& translator);

}  // namespace headlight
