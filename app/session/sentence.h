// Changing one word of a sentence as it was typed.
#pragma once

#include <string>

namespace headlight {

// `text` with the word at `place`, as the model counts words, replaced. The rest stays as typed: capitals, commas,
// the final full stop. Places outside the sentence change nothing.
std::string with_word(const std::string& text, int place, const std::string& word);

// How many words the model reads in `text`; 0 when it cannot read it.
int count_words(const std::string& text);

}  // namespace headlight
