// What ops require of their inputs, said the same way everywhere.
#pragma once

#include <span>
#include <stdexcept>
#include <string>

#include "core/matrix/matrix.h"

namespace headlight {

inline void require(bool condition, const std::string& what) {
  if (!condition) throw std::invalid_argument(what);
}

inline void require_inputs(std::span<const Shape> inputs, std::size_t least, std::size_t most) {
  require(inputs.size() >= least && inputs.size() <= most,
          "takes " + std::to_string(least) + (most > least ? " or " + std::to_string(most) : "") +
              " inputs, got " + std::to_string(inputs.size()));
}

}  // namespace headlight
