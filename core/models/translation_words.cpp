#include "core/models/translation_words.h"

#include <algorithm>
#include <stdexcept>

#include "core/files/file_error.h"

namespace headlight {

TranslationWords::TranslationWords(Vocabulary source, Vocabulary target)
    : tokenizer_(std::move(source)),
      target_(std::move(target)),
      source_words_(tokenizer_.vocabulary().shared_words()),
      target_words_(target_.shared_words()) {}

std::vector<int> TranslationWords::read(std::string_view typed, int max_tokens) const {
  std::vector<int> words = tokenizer_.encoded(typed);
  if (static_cast<int>(words.size()) > max_tokens) {
    throw std::invalid_argument("sentence: " + std::to_string(words.size()) +
                                " words, and this model reads at most " + std::to_string(max_tokens) +
                                "; leave some out");
  }
  return words;
}

Trace::Words TranslationWords::labels(std::span<const int> source, std::span<const int> target,
                                      std::vector<int> next) const {
  std::replace(next.begin(), next.end(), no_word, end);
  return {this->source().words_of(source), target_.words_of(target), target_.words_of(next), source_words_,
          target_words_};
}

std::size_t TranslationWords::longest(std::span<const int> source, int max_tokens) {
  // A translation is rarely longer than twice its source.
  return std::min<std::size_t>(2 * source.size() + 10, max_tokens);
}

void require_ends(const std::filesystem::path& folder, const Vocabulary& target) {
  const std::vector<std::string>& words = target.words();
  if (words.size() >= 2 && words[TranslationWords::start] == "<s>" && words[TranslationWords::end] == "</s>")
    return;
  throw FormatError(folder / "words.json",
                    "field \"target\" has to begin with <s> and </s>: every translation does and ends so",
                    "copy the model's folder again");
}

}  // namespace headlight
