// Random numbers that are the same on every machine: the standard library's distributions are not.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "core/matrix/matrix.h"

namespace headlight {

// A well-mixed 32-bit hash: the n-th number of a stream without the n - 1 before it.
inline std::uint32_t hash32(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  x ^= x >> 16;
  return x;
}

// splitmix64: small, fast, and any seed is a good one.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  // In [0, 1).
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  // A whole number in [0, n); n > 0.
  int below(int n) { return static_cast<int>(uniform() * n); }
  bool chance(double probability) { return uniform() < probability; }

  // Mean 0, variance 1 (Box and Muller 1958).
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
  }

 private:
  std::uint64_t state_;
};

// Matrices of random numbers.

// [rows, cols] from a normal distribution with mean 0 and standard deviation `spread`, drawn row by row.
inline Matrix normal_matrix(Eigen::Index rows, Eigen::Index cols, Random& random, double spread = 1) {
  Matrix matrix(rows, cols);
  for (Eigen::Index i = 0; i < matrix.size(); ++i)
    matrix.data()[i] = static_cast<float>(spread * random.normal());
  return matrix;
}

}  // namespace headlight
