// What ops require of their inputs, said the same way everywhere.
#pragma once

#include <span>
#include <stdexcept>
#include <string>

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

}  // namespace headlight
