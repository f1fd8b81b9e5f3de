// The lab on scaling against theory, finite differences and naive sums.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/labs/softmax.h"
#include "core/matrix/random.h"

namespace headlight {
namespace {

// Four standard errors: one of some thousand draws strays farther.
TEST(LabScaling, TheVarianceOfProductsIsDimensionsWithinTheSamplingError) {
  for (const std::uint64_t seed : {1U, 2U, 7U, 1234U}) {
    const SampledProducts products(2000, seed);
    double squares = 0;
    for (const int d_k : doubling_dimensions(most_dimensions)) {
      const double error = variance_error(d_k, products.samples());
      const double away = (sample_variance(products.at(d_k)) - d_k) / error;
      EXPECT_LT(std::fabs(away), 4) << "d_k " << d_k << ", seed " << seed;
      squares += away * away;
    }
    // Errors that were far too large would never be left.
    EXPECT_GT(squares, 0.1) << "seed " << seed;
  }
}

TEST(LabScaling, TheStandardErrorIsTheSpreadOfManyVariances) {
  for (const int d_k : {1, 4, 16}) {
    std::vector<double> variances;
    Random random(d_k);
    constexpr int samples = 200;
    for (int draw = 0; draw < 1500; ++draw) {
      std::vector<double> products(samples);
      for (double& each : products) {
        for (int d = 0; d < d_k; ++d) {
          const double q = random.normal();
          each += q * random.normal();
        }
      }
      variances.push_back(sample_variance(products));
    }
    EXPECT_NEAR(std::sqrt(sample_variance(variances)) / variance_error(d_k, samples), 1, 0.15) << d_k;
  }
}

TEST(LabScaling, DrawsAreRepeatedAndDifferFromOneAnother) {
  const SampledProducts first(100, 3);
  EXPECT_EQ(first.at(17), SampledProducts(100, 3).at(17));
  EXPECT_NE(first.at(17), SampledProducts(100, 4).at(17));
  // More, and fewer again, are those drawn at once.
  const SampledProducts more(342, 3, &first);
  EXPECT_EQ(more.at(64), SampledProducts(342, 3).at(64));
  EXPECT_EQ(SampledProducts(57, 3, &more).at(64), SampledProducts(57, 3).at(64));
  EXPECT_EQ(SampledProducts(57, 4, &more).at(64), SampledProducts(57, 4).at(64));
  EXPECT_THROW(first.at(0), std::out_of_range);
  EXPECT_THROW(first.at(most_dimensions + 1), std::out_of_range);
}

TEST(LabScaling, TheHistogramIsADensity) {
  const std::vector<double> values{-1.0, -0.2, 0.1, 0.3, 0.9, 5.0};
  const std::vector<double> density = histogram(values, -1, 1, 4);
  EXPECT_EQ(density, (std::vector<double>{1 / 3.0, 1 / 3.0, 2 / 3.0, 1 / 3.0}));
  double sum = 0;
  for (int i = -4000; i <= 4000; ++i) sum += normal_density(i * 0.01, 9) * 0.01;
  EXPECT_NEAR(sum, 1, 1e-6);
}

// Of one row of scores, in double precision and without the tape.
std::vector<double> naive_softmax(const std::vector<double>& x) {
  const double most = *std::max_element(x.begin(), x.end());
  double sum = 0;
  for (const double each : x) sum += std::exp(each - most);
  std::vector<double> shares(x.size());
  std::transform(x.begin(), x.end(), shares.begin(),
                 [&](double each) { return std::exp(each - most) / sum; });
  return shares;
}

double naive_gradient_norm(std::vector<double> x) {
  constexpr double step = 1e-5;
  double squares = 0;
  for (double& each : x) {
    if (std::isinf(each)) continue;
    const double before = each;
    each = before + step;
    const std::vector<double> above = naive_softmax(x);
    each = before - step;
    const std::vector<double> below = naive_softmax(x);
    each = before;
    for (std::size_t i = 0; i < x.size(); ++i) squares += std::pow((above[i] - below[i]) / (2 * step), 2);
  }
  return std::sqrt(squares);
}

void expect_like_the_naive_one(const QueriesAndKeys& vectors, int d_k) {
  const SoftmaxStudy study = study_softmax(vectors, d_k);
  double largest = 0;
  for (Eigen::Index row = 0; row < vectors.queries.rows(); ++row) {
    for (const bool scaled : {false, true}) {
      std::vector<double> scores;
      for (Eigen::Index key = 0; key < vectors.keys.rows(); ++key) {
        double sum = vectors.mask.size() > 0 ? static_cast<double>(vectors.mask(row, key)) : 0;
        for (int d = 0; d < d_k; ++d)
          sum += static_cast<double>(vectors.queries(row, d)) * static_cast<double>(vectors.keys(key, d));
        scores.push_back(scaled ? sum / std::sqrt(d_k) : sum);
      }
      const SoftmaxRows& rows = scaled ? study.scaled : study.plain;
      const Sharpness& at = rows.rows.at(static_cast<std::size_t>(row));
      double bits = 0;
      const std::vector<double> shares = naive_softmax(scores);
      for (const double share : shares) bits -= share > 0 ? share * std::log(share) / std::log(2.0) : 0;
      EXPECT_NEAR(at.entropy, bits, 1e-3);
      EXPECT_NEAR(at.largest, *std::max_element(shares.begin(), shares.end()), 1e-4);
      EXPECT_NEAR(at.gradient, naive_gradient_norm(scores), 2e-4) << "row " << row << ", d_k " << d_k;
      const double inner = scaled ? std::sqrt(static_cast<double>(d_k)) : 1;
      EXPECT_NEAR(at.by_product, naive_gradient_norm(scores) / inner, 2e-4) << "by q.k, the chain rule";
      largest = std::max(largest, at.gradient);
    }
  }
  EXPECT_GT(largest, 0.01) << "all gradients vanish: nothing was compared";
}

QueriesAndKeys random_vectors(int queries, int keys, std::uint64_t seed) {
  Random random(seed);
  QueriesAndKeys vectors;
  vectors.queries = normal_matrix(queries, most_dimensions, random);
  vectors.keys = normal_matrix(keys, most_dimensions, random);
  return vectors;
}

TEST(LabScaling, GradientsAndEntropiesAreThoseOfNaiveTwins) {
  for (const std::uint64_t seed : {1U, 5U}) {
    QueriesAndKeys vectors = random_vectors(4, 7, seed);
    for (const int d_k : {1, 3, 16, 200}) expect_like_the_naive_one(vectors, d_k);
    vectors.mask = Matrix::Zero(4, 7);
    for (int row = 0; row < 4; ++row) {
      for (int key = row + 1; key < 7; ++key)
        vectors.mask(row, key) = -std::numeric_limits<float>::infinity();
    }
    expect_like_the_naive_one(vectors, 16);
  }
}

TEST(LabScaling, WithoutScalingTheGradientFadesAndWithItStays) {
  const QueriesAndKeys vectors = random_vectors(64, 16, 9);
  const SoftmaxStudy small = study_softmax(vectors, 4);
  const SoftmaxStudy large = study_softmax(vectors, 1024);
  EXPECT_LT(large.plain.mean.gradient, small.plain.mean.gradient / 4);
  EXPECT_NEAR(large.scaled.mean.gradient / small.scaled.mean.gradient, 1, 0.35);
  EXPECT_GT(large.plain.mean.largest, 0.9);
}

// The mean fades slowly, for a few rows with a near tie hold it up; the row in the middle shows the collapse.
// By q.k the division costs a factor of 1 / sqrt(d_k), and no more.
TEST(LabScaling, TheMedianGradientCollapsesWithoutScalingAndFallsLikeTheRootWithIt) {
  const QueriesAndKeys vectors = random_vectors(64, 16, 9);
  const SoftmaxStudy small = study_softmax(vectors, 4);
  const SoftmaxStudy large = study_softmax(vectors, 1024);
  EXPECT_LT(large.plain.median.gradient, large.plain.mean.gradient / 100);
  EXPECT_LT(large.plain.median.by_product, large.scaled.median.by_product / 10);
  EXPECT_GT(large.plain.mean.by_product, large.scaled.mean.by_product)
      << "of the means the order is the other";
  EXPECT_NEAR(large.scaled.median.by_product / small.scaled.median.by_product, 2.0 / 32, 0.03);
  EXPECT_DOUBLE_EQ(median_of({3, 1, 2}), 2);
  EXPECT_DOUBLE_EQ(median_of({4, 1, 2, 3}), 2.5);
  EXPECT_DOUBLE_EQ(median_of({}), 0);
}

// Naive twins of both softmaxes: products of longer vectors grow with the square of their length, those of
// normed ones do not grow.
TEST(LabScaling, LongerVectorsSharpenAllButNormedOnes) {
  const SampledScores sampled(8, 5, 3);
  const std::vector<QueriesAndKeys> all = sampled.vectors();
  ASSERT_EQ(all.size(), 8U);
  EXPECT_EQ(all.front().queries, sampled.first().queries);
  EXPECT_EQ(all.front().keys, sampled.first().keys);
  constexpr int d_k = 32;
  for (const float length : {1.0F, 4.0F}) {
    const LengthStudy found = study_length(all, d_k, length);
    ASSERT_EQ(found.divided.rows.size(), 8U);
    for (const bool normed : {false, true}) {
      const Matrix& weights = (normed ? found.normed : found.divided).weights;
      for (std::size_t query = 0; query < all.size(); ++query) {
        std::vector<double> shares;
        double sum = 0;
        for (int key = 0; key < 5; ++key) {
          double product = 0, of_query = 0, of_key = 0;
          for (int d = 0; d < d_k; ++d) {
            const double q = all[query].queries(0, d), k = all[query].keys(key, d);
            product += q * k;
            of_query += q * q;
            of_key += k * k;
          }
          const double lengths = std::sqrt(of_query / d_k) * std::sqrt(of_key / d_k);
          shares.push_back(std::exp(product * (normed ? 1 / lengths : length * length) / std::sqrt(d_k)));
          sum += shares.back();
        }
        for (int key = 0; key < 5; ++key)
          EXPECT_NEAR(weights(static_cast<int>(query), key), shares[static_cast<std::size_t>(key)] / sum,
                      1e-5)
              << normed << ", length " << length;
      }
    }
  }
  const LengthStudy once = study_length(all, d_k, 1), longer = study_length(all, d_k, 8);
  EXPECT_GT(longer.divided.mean.largest, once.divided.mean.largest + 0.3);
  EXPECT_NEAR(longer.normed.mean.largest, once.normed.mean.largest, 1e-5);
}

TEST(LabScaling, EverySampledQueryAsksKeysOfItsOwn) {
  const SampledScores sampled(3, 5, 8);
  const std::vector<SoftmaxStudy> studies = sampled.softmaxes();
  ASSERT_EQ(studies.size(), doubling_dimensions(most_dimensions).size());
  const QueriesAndKeys first = sampled.first();
  for (const SoftmaxStudy& study : studies) {
    const SoftmaxStudy alone = study_softmax(first, study.d_k);
    for (int key = 0; key < 5; ++key)
      EXPECT_NEAR(study.scores(0, key), alone.scores(0, key),
                  1e-3F * std::sqrt(static_cast<float>(study.d_k)));
  }
  // With the same keys, a long key would be long for all who ask: the means would stray farther than their
  // errors, which take the rows for independent.
  constexpr int draws = 24;
  double squares = 0;
  std::vector<double> means;
  std::vector<double> errors;
  for (int seed = 1; seed <= draws; ++seed) {
    const SoftmaxStudy narrow = SampledScores(48, 4, static_cast<std::uint64_t>(seed)).softmaxes().front();
    means.push_back(narrow.scaled.mean.entropy);
    errors.push_back(narrow.scaled.error.entropy);
  }
  double mean = 0;
  for (const double each : means) mean += each / draws;
  for (int i = 0; i < draws; ++i)
    squares += std::pow((means[static_cast<std::size_t>(i)] - mean) / errors[static_cast<std::size_t>(i)], 2);
  EXPECT_LT(squares / (draws - 1), 2.2);
  EXPECT_GT(squares / (draws - 1), 0.3);
}

// What was drawn once stays: while the number of keys is dragged, only keys that nobody asked before are
// drawn.
TEST(LabScaling, MoreKeysBeginWithThoseOfFewer) {
  const SampledScores few(4, 3, 11);
  const SampledScores more(4, 9, 11, &few);
  const SampledScores fewer(4, 2, 11, &more);
  const SampledScores at_once(4, 9, 11);
  const SampledScores another(4, 9, 12, &more);
  EXPECT_FALSE(more.first().keys.isApprox(another.first().keys));
  EXPECT_TRUE(more.first().keys.isApprox(at_once.first().keys));
  EXPECT_TRUE(more.first().queries.isApprox(few.first().queries));
  EXPECT_TRUE(fewer.first().keys.isApprox(at_once.first().keys.topRows(2)));
  const auto all = more.softmaxes();
  const auto alone = at_once.softmaxes();
  const auto two = fewer.softmaxes();
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_TRUE(all[i].scores.isApprox(alone[i].scores, 1e-4F)) << "d_k " << all[i].d_k;
    EXPECT_TRUE(two[i].scores.isApprox(alone[i].scores.leftCols(2), 1e-4F)) << "d_k " << all[i].d_k;
  }
}

TEST(LabScaling, TheErrorIsThatOfAMean) {
  const SoftmaxStudy study = SampledScores(50, 6, 3).softmaxes().front();
  std::vector<double> largest;
  for (const Sharpness& row : study.plain.rows) largest.push_back(row.largest);
  EXPECT_NEAR(study.plain.error.largest, std::sqrt(sample_variance(largest) / 50), 1e-12);
}

TEST(LabScaling, EntropyAndDistance) {
  const std::vector<float> even{0.25F, 0.25F, 0.25F, 0.25F};
  const std::vector<float> one{0, 1, 0, 0};
  EXPECT_DOUBLE_EQ(entropy_bits(even), 2);
  EXPECT_DOUBLE_EQ(entropy_bits(one), 0);
  EXPECT_DOUBLE_EQ(total_variation(even, one), 0.75);
  EXPECT_DOUBLE_EQ(total_variation(one, one), 0);
  EXPECT_THROW(total_variation(even, std::vector<float>{1}), std::invalid_argument);
}

TEST(LabScaling, DimensionsDoubleUpToTheMost) {
  EXPECT_EQ(doubling_dimensions(8), (std::vector<int>{1, 2, 4, 8}));
  EXPECT_EQ(doubling_dimensions(6), (std::vector<int>{1, 2, 4, 6}));
  EXPECT_EQ(doubling_dimensions(1), (std::vector<int>{1}));
}

}  // namespace
}  // namespace headlight
