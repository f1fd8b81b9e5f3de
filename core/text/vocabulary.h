// The words a model knows, each with its number.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headlight {

// In place of an id: an edit left nothing to choose by.
inline constexpr int no_word = -1;

// Never changed, and shared by its copies: a tokenizer and the models of a folder have the same one.
class Vocabulary {
 public:
  Vocabulary();

  // Ids are places in `words`, from zero. Throws std::invalid_argument when a word stands twice.
  explicit Vocabulary(std::vector<std::string> words);

  int size() const { return static_cast<int>(words().size()); }
  const std::string& word(int id) const { return words().at(id); }
  std::optional<int> id(std::string_view word) const;
  const std::vector<std::string>& words() const { return table_->words; }
  // The same, as long as it is asked for.
  std::shared_ptr<const std::vector<std::string>> shared_words() const { return {table_, &table_->words}; }
  // The words of these ids; empty for `no_word`.
  std::vector<std::string> words_of(std::span<const int> ids) const;

 private:
  struct Table {
    std::vector<std::string> words;
    std::unordered_map<std::string_view, int> ids;  // of `words`
  };
  std::shared_ptr<const Table> table_;
};

}  // namespace headlight
