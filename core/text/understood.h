// From the words a person typed to words that a model knows, where no doubt is possible.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/vocabulary.h"

namespace headlight {

// What was understood as something else than what was typed.
struct TakenAs {
  std::string typed;
  std::string read;  // several words with blanks between; empty: it was left out
  int place = 0;     // of its first word among those understood
};

struct Understood {
  std::vector<std::string> words;
  std::vector<TakenAs> taken;
};

// english_words() of what was typed, and what of them the vocabulary does not know taken for what it must be,
// when it knows that: contractions taken apart (isn't -> is not) or with their apostrophe (didnt -> didn't),
// numbers (2 -> two), the other spelling of a word (colour -> color, café -> cafe, ice cream -> ice-cream),
// short forms of chats (gonna -> going to), letters held down (sooo -> so). Pictures are left out. What may
// be a mistake stays as it is: that is for suggestions() to answer. Throws as english_words() does.
Understood understood(std::string_view typed, const Vocabulary& vocabulary);

}  // namespace headlight
