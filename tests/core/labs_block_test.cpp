// The labs on blocks and soft lookups against naive twins.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "core/labs/block.h"
#include "core/labs/cost.h"
#include "core/labs/lookup.h"
#include "core/layers/sites.h"
#include "core/matrix/random.h"
#include "core/models/model.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

NormTask random_task(int rows, int columns) {
  Random random(4);
  NormTask task;
  task.x = 3.0F * normal_matrix(rows, columns, random).array() + 0.5F;
  task.gain = normal_matrix(1, columns, random);
  task.bias = normal_matrix(1, columns, random);
  task.epsilon = 0.01F;
  task.words.assign(static_cast<std::size_t>(rows), "word");
  return task;
}

TEST(RecordNorms, AreThoseOfTheFormulas) {
  const NormTask task = random_task(3, 7);
  const TracePtr trace = record_norms(task);
  for (int row = 0; row < 3; ++row) {
    double mean = 0, variance = 0, squares = 0;
    for (int i = 0; i < 7; ++i) mean += static_cast<double>(task.x(row, i)) / 7;
    for (int i = 0; i < 7; ++i) {
      const auto x = static_cast<double>(task.x(row, i));
      variance += (x - mean) * (x - mean) / 7;
      squares += x * x / 7;
    }
    for (int i = 0; i < 7; ++i) {
      const auto x = static_cast<double>(task.x(row, i)), gain = static_cast<double>(task.gain(0, i)),
                 bias = static_cast<double>(task.bias(0, i));
      const double centred = gain * (x - mean) / std::sqrt(variance + 0.01);
      EXPECT_NEAR(trace->read("block_lab.layer")(row, i), centred + bias, 1e-4);
      EXPECT_NEAR(trace->read("block_lab.scale_only")(row, i), centred, 1e-4);
      EXPECT_NEAR(trace->read("block_lab.rms")(row, i), gain * x / std::sqrt(squares + 0.01), 1e-4);
    }
  }
  NormTask wrong = task;
  wrong.gain = Matrix::Zero(1, 6);
  EXPECT_THROW(record_norms(wrong), std::invalid_argument);
}

TEST(SpanDistance, MixturesLieInTheSpanAndWhatIsBentDoesNot) {
  Random random(7);
  const Matrix spanning = normal_matrix(5, 40, random);
  const Matrix mixed = normal_matrix(9, 5, random) * spanning;
  const SpanDistance inside = span_distance(mixed, spanning);
  EXPECT_EQ(inside.rank, 5);
  ASSERT_EQ(inside.distance.size(), 9U);
  EXPECT_LT(inside.largest(), 1e-5);
  const SpanDistance bent = span_distance(mixed.cwiseMax(0), spanning);
  EXPECT_GT(bent.mean(), 0.3);
  // Vectors that point anywhere, on average as far as the formula says.
  const SpanDistance anywhere = span_distance(normal_matrix(400, 40, random), spanning);
  EXPECT_NEAR(anywhere.mean(), distance_at_random(5, 40), 0.01);
  Matrix twice(2, 40);
  twice.row(0) = spanning.row(0);
  twice.row(1) = 2 * spanning.row(0);
  EXPECT_EQ(span_distance(spanning, twice).rank, 1);
  EXPECT_EQ(span_distance(Matrix::Zero(1, 40), spanning).largest(), 0);
}

// What attention mixes is in the span of its values in every head of a model, and not behind its MLP.
TEST(SpanDistance, HoldsInEveryHeadOfAModel) {
  const Model model = tiny_translator();
  const TracePtr trace = model.trace({.text = tired_sentence});
  for (int layer = 0; layer < model.config().encoder_layers; ++layer) {
    for (int head = 0; head < model.config().encoder_heads; ++head) {
      const auto read = [&](const char* part) {
        return Matrix(trace->read(head_path("encoder", layer, "self_attention", head, part)).view().map());
      };
      EXPECT_LT(span_distance(read("output"), read("value")).largest(), 1e-4) << layer << " " << head;
    }
  }
}

