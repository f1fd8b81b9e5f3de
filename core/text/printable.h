// What somebody typed or stored, as a message repeats it: short, on one line, and harmless to a terminal.
#pragma once

#include <string>
#include <string_view>

namespace headlight {

// With what a terminal obeys and an eye does not see written out: line ends and other control characters,
// marks that turn the direction of writing, and bytes that are not UTF-8, as \n, \x1b, \u202e.
std::string printable(std::string_view text);

// printable(), but "..." behind the first `most` letters. Takes no longer for a longer text.
std::string shortened(std::string_view text, int most = 60);

// The same between quotation marks.
std::string in_quotes(std::string_view text, int most = 60);

// What of a text leaves no mark on a page, as signs that do.

// A token as it is shown: "␣" for a space, "↵" for the end of a line, else itself.
inline std::string visible(std::string_view token) {
  if (token == " ") return "␣";
  if (token == "\n") return "↵";
  return std::string(token);
}

}  // namespace headlight
