#include "core/labs/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "core/tape/ops/ops.h"

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
    if (!(degrees > 0)) throw std::invalid_argument("a temperature must be above 0");
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

namespace {

void summarize(SoftmaxRows& of, double Sharpness::*what) {
  std::vector<double> values;
  for (const Sharpness& row : of.rows) values.push_back(row.*what);
  if (values.empty()) return;
  const auto count = static_cast<double>(values.size());
  of.mean.*what = std::accumulate(values.begin(), values.end(), 0.0) / count;
  of.error.*what = std::sqrt(sample_variance(values) / count);
  of.median.*what = median_of(std::move(values));
}

// The Frobenius norm of diag(a) - a a^T. The largest share, m, is taken apart: where it is nearly 1, what is
// left of it is the sum of all others, and no difference of two numbers near 1.
//   |J|^2 = a_m^2 (sum_j a_j)^2 + sum_j a_j^2 (1 - a_j)^2 + 2 a_m^2 sum_j a_j^2 + sum_{i != j} a_i^2 a_j^2
double jacobian_norm(std::span<const float> shares, std::size_t largest) {
  double sum = 0, squares = 0, fourths = 0, own = 0;
  for (std::size_t j = 0; j < shares.size(); ++j) {
    if (j == largest) continue;
    const auto a = static_cast<double>(shares[j]);
    sum += a;
    squares += a * a;
    fourths += a * a * a * a;
    own += a * a * (1 - a) * (1 - a);
  }
  const auto most = static_cast<double>(shares[largest]);
  return std::sqrt(most * most * (sum * sum + 2 * squares) + own +
                   std::max(0.0, squares * squares - fourths));
}

// `factor`: what the products are multiplied by before the softmax.
SoftmaxRows softmax_rows(ConstView inputs, OpPtr before, double factor) {
  Tape tape;
  const int scores = tape.parameter({"scores"}, inputs);
  const int asked = before == nullptr ? scores : tape.record({"scaled"}, std::move(before), {scores});
  const int weights = tape.record({"weights"}, softmax(), {asked});
  tape.forward();

  SoftmaxRows result;
  result.weights = tape.value(weights).map();
  result.rows.resize(static_cast<std::size_t>(inputs.shape.rows));
  for (int row = 0; row < inputs.shape.rows; ++row) {
    Sharpness& each = result.rows[static_cast<std::size_t>(row)];
    const std::span<const float> shares(&result.weights(row, 0), static_cast<std::size_t>(inputs.shape.cols));
    const auto largest = std::max_element(shares.begin(), shares.end());
    each.largest = static_cast<double>(*largest);
    each.gradient = jacobian_norm(shares, static_cast<std::size_t>(largest - shares.begin()));
    each.by_product = each.gradient * factor;
    each.entropy = entropy_bits(shares);
  }
  for (double Sharpness::*what :
       {&Sharpness::largest, &Sharpness::entropy, &Sharpness::gradient, &Sharpness::by_product})
    summarize(result, what);
  return result;
}

constexpr std::uint64_t of_vectors = 0x5ca1ab1eULL;  // their own stream of the seed

std::uint64_t stream_of_query(std::uint64_t seed, int query) {
  constexpr std::uint64_t apart = 0xbf58476d1ce4e5b9ULL;
  return (seed ^ of_vectors) ^ (static_cast<std::uint64_t>(query) * apart);
}

}  // namespace

SampledProducts::SampledProducts(int samples, std::uint64_t seed, const SampledProducts* before)
    : samples_(samples), seed_(seed), random_(seed) {
  if (before != nullptr && before->seed_ == seed) {
    random_ = before->random_;
    blocks_ = before->blocks_;
  }
  while (static_cast<int>(blocks_.size()) * in_block < samples) {
    auto block = std::make_shared<Block>(std::size_t{most_dimensions} * in_block);
    for (std::size_t sample = 0; sample < in_block; ++sample) {
      double sum = 0;
      for (std::size_t d = 0; d < most_dimensions; ++d) {
        const double q = random_.normal();
        sum += q * random_.normal();
        (*block)[d * in_block + sample] = static_cast<float>(sum);
      }
    }
    blocks_.push_back(std::move(block));
  }
}

std::vector<double> SampledProducts::at(int d_k) const {
  if (d_k < 1 || d_k > most_dimensions) throw std::out_of_range("d_k " + std::to_string(d_k));
  std::vector<double> products;
  products.reserve(static_cast<std::size_t>(samples_));
  for (const std::shared_ptr<const Block>& block : blocks_) {
    const auto begin = block->begin() + std::ptrdiff_t{d_k - 1} * in_block;
    const auto count = std::min<std::ptrdiff_t>(in_block, samples_ - std::ssize(products));
    products.insert(products.end(), begin, begin + count);
  }
  return products;
}

double sample_variance(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum / (count - 1);
}

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double variance_error(int d_k, int samples) {
  const double d = d_k;
  const double n = samples;
  return std::sqrt((3 * d * d + 6 * d - d * d * (n - 3) / (n - 1)) / n);
}

double normal_density(double x, double variance) {
  return std::exp(-x * x / (2 * variance)) / std::sqrt(2 * std::numbers::pi * variance);
}

std::vector<double> histogram(std::span<const double> values, double from, double to, int bins) {
  std::vector<double> density(static_cast<std::size_t>(bins));
  const double width = (to - from) / bins;
  for (const double value : values) {
    const double bin = std::floor((value - from) / width);
    if (bin >= 0 && bin < bins) density[static_cast<std::size_t>(bin)] += 1;
  }
  for (double& each : density) each /= static_cast<double>(std::max<std::size_t>(1, values.size())) * width;
  return density;
}

