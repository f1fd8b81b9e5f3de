// The two vocabularies of a model that translates, and what it makes of a text with them.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/models/trace.h"
#include "core/text/tokenizer.h"

namespace headlight {

class TranslationWords {
 public:
  TranslationWords(Vocabulary source, Vocabulary target);

  const EnglishWords& tokenizer() const { return tokenizer_; }
  const Vocabulary& source() const { return tokenizer_.vocabulary(); }
  const Vocabulary& target() const { return target_; }

  // The numbers of the words typed. Throws as Model::read() does; `max_tokens` are what the model reads.
  std::vector<int> read(std::string_view typed, int max_tokens) const;
  // What labels the rows and columns of a trace: `target` with <s>, `next` the likeliest behind each place,
  // which is </s> where there is no_word.
  Trace::Words labels(std::span<const int> source, std::span<const int> target, std::vector<int> next) const;
  // How many words a translation has at most, <s> with them.
  static std::size_t longest(std::span<const int> source, int max_tokens);

  static constexpr int start = 0;  // <s>
  static constexpr int end = 1;    // </s>

 private:
  EnglishWords tokenizer_;
  Vocabulary target_;
  std::shared_ptr<const std::vector<std::string>> source_words_;
  std::shared_ptr<const std::vector<std::string>> target_words_;
};

// Throws FormatError where the words written, of words.json in `folder`, do not begin with <s> and </s>.
void require_ends(const std::filesystem::path& folder, const Vocabulary& target);

}  // namespace headlight
