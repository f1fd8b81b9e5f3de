// Changing one word of a sentence as it was typed.
#pragma once

#include <string>
#include <vector>

namespace headlight {

// `text` with the word at `place`, as the model counts words, replaced. The rest stays as typed: capitals,
// commas, the final full stop. Places outside the sentence change nothing.
std::string with_word(const std::string& text, int place, const std::string& word);

// The words a model reads in `text`; none when there is nothing to read.
std::vector<std::string> words_of(const std::string& text);

}  // namespace headlight
