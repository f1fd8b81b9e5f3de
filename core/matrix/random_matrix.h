// Matrices of random numbers.
#pragma once

#include "core/matrix/matrix.h"
#include "core/matrix/random.h"

namespace headlight {

// [rows, cols] from a normal distribution with mean 0 and standard deviation `spread`, drawn row by row.
inline Matrix normal_matrix(Eigen::Index rows, Eigen::Index cols, Random& random, double spread = 1) {
  Matrix matrix(rows, cols);
  for (Eigen::Index i = 0; i < matrix.size(); ++i)
    matrix.data()[i] = static_cast<float>(spread * random.normal());
  return matrix;
}

}  // namespace headlight
