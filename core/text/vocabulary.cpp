#include "core/text/vocabulary.h"

#include <stdexcept>
#include <utility>

#include "core/text/in_quotes.h"

namespace headlight {

Vocabulary::Vocabulary() {
  static const auto none = std::make_shared<const Table>();
  table_ = none;
}

Vocabulary::Vocabulary(std::vector<std::string> words) {
  const auto table = std::make_shared<Table>();
  table->words = std::move(words);
  table->ids.reserve(table->words.size());
  int id = 0;
  for (const std::string& word : table->words) {
    if (const auto [found, added] = table->ids.emplace(word, id); !added) {
      throw std::invalid_argument("vocabulary: " + in_quotes(word) + " is there twice, at " +
                                  std::to_string(found->second) + " and at " + std::to_string(id) +
                                  "; keep one of them");
    }
    ++id;
  }
  table_ = table;
}

std::optional<int> Vocabulary::id(std::string_view word) const {
  const auto found = table_->ids.find(word);
  if (found == table_->ids.end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> Vocabulary::words_of(std::span<const int> ids) const {
  std::vector<std::string> words;
  for (const int id : ids) words.push_back(id == no_word ? "" : word(id));
  return words;
}

}  // namespace headlight
