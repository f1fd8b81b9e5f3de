// Values that two computations agree on.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/tape/tape.h"

namespace headlight {

// The same but for rounding: within `tolerance` of 1 or of the larger number; infinite, or no number, in
// both.
inline bool alike(float a, float b, double tolerance) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b) return true;
  const double size = std::max({1.0, std::abs(static_cast<double>(a)), std::abs(static_cast<double>(b))});
  return std::abs(static_cast<double>(a) - static_cast<double>(b)) <= tolerance * size;
}

inline testing::AssertionResult alike(ConstView a, ConstView b, double tolerance = 1e-5) {
  if (a.shape != b.shape)
    return testing::AssertionFailure() << to_string(a.shape) << " and " << to_string(b.shape);
  for (int row = 0; row < a.shape.rows; ++row) {
    for (int col = 0; col < a.shape.cols; ++col) {
      if (!alike(a(row, col), b(row, col), tolerance))
        return testing::AssertionFailure()
               << "[" << row << ", " << col << "] is " << a(row, col) << " and " << b(row, col);
    }
  }
  return testing::AssertionSuccess();
}

// Two tapes of the same nodes; what was dropped is computed again. Edits can make a row's variance vanish,
// and a norm then makes much of the rounding.
inline void expect_alike(const Tape& a, const Tape& b, double tolerance = 1e-3) {
  ASSERT_EQ(a.size(), b.size());
  for (int id = 0; id < a.size(); ++id) {
    const Matrix of_a = a.recomputed(id);
    const Matrix of_b = b.recomputed(id);
    ASSERT_TRUE(alike(view(of_a), view(of_b), tolerance)) << a.node(id).label.path;
  }
}

}  // namespace headlight
