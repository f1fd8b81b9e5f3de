// Matrices of random numbers that are the same in every run.
#pragma once

#include "core/matrix/random.h"

namespace headlight {

inline Matrix random_matrix(int rows, int columns, std::uint64_t seed) {
  Random random(seed);
  return normal_matrix(rows, columns, random);
}

}  // namespace headlight
