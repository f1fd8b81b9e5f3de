#include "core/text/vocabulary.h"

#include <stdexcept>
#include <utility>

#include "core/text/in_quotes.h"

namespace headlight {

Vocabulary::Vocabulary(std::vector<std::string> words) : words_(std::move(words)) {
  ids_.reserve(words_.size());
  for (int id = 0; id < size(); ++id) {
    if (!ids_.emplace(words_[id], id).second) {
      throw std::invalid_argument("vocabulary: " + in_quotes(words_[id]) + " is there twice, at " +
                                  std::to_string(ids_[words_[id]]) + " and at " + std::to_string(id) +
                                  "; keep one of them");
    }
  }
}

std::optional<int> Vocabulary::id(std::string_view word) const {
  const auto found = ids_.find(std::string(word));
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> Vocabulary::words_of(std::span<const int> ids) const {
  std::vector<std::string> words;
  for (const int id : ids) words.push_back(id == no_word ? "" : word(id));
  return words;
}

}  // namespace headlight
