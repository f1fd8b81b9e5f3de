#include "core/labs/temperature.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/tape/ops/ops.h"
#include "core/tape/tape.h"

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

namespace {

std::vector<float> shared_among(std::span<const float> inputs, auto takes_part) {
  std::vector<float> shares;
  for (const float each : inputs) shares.push_back(takes_part(each) ? 1.0F : 0.0F);
  const auto count = static_cast<float>(std::count(shares.begin(), shares.end(), 1.0F));
  for (float& share : shares) share /= count;
  return shares;
}

}  // namespace

std::vector<AtTemperature> at_temperatures(std::span<const float> inputs,
                                           std::span<const float> temperatures) {
  if (std::none_of(inputs.begin(), inputs.end(), [](float x) { return std::isfinite(x); }))
    throw std::invalid_argument("a softmax at a temperature needs an input that is not masked");
  const auto columns = static_cast<Eigen::Index>(inputs.size());
  const auto rows = static_cast<Eigen::Index>(temperatures.size());
  Matrix values(rows, columns);
  Matrix factors(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const float degrees = temperatures[static_cast<std::size_t>(i)];
    if (!(degrees > 0)) throw std::invalid_argument("a temperature has to be above 0");
    factors.row(i).setConstant(1 / degrees);
    for (Eigen::Index j = 0; j < columns; ++j) values(i, j) = inputs[static_cast<std::size_t>(j)];
  }
  Tape tape;
  const int divided =
      tape.record({"divided"}, multiply(),
                  {tape.constant({"inputs"}, view(values)), tape.constant({"factors"}, view(factors))});
  const int shares = tape.record({"shares"}, softmax(), {divided});
  tape.forward();

  std::vector<AtTemperature> result;
  const ConstView rows_of_shares = tape.value(shares);
  for (std::size_t i = 0; i < temperatures.size(); ++i) {
    AtTemperature& at = result.emplace_back();
    at.temperature = temperatures[i];
    const float* row = rows_of_shares.data + static_cast<std::ptrdiff_t>(i) * columns;
    at.shares.assign(row, row + columns);
    at.entropy = entropy_bits(at.shares);
    at.largest = static_cast<double>(*std::max_element(at.shares.begin(), at.shares.end()));
  }
  return result;
}

std::vector<float> coldest_limit(std::span<const float> inputs) {
  const float most = *std::max_element(inputs.begin(), inputs.end());
  return shared_among(inputs, [most](float x) { return x == most; });
}

std::vector<float> hottest_limit(std::span<const float> inputs) {
  constexpr float masked = -std::numeric_limits<float>::infinity();
  return shared_among(inputs, [](float x) { return x != masked; });
}

std::vector<float> temperature_scale(int count) {
  std::vector<float> list;
  for (int i = 0; i < count; ++i) {
    const float share = count > 1 ? static_cast<float>(i) / static_cast<float>(count - 1) : 0;
    list.push_back(coldest * std::pow(hottest / coldest, share));
  }
  return list;
}

}  // namespace headlight
