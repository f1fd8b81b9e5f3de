// The words a model knows, each with its number.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headlight {

// In place of an id: an edit left nothing to choose by.
inline constexpr int no_word = -1;

class Vocabulary {
 public:
  Vocabulary() = default;

  // Ids are places in `words`, from zero. Throws std::invalid_argument when a word stands twice.
  explicit Vocabulary(std::vector<std::string> words);

  int size() const { return static_cast<int>(words_.size()); }
  const std::string& word(int id) const { return words_.at(id); }
  std::optional<int> id(std::string_view word) const;
  const std::vector<std::string>& words() const { return words_; }
  // The words of these ids; empty for `no_word`.
  std::vector<std::string> words_of(std::span<const int> ids) const;

 private:
  std::vector<std::string> words_;
  std::unordered_map<std::string, int> ids_;
};

}  // namespace headlight
