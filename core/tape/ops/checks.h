// What ops require of their inputs, and where rows stand, said the same way everywhere.
#pragma once

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/tape/code.h"

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

// In code, what lies side by side or one below the other: how many, their sizes, where they end but for the
// last, and the size of each where it is the same.
inline bool all_the_same(std::span<const int> sizes) {
  return std::all_of(sizes.begin(), sizes.end(), [&](int size) { return size == sizes.front(); });
}
inline std::vector<NamedText> sizes_in_code(std::span<const int> sizes) {
  std::string list, ends;
  int end = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (i > 0) ends += (i == 1 ? "" : ", ") + std::to_string(end);
    list += (i == 0 ? "" : ", ") + std::to_string(sizes[i]);
    end += sizes[i];
  }
  return {{"count", std::to_string(sizes.size())},
          {"sizes", list},
          {"ends", ends},
          {"size", std::to_string(sizes.empty() ? 0 : sizes.front())}};
}

}  // namespace headlight
