#pragma once

#include <string_view>

namespace headlight {

// Without the white space at both ends.
inline std::string_view trimmed(std::string_view text) {
  constexpr const char* space = " \t\r\n";
  const std::size_t first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

}  // namespace headlight
