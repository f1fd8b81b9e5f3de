// A text whose letters know where in the typed text they come from, what tokenizers do with it before it is
// cut into pieces, and the patterns they cut it with.
#pragma once

#include <cstddef>
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

// What the steps of a file make of a text has an end, as the text itself has one: a file of a few lines can
// say that every letter becomes ten, twelve times over.
inline constexpr std::size_t longest_typed = 100'000;        // bytes
inline constexpr std::size_t most_letters_made = 1'000'000;  // of one text, between two steps
// To be called by every step that may make more letters than it was given, with how many there are so far.
// Throws std::invalid_argument for more than `most_letters_made`, and Stopped (core/platform/background.h).
void require_room(std::size_t letters);

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
  // std::invalid_argument where that takes too many steps.
  std::vector<std::pair<std::size_t, std::size_t>> matches(const SpannedText& text) const;

 private:
  std::shared_ptr<const void> compiled_;
  std::string expression_;
};

// Where GPT-2's words end. Radford et al. 2019.
inline constexpr const char* gpt2_words =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

}  // namespace headlight
