// A text whose letters know where in the typed text they come from, and what tokenizers do with it before it
// is cut into pieces.
#pragma once

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

}  // namespace headlight
