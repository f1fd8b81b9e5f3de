// What of a text leaves no mark on a page, as signs that do.
#pragma once

#include <string>
#include <string_view>

namespace headlight {

// A token as it is shown: "␣" for a space, "↵" for the end of a line, else itself.
inline std::string visible(std::string_view token) {
  if (token == " ") return "␣";
  if (token == "\n") return "↵";
  return std::string(token);
}

}  // namespace headlight
