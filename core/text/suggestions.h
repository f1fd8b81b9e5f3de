// What to type instead of a word that a model does not know.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/vocabulary.h"

namespace headlight {

struct Suggestion {
  std::string word;  // the vocabulary knows it; seldom two words of it
  std::string why;   // "another form of the same word", "similar in spelling"
};

// At most `count`, the best first. Of an English word other forms of it and words near in meaning, in the
// same form where the vocabulary has it (devoured -> ate, chickens -> hens); of anything else what was
// probably meant: the nearest in spelling. None where nothing is near.
std::vector<Suggestion> suggestions(const Vocabulary& vocabulary, std::string_view word, int count);

}  // namespace headlight
