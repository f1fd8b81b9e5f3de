// What ops require of their inputs, and where rows stand, said the same way everywhere.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/matrix/matrix.h"

namespace headlight {

inline void say(std::string& text, const char* part) { text += part; }
inline void say(std::string& text, int part) { text += std::to_string(part); }
inline void say(std::string& text, Shape part) { text += to_string(part); }

// Throws std::invalid_argument with the parts one after another. They are put together only then: shapes are
// checked for every node that is recorded.
template <typename... Parts>
void require(bool condition, const Parts&... parts) {
  if (condition) return;
  std::string what;
  (say(what, parts), ...);
  throw std::invalid_argument(what);
}

inline void require_inputs(std::span<const Shape> inputs, int least, int most) {
  const int count = static_cast<int>(inputs.size());
  require(count >= least && count <= most, "takes ", least, " to ", most, " inputs, got ", count);
}

// In code, so many places from `first` on: "11", or "3, 14"; with ":" between them always both, "0:11".
inline std::string range_of_places(int first, int count, std::string_view between = ", ") {
  const std::string end = std::to_string(first + count);
  return first == 0 && between == ", " ? end : std::to_string(first) + std::string(between) + end;
}

}  // namespace headlight
