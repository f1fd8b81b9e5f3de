// A model's two vocabularies as a file: {"source": [...], "target": [...]}, a word's place is its number.
#pragma once

#include <filesystem>

#include "core/text/tokenizer.h"

namespace headlight {

struct WordsFile {
  Vocabulary source;
  Vocabulary target;
};

// How many words of either vocabulary a config asks for.
struct WordCounts {
  int source = 0, target = 0;
};
template <typename Config>
WordCounts words_of(const Config& config) {
  return {config.source_words, config.target_words};
}
// The sizes of its vocabularies as these are.
template <typename Config>
void set_words(Config& config, const WordsFile& words) {
  if constexpr (requires { config.source_words; }) config.source_words = words.source.size();
  config.target_words = words.target.size();
}

// Throws AccessError or FormatError naming what is wrong.
WordsFile read_words(const std::filesystem::path& file);
void write_words(const std::filesystem::path& file, const WordsFile& words);

}  // namespace headlight
