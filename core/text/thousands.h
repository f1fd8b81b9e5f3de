// 1234567 as "1,234,567".
#pragma once

#include <string>

namespace headlight {

inline std::string thousands(long long number) {
  std::string text = std::to_string(number);
  for (int at = static_cast<int>(text.size()) - 3; at > (number < 0 ? 1 : 0); at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

}  // namespace headlight
