#include "core/labs/distribution.h"

#include <cmath>
#include <stdexcept>

namespace headlight {

double entropy_bits(std::span<const float> shares) {
  double bits = 0;
  for (const float share : shares) {
    const auto p = static_cast<double>(share);
    if (p > 0) bits -= p * std::log2(p);
  }
  return bits;
}

double total_variation(std::span<const float> p, std::span<const float> q) {
  if (p.size() != q.size()) throw std::invalid_argument("total variation: rows of different lengths");
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    sum += std::fabs(static_cast<double>(p[i]) - static_cast<double>(q[i]));
  return sum / 2;
}

}  // namespace headlight
