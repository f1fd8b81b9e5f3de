// From typed words to a model's numbers, and what to type instead of a word that it does not know.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace headlight {

// What to type instead of a word that a model does not know.

struct Suggestion {
  std::string word;  // the vocabulary knows it; seldom two words of it
  std::string why;   // "another form of the same word", "similar in spelling"
};

// At most `count`, the best first. Of an English word other forms of it and words near in meaning, in the
// same form where the vocabulary has it (devoured -> ate, chickens -> hens); of anything else what was
// probably meant: the nearest in spelling. None where nothing is near.
std::vector<Suggestion> suggestions(const Vocabulary& vocabulary, std::string_view word, int count);

// Words a model does not know: said aloud, with the nearest ones it does know.

// The `count` words nearest to `word`, nearest first: fewest letters added, dropped, changed or swapped with
// their neighbour; among equals first those of the same letters, then the longest common beginning, then the
// order of the vocabulary.
// Special words such as <s>, and punctuation, are never offered.
std::vector<std::string> nearest_words(const Vocabulary& vocabulary, std::string_view word, int count);

// Letters added, dropped, changed, or swapped with their neighbour, to come from one word to the other. Of
// longer words than anybody means only the first hundred letters are compared.
int edit_distance(std::string_view from, std::string_view to);

// The first of `names` nearest to what was typed for one of them; nothing where more than a third of its
// letters would have to change, and more than one.
std::optional<std::string> nearest_name(std::string_view typed, const std::vector<std::string>& names);

struct UnknownWord : std::invalid_argument {
  UnknownWord(std::string unknown, int at, std::vector<Suggestion> offered, std::string unreadable = "");
  // The first of them, with a message that names all. At least one.
  explicit UnknownWord(const std::vector<UnknownWord>& all);

  std::string word;
  int place;                        // in the sentence, from zero
  std::vector<Suggestion> instead;  // what to offer
  std::string sign;                 // what of it the vocabulary cannot even spell, "/"; else empty
};

// Every one of `words` that is not in the vocabulary, in order, at most `most` of them.
std::vector<UnknownWord> unknown_words(const Vocabulary& vocabulary, const std::vector<std::string>& words,
                                       int most);

// What may be a slip: the words of what was typed that the vocabulary only spells (cut_words.h), at the
// places of their first pieces, where there is something to offer. No numbers, and nothing with a capital,
// which may be a name; at most `most` of them. Throws as normalize() does.
std::vector<UnknownWord> spelled_words(const Vocabulary& vocabulary, std::string_view typed, int most);

// The numbers of `words`, one for one. Throws UnknownWord, which names those that are not in the vocabulary.
std::vector<int> encode(const Vocabulary& vocabulary, const std::vector<std::string>& words);

}  // namespace headlight
