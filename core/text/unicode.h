// The little of Unicode that typed sentences need: code points, normal form, lower case.
#pragma once

#include <string>
#include <string_view>

namespace headlight {

// Code points of `text`, canonically composed (NFC): "e" and a combining accent become one "é".
// Throws std::invalid_argument, naming the byte, when `text` is not UTF-8.
std::u32string composed_code_points(std::string_view text);

// The code points without composing them, for counting letters. Same error.
std::u32string code_points(std::string_view text);

char32_t lower_case(char32_t letter);
// Of a text; bytes that are not UTF-8 become U+FFFD.
std::string lower_case(std::string_view text);

// Spaces, tabs, line ends and every other invisible separator.
bool is_space(char32_t letter);

bool is_letter(char32_t letter);

// An emoji or another symbol that is neither letter nor punctuation: ☂, 🐶, ©.
bool is_picture(char32_t letter);
// What stands between the parts of one emoji and is never seen.
bool joins_pictures(char32_t letter);

// A sign that is set on the letter before it, as an accent that is a letter of its own.
bool is_mark(char32_t letter);

// Where the letter that begins at `from` ends, as a person counts them: with its marks, and an emoji with all
// its parts. A byte that is not UTF-8 is one of its own.
std::size_t end_of_letter(std::string_view text, std::size_t from);

void append_utf8(std::string& text, char32_t letter);

// The text with U+FFFD for every byte that is not UTF-8.
std::string valid_utf8(std::string_view text);

// Without the white space at both ends.
inline std::string_view trimmed(std::string_view text) {
  constexpr const char* space = " \t\r\n";
  const std::size_t first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

}  // namespace headlight
