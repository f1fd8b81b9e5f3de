// A piece of a sentence in both languages at once, and which English word each French word translates.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "train/grammar/words_to_write.h"

namespace headlight::grammar {

// A French word before its neighbours are known: elision, liaison and contraction come last (spoken()).
struct FrenchWord {
  std::string word;
  std::string before_vowel = {};  // l', j', cet, vieil, mon (amie); empty: no other form
  int translates = -1;            // place in the English words; -1 for articles, clitics, auxiliaries
  bool article = false;           // le, les after de, à contract: du, des, au, aux
  bool answer = false;            // the il or elle that stands for a noun: what a Reference points at
};

// A grammatical word: le, la, de, que ... with its form before a vowel.
FrenchWord small(std::string_view word);
FrenchWord definite(Gender gender, bool plural);  // le, la, les, which contract

struct Phrase {
  std::vector<std::string> english;
  std::vector<FrenchWord> french;

  // Words are separated by blanks; an empty string adds nothing.
  Phrase& add_english(std::string_view words);
  Phrase& add_french(std::string_view words);  // grammatical words
  Phrase& add_french(const FrenchWord& word);
  // A word and the word that translates it.
  Phrase& add_pair(std::string_view english_word, std::string_view french_word);
  Phrase& add(const Phrase& next);
  // Only one side of another phrase. The French of one whose English was added at `offset` keeps what it
  // translates.
  int add_english_of(const Phrase& next);
  Phrase& add_french_of(const Phrase& next, int offset);

  int last_english() const { return static_cast<int>(english.size()) - 1; }
};

// The French words as they are written next to each other: l', j', n', qu', du, des, au, aux, cet, mon amie.
std::vector<FrenchWord> spoken(const std::vector<FrenchWord>& words);
// The English words: "a" is "an" before a vowel.
std::vector<std::string> spoken(const std::vector<std::string>& words);

}  // namespace headlight::grammar
