// A model's two vocabularies as a file: {"source": [...], "target": [...]}, a word's place is its number.
#pragma once

#include <filesystem>

#include "core/text/tokenizer.h"

namespace headlight {

struct WordsFile {
  Vocabulary source;
  Vocabulary target;
};

// Throws AccessError or FormatError naming what is wrong.
WordsFile read_words(const std::filesystem::path& file);
void write_words(const std::filesystem::path& file, const WordsFile& words);

}  // namespace headlight
