#include "app/labs/decoding/typed_words.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>
#include <string_view>

#include "core/text/unicode.h"

namespace headlight {
namespace {

std::optional<int> known_word(std::string word, const Vocabulary& vocabulary) {
  if (const auto id = vocabulary.id(word)) return id;
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return vocabulary.id(word);
}

// "l’" as books print it is "l'".
std::string with_plain_apostrophes(std::string text) {
  constexpr std::string_view printed = "’";
  for (std::size_t at = text.find(printed); at != std::string::npos; at = text.find(printed, at))
    text.replace(at, printed.size(), "'");
  return text;
}

// The longest beginning of `text` that is a word and ends in an apostrophe, or at a point that ends the text.
std::size_t end_of_part(const std::string& text) {
  const std::size_t apostrophe = text.find('\'');
  if (apostrophe != std::string::npos && apostrophe + 1 < text.size()) return apostrophe + 1;
  if (text.size() > 1 && std::string_view(".,?!").find(text.back()) != std::string_view::npos)
    return text.size() - 1;
  return text.size();
}

TypedWords typed_characters(const std::vector<std::string>& pieces, const Vocabulary& vocabulary) {
  TypedWords typed;
  for (const std::string& piece : pieces) {
    for (const char32_t letter : composed_code_points(piece)) {
      std::string character;
      append_utf8(character, letter);
      const auto id = known_word(character, vocabulary);
      if (!id) {
        typed.unknown = character;
        return typed;
      }
      typed.ids.push_back(*id);
    }
  }
  return typed;
}

}  // namespace

TypedWords typed_words(const std::vector<std::string>& pieces, const Vocabulary& vocabulary,
                       std::string_view between) {
  if (between.empty()) return typed_characters(pieces, vocabulary);
  TypedWords typed;
  for (const std::string& piece : pieces) {
    if (const auto id = vocabulary.id(piece)) {
      typed.ids.push_back(*id);
      continue;
    }
    std::istringstream parts(with_plain_apostrophes(piece));
    for (std::string part; parts >> part;) {
      while (!part.empty()) {
        const bool whole = known_word(part, vocabulary).has_value();
        const std::size_t end = whole ? part.size() : end_of_part(part);
        const auto id = known_word(part.substr(0, end), vocabulary);
        if (!id) {
          typed.unknown = part.substr(0, end);
          return typed;
        }
        typed.ids.push_back(*id);
        part.erase(0, end);
      }
    }
  }
  return typed;
}

}  // namespace headlight