SoftmaxStudy study_softmax(const QueriesAndKeys& vectors, int d_k) {
  const Matrix queries = vectors.queries.leftCols(d_k);
  const Matrix keys = vectors.keys.leftCols(d_k);
  Tape tape;
  int scores = tape.record({"scores"}, dot_products(),
                           {tape.constant({"query"}, view(queries)), tape.constant({"key"}, view(keys))});
  if (vectors.mask.size() > 0)
    scores = tape.record({"masked"}, add(), {scores, tape.constant({"mask"}, view(vectors.mask))});
  tape.forward();
  return study_scores(tape.value(scores), d_k);
}

SoftmaxStudy study_scores(ConstView scores, int d_k) {
  SoftmaxStudy study;
  study.d_k = d_k;
  study.scores = scores.map();
  study.plain = softmax_rows(view(study.scores), nullptr, 1);
  study.scaled = softmax_rows(view(study.scores), divide_by_root(d_k), 1 / std::sqrt(d_k));
  return study;
}

LengthStudy study_length(std::span<const QueriesAndKeys> vectors, int d_k, float length) {
  constexpr float epsilon = 1e-6F;
  Eigen::Index rows = 0;
  for (const QueriesAndKeys& each : vectors) rows += each.queries.rows();
  const Eigen::Index keys = vectors.empty() ? 0 : vectors.front().keys.rows();
  Matrix products(rows, keys), of_normed(rows, keys);
  const Matrix ones = Matrix::Ones(1, d_k);
  Eigen::Index row = 0;
  for (const QueriesAndKeys& each : vectors) {
    const Matrix queries = length * each.queries.leftCols(d_k), asked = length * each.keys.leftCols(d_k);
    Tape tape;
    const int q = tape.constant({"query"}, view(queries)), k = tape.constant({"key"}, view(asked));
    const int gain = tape.constant({"gain"}, view(ones));
    const auto scores_of = [&](const char* name, int query, int key) {
      const int scores = tape.record({name}, dot_products(), {query, key});
      if (each.mask.size() == 0) return scores;
      return tape.record({std::string(name) + ", masked"}, add(),
                         {scores, tape.constant({std::string(name) + ", mask"}, view(each.mask))});
    };
    const auto normed = [&](const char* name, int of) {
      return tape.record({name}, normalize(Normalization::rms, epsilon), {of, gain});
    };
    const int plain = scores_of("scores", q, k);
    const int other = scores_of("scores of normed", normed("normed query", q), normed("normed key", k));
    tape.forward();
    products.middleRows(row, queries.rows()) = tape.value(plain).map();
    of_normed.middleRows(row, queries.rows()) = tape.value(other).map();
    row += queries.rows();
  }
  const double factor = 1 / std::sqrt(d_k);
  return {.length = static_cast<double>(length),
          .divided = softmax_rows(view(products), divide_by_root(d_k), factor),
          .normed = softmax_rows(view(of_normed), divide_by_root(d_k), factor)};
}

SampledScores::SampledScores(int queries, int keys, std::uint64_t seed, const SampledScores* before)
    : keys_(keys), seed_(seed) {
  const std::vector<int> dimensions = doubling_dimensions(most_dimensions);
  if (before != nullptr && before->seed_ == seed && before->queries_.rows() == queries) {
    random_ = before->random_;
    queries_ = before->queries_;
    first_keys_ = before->first_keys_;
    scores_ = before->scores_;
  } else {
    queries_.resize(queries, most_dimensions);
    for (int query = 0; query < queries; ++query) {
      random_.emplace_back(stream_of_query(seed, query));
      queries_.row(query) = normal_matrix(1, most_dimensions, random_.back());
    }
    scores_.assign(dimensions.size(), Matrix(queries, 0));
  }
  const auto drawn = static_cast<int>(scores_.front().cols());
  if (drawn >= keys) return;
  first_keys_.conservativeResize(keys, most_dimensions);
  for (Matrix& each : scores_) each.conservativeResize(queries, keys);
  for (int query = 0; query < queries; ++query) {
    const Matrix more =
        normal_matrix(keys - drawn, most_dimensions, random_[static_cast<std::size_t>(query)]);
    if (query == 0) first_keys_.bottomRows(keys - drawn) = more;
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
      const int d_k = dimensions[i];
      scores_[i].row(query).tail(keys - drawn) =
          queries_.row(query).head(d_k) * more.leftCols(d_k).transpose();
    }
  }
}

QueriesAndKeys SampledScores::first() const {
  QueriesAndKeys vectors;
  vectors.queries = queries_.topRows(1);
  vectors.keys = first_keys_.topRows(keys_);
  return vectors;
}

std::vector<QueriesAndKeys> SampledScores::vectors() const {
  std::vector<QueriesAndKeys> all;
  for (int query = 0; query < static_cast<int>(queries_.rows()); ++query) {
    Random random(stream_of_query(seed_, query));
    QueriesAndKeys& each = all.emplace_back();
    each.queries = normal_matrix(1, most_dimensions, random);
    each.keys = normal_matrix(keys_, most_dimensions, random);
  }
  return all;
}

std::vector<SoftmaxStudy> SampledScores::softmaxes() const {
  const std::vector<int> dimensions = doubling_dimensions(most_dimensions);
  std::vector<SoftmaxStudy> studies;
  studies.reserve(dimensions.size());
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    const Matrix asked = scores_[i].leftCols(keys_);
    studies.push_back(study_scores(view(asked), dimensions[i]));
  }
  return studies;
}

std::vector<int> doubling_dimensions(int most) {
  std::vector<int> list;
  for (int d = 1; d < most; d *= 2) list.push_back(d);
  list.push_back(most);
  return list;
}

}  // namespace headlight
