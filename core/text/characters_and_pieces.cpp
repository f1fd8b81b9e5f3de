#include "core/text/characters_and_pieces.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr std::string_view begins_text = "<s>";

bool is_several(const std::string& word) {
  return !(word.front() == '<' && word.back() == '>') && code_points(word).size() > 1;
}

}  // namespace

CharactersAndPieces::CharactersAndPieces(Vocabulary vocabulary)
    : Tokenizer(std::move(vocabulary)),
      pieces_(std::any_of(this->vocabulary().words().begin(), this->vocabulary().words().end(), is_several)) {
}

bool CharactersAndPieces::has(const Vocabulary& vocabulary) {
  return vocabulary.id(" ") && vocabulary.word(0) == begins_text;
}

NormalizedText CharactersAndPieces::normalize(std::string_view typed) const {
  NormalizedText said;
  said.words.emplace_back(begins_text);
  if (typed.starts_with(begins_text)) typed.remove_prefix(begins_text.size());
  for (const char32_t letter : composed_code_points(typed)) {
    std::string& word = said.words.emplace_back();
    append_utf8(word, is_space(letter) ? U' ' : letter);
    if (vocabulary().id(word)) continue;
    std::string small = lower_case(word);
    if (vocabulary().id(small)) word = std::move(small);
  }
  while (pieces_) {
    std::optional<int> first;
    std::size_t place = 0;
    for (std::size_t i = 1; i + 1 < said.words.size(); ++i) {
      const std::optional<int> joined = vocabulary().id(said.words[i] + said.words[i + 1]);
      if (!joined || (first && *first <= *joined)) continue;
      first = joined;
      place = i;
    }
    if (!first) break;
    said.words[place] += said.words[place + 1];
    said.words.erase(said.words.begin() + static_cast<std::ptrdiff_t>(place) + 1);
  }
  return said;
}

}  // namespace headlight
