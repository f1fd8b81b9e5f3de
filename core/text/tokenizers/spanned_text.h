// A text whose letters know where in the typed text they come from, what tokenizers do with it before it is
// cut into pieces, and the patterns they cut it with.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/tokenizer.h"

namespace headlight {

struct SpannedLetter {
  char32_t letter = 0;
  TextSpan from = {};
};
using SpannedText = std::vector<SpannedLetter>;

// What is not UTF-8 is U+FFFD, a byte each.
SpannedText spanned(std::string_view text);
std::string utf8_of(const SpannedText& text);
std::string utf8_of(SpannedText::const_iterator begin, SpannedText::const_iterator end);

// All white space of Unicode.
bool is_white_space(char32_t letter);
// A letter of Unicode's punctuation, or a sign of ASCII.
bool is_punctuation(char32_t letter);
// A letter, a mark, a digit or an underscore: what \w is.
bool is_word_letter(char32_t letter);

enum class NormalForm { nfc, nfd, nfkc, nfkd };
// Unicode's normal forms, each cluster of letters by itself.
SpannedText normalized(const SpannedText& text, NormalForm form);
// Letter by letter.
SpannedText in_lower_case(const SpannedText& text);
// Without the marks that do not take room, such as accents.
SpannedText without_marks(const SpannedText& text);
// As BERT does first: no control characters, every white space a space.
SpannedText without_controls(const SpannedText& text);
// A space on both sides of every Chinese character, each of which is a word.
SpannedText with_room_for_chinese(const SpannedText& text);
// `with` in place of every `what`.
SpannedText replaced(const SpannedText& text, const std::u32string& what, const std::u32string& with);
// `with` in place of each of these parts [begin, end), which follow one another.
SpannedText replaced(const SpannedText& text, const std::vector<std::pair<std::size_t, std::size_t>>& parts,
                     const std::u32string& with);
// Without the white space at its ends.
SpannedText without_ends(const SpannedText& text, bool left, bool right);
// With `what` before it, unless it is empty.
SpannedText behind(const std::u32string& what, SpannedText text);

// A regular expression over Unicode, as tokenizers cut a text with it.

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
