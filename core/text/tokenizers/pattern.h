// A regular expression over Unicode, as tokenizers cut a text with it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/text/tokenizers/spanned_text.h"

namespace headlight {

class Pattern {
 public:
  // Throws std::invalid_argument for what is no regular expression.
  explicit Pattern(const std::string& expression);

  // The places [begin, end) in `text` of what matches, from the left, none of them empty. Throws
  // std::invalid_argument where that takes too long.
  std::vector<std::pair<std::size_t, std::size_t>> matches(const SpannedText& text) const;

 private:
  std::shared_ptr<const void> compiled_;
  std::string expression_;
};

// Where GPT-2's words end. Radford et al. 2019.
inline constexpr const char* gpt2_words =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

}  // namespace headlight
