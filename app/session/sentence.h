// Changing one word of a sentence as it was typed.
#pragma once

#include <string>
#include <vector>

#include "core/text/tokenizer.h"

namespace headlight {

// `text` with the word at `place`, as the tokenizer counts them, replaced. The rest stays as typed: capitals,
// commas, the final full stop. Places outside the sentence change nothing.
std::string with_word(const std::string& text, int place, const std::string& word,
                      const Tokenizer* tokenizer);

// The words that are read in `text`, known or not; none when there is nothing to read. Without a tokenizer
// the words as they were typed, which are others only where a contraction is.
std::vector<std::string> words_of(const std::string& text, const Tokenizer* tokenizer);

}  // namespace headlight
