// Changing one word of a sentence as it was typed.
#pragma once

#include <string>
#include <vector>

#include "core/models/translator.h"

namespace headlight {

// `text` with the word at `place`, as the model counts words, replaced. The rest stays as typed: capitals,
// commas, the final full stop. Places outside the sentence change nothing.
std::string with_word(const std::string& text, int place, const std::string& word, const Translator* model);

// The words that `model` reads in `text`, known or not; none when there is nothing to read. Without a model
// the words as they were typed, which are others only where a contraction is.
std::vector<std::string> words_of(const std::string& text, const Translator* model);

}  // namespace headlight