TEST(HeadsCost, IsWhatTheModelHasAndTheTapeCounts) {
  const Model model = tiny_translator();
  const TransformerConfig& config = model.config();
  const TracePtr trace = model.trace({.text = tired_sentence});
  const auto n = static_cast<int>(trace->words().source.size());
  const int d_k = config.size_of_head(config.encoder_heads);
  const HeadsCost cost = heads_cost(config.d_model, config.encoder_heads, d_k, n, true);
  EXPECT_EQ(cost.multiply_adds, multiply_adds(trace->tape(), "encoder.0.self_attention."));
  std::int64_t numbers = 0;
  for (std::size_t i = 0; i < model.weights().count(); ++i) {
    if (model.weights().spec(i).name.starts_with("encoder.0.self_attention."))
      numbers += model.weights().tensor(i).size();
  }
  EXPECT_EQ(cost.parameters, numbers);
  EXPECT_EQ(cost.beside, config.d_model) << "side by side as long as what the residual adds them to";
  // However many heads share them.
  EXPECT_EQ(heads_cost(64, 1, 64, 11, true).parameters, heads_cost(64, 8, 8, 11, true).parameters);
  EXPECT_EQ(heads_cost(64, 1, 64, 11, true).multiply_adds, heads_cost(64, 8, 8, 11, true).multiply_adds);
  EXPECT_EQ(heads_cost(64, 8, 64, 11, false).parameters, 8 * heads_cost(64, 8, 8, 11, false).parameters);
}

TEST(SoftLookup, GoesFromADictionaryToAMixture) {
  for (const LookupCatalogue* catalogue : {&film_catalogue(), &paint_catalogue()}) {
    const Matrix keys = catalogue->key_rows(), values = catalogue->value_rows();
    for (Eigen::Index entry = 0; entry < keys.rows(); ++entry) {
      EXPECT_NEAR(keys.row(entry).norm(), keys.row(0).norm(), 1e-6) << "none is near to everything";
      // Asked for a key itself, all three find its value: a cold softmax as nearly as one likes.
      const std::vector<float> query(keys.row(entry).data(), keys.row(entry).data() + keys.cols());
      const TracePtr cold = record_soft_lookup(*catalogue, query, 0.02F);
      for (const char* part : {"exact_value", "nearest_value", "mixed"}) {
        const Matrix found = cold->read(std::string("lookup_lab.") + part).view().map();
        EXPECT_TRUE(found.row(0).isApprox(values.row(entry), 1e-4F)) << catalogue->name << " " << part;
      }
    }
    // Asked for what no entry is, a dictionary finds nothing.
    const std::vector<float> between{0.9F, 0.2F, 0.7F, 0.1F};
    const TracePtr asked = record_soft_lookup(*catalogue, between, 0.5F);
    EXPECT_EQ(asked->read("lookup_lab.exact").view().map().sum(), 0);
    EXPECT_EQ(asked->read("lookup_lab.nearest").view().map().maxCoeff(), 1);
    const Matrix shares = asked->read("lookup_lab.weights").view().map();
    Matrix mixed = Matrix::Zero(1, values.cols());
    double sum = 0;
    for (Eigen::Index entry = 0; entry < keys.rows(); ++entry) {
      double score = 0;
      for (Eigen::Index i = 0; i < keys.cols(); ++i)
        score += static_cast<double>(between[static_cast<std::size_t>(i)] * keys(entry, i));
      sum += std::exp(score / 0.5);
    }
    for (Eigen::Index entry = 0; entry < keys.rows(); ++entry) {
      double score = 0;
      for (Eigen::Index i = 0; i < keys.cols(); ++i)
        score += static_cast<double>(between[static_cast<std::size_t>(i)] * keys(entry, i));
      EXPECT_NEAR(shares(0, entry), std::exp(score / 0.5) / sum, 1e-5);
      mixed += shares(0, entry) * values.row(entry);
    }
    EXPECT_TRUE(Matrix(asked->read("lookup_lab.mixed").view().map()).isApprox(mixed, 1e-4F));
    const Matrix hot = record_soft_lookup(*catalogue, between, 100)->read("lookup_lab.weights").view().map();
    EXPECT_NEAR(hot.maxCoeff() - hot.minCoeff(), 0, 0.01) << "all alike";
  }
  EXPECT_THROW(record_soft_lookup(film_catalogue(), std::vector<float>{1}, 1), std::invalid_argument);
  EXPECT_THROW(record_soft_lookup(film_catalogue(), std::vector<float>{1, 0, 0, 1}, 0),
               std::invalid_argument);
}

}  // namespace
}  // namespace headlight
