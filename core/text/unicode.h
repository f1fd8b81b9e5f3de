// The little of Unicode that typed sentences need: code points, normal form, lower case; and a text as a
// message repeats it: short, on one line, and harmless to a terminal.
#pragma once

#include <exception>
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

// With what a terminal obeys and an eye does not see written out: line ends and other control characters,
// marks that turn the direction of writing, and bytes that are not UTF-8, as \n, \x1b, \u202e. What joins two
// emojis into one, or says how two letters join, stays between them.
std::string printable(std::string_view text);

// printable(), but "..." behind the first `most` letters. Takes no longer for a longer text.
std::string shortened(std::string_view text, int most = 60);

// The same between quotation marks.
std::string in_quotes(std::string_view text, int most = 60);

// What an exception says to a person: what(), but for want of memory, where the library gives the name of a
// class, and of the file system, where it gives no hint.
std::string told(const std::exception& error);

// What of a text leaves no mark on a page, as signs that do.

// A token as it is shown: "␣" for a space, "↵" for the end of a line, else itself.
inline std::string visible(std::string_view token) {
  if (token == " ") return "␣";
  if (token == "\n") return "↵";
  return std::string(token);
}

}  // namespace headlight
