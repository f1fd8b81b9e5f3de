// The labs' computations against the same written out by hand.
#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/labs/general_attention.h"
#include "core/labs/lookup.h"
#include "core/labs/softmax.h"
#include "core/labs/vectors.h"
#include "core/matrix/random.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

using Rows = std::vector<std::vector<double>>;

Rows rows_of(const Tape& tape, const std::string& part) {
  const ConstView value = tape.value(tape.find("attention_lab." + part).value());
  Rows rows(static_cast<std::size_t>(value.shape.rows));
  for (int r = 0; r < value.shape.rows; ++r) {
    for (int c = 0; c < value.shape.cols; ++c)
      rows[static_cast<std::size_t>(r)].push_back(static_cast<double>(value(r, c)));
  }
  return rows;
}

Rows times(const Rows& a, const Rows& b) {
  Rows product(a.size(), std::vector<double>(b[0].size(), 0));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      for (std::size_t j = 0; j < b[0].size(); ++j) product[i][j] += a[i][k] * b[k][j];
    }
  }
  return product;
}

// From the inputs and the weights on the tape alone.
Rows expected(const Tape& tape, const GeneralAttention& layer) {
  const Rows x = rows_of(tape, "inputs");
  const Rows x_q = layer.queries ? rows_of(tape, "queries") : x;
  const bool none = layer.projections == Projections::none;
  const Rows q = none ? x_q : times(x_q, rows_of(tape, "query_weight"));
  const Rows k = none ? x : times(x, rows_of(tape, "key_weight"));
  const Rows v = none ? x : times(x, rows_of(tape, "value_weight"));
  Rows output;
  for (const auto& query : q) {
    std::vector<double> weights;
    double sum = 0;
    for (const auto& key : k) {
      double score = 0;
      for (std::size_t d = 0; d < key.size(); ++d) {
        score += layer.alignment == Alignment::additive
                     ? rows_of(tape, "alignment_weight")[0][d] * std::tanh(query[d] + key[d])
                     : query[d] * key[d];
      }
      if (layer.alignment == Alignment::scaled_dot) score /= std::sqrt(static_cast<double>(key.size()));
      weights.push_back(layer.shares == Weighting::softmax ? std::exp(score) : score);
      sum += weights.back();
    }
    if (layer.shares != Weighting::none) {
      for (double& weight : weights) weight /= sum;
    }
    output.push_back(times({weights}, v)[0]);
  }
  return output;
}

GeneralAttention small_layer() {
  GeneralAttention layer;
  layer.inputs = Matrix(3, 2);
  layer.inputs << 1, 0, 0.5F, -1, 2, 1;
  layer.d_k = 4;
  layer.d_v = 3;
  return layer;
}

TEST(GeneralAttention, AgreesWithTheLayerWrittenOut) {
  for (const Alignment alignment : {Alignment::additive, Alignment::dot, Alignment::scaled_dot}) {
    for (const Projections projections : {Projections::none, Projections::random}) {
      if (alignment == Alignment::additive && projections == Projections::none) continue;
      for (const Weighting shares : {Weighting::softmax, Weighting::none, Weighting::sum}) {
        for (const bool own_queries : {true, false}) {
          GeneralAttention layer = small_layer();
          layer.alignment = alignment;
          layer.projections = projections;
          layer.shares = shares;
          if (own_queries) layer.queries = Matrix::Constant(5, 2, 0.3F);
          Tape tape;
          record_general_attention(tape, layer);
          const Rows ours = rows_of(tape, "output");
          const Rows theirs = expected(tape, layer);
          ASSERT_EQ(ours.size(), theirs.size());
          ASSERT_EQ(ours[0].size(), theirs[0].size());
          for (std::size_t r = 0; r < ours.size(); ++r) {
            for (std::size_t c = 0; c < ours[r].size(); ++c) EXPECT_NEAR(ours[r][c], theirs[r][c], 1e-5);
          }
        }
      }
    }
  }
}

TEST(GeneralAttention, CountsWhatIsLearned) {
  GeneralAttention layer = small_layer();
  EXPECT_EQ(learned_numbers(layer), 2 * 4 + 2 * 4 + 2 * 3);
  layer.alignment = Alignment::additive;
  layer.projections = Projections::none;
  EXPECT_EQ(projections_in_force(layer.alignment, layer.projections), Projections::random)
      << "additive alignment has weights of its own";
  EXPECT_EQ(learned_numbers(layer), 2 * 4 + 2 * 4 + 2 * 3 + 4);
  layer.alignment = Alignment::dot;
  EXPECT_EQ(learned_numbers(layer), 0);
}

TEST(GeneralAttention, WithAHeadOfAModelIsThatHead) {
  const Model model = tiny_translator();
  const TracePtr trace = model.trace({.text = tired_sentence});
  for (int head = 0; head < 2; ++head) {
    GeneralAttention layer;
    layer.projections = Projections::head;
    layer.inputs = Matrix(trace->read("encoder.0.normalized_2").view().map());
    layer.head = {&model.config(), &model.weights(), "encoder.1.self_attention", head, 2};
    Tape tape;
    const int output = record_general_attention(tape, layer);
    const Reading there = trace->read(head_path("encoder", 1, "self_attention", head, "output"));
    EXPECT_LT((there.view().map() - tape.value(output).map()).cwiseAbs().maxCoeff(), 1e-6F);
    EXPECT_EQ(learned_numbers(layer), 3 * (16 * 8 + 8));
  }
}

TEST(GeneralAttention, RefusesAnOrderOfAnotherLength) {
  GeneralAttention layer = small_layer();
  layer.order = {0, 1};
  Tape tape;
  EXPECT_THROW(record_general_attention(tape, layer), std::invalid_argument);
}

TEST(LookupLab, BothWaysGiveTheRowsOfTheTable) {
  const Matrix table = random_table(26, 5, 3);
  LookupTask task{letters_of("Sun ny7!", 8), {"S", "U", "N", "N", "Y"}, nullptr};
  EXPECT_EQ(letters_text(task.tokens), "SUNNY");
  const TracePtr trace = record_lookup(task, view(table));
  for (const char* part : {"lookup_lab.product", "lookup_lab.looked_up"}) {
    const Reading value = trace->read(part);
    for (int t = 0; t < 5; ++t) {
      for (int d = 0; d < 5; ++d) EXPECT_EQ(value(t, d), table(task.tokens[static_cast<std::size_t>(t)], d));
    }
  }
  EXPECT_EQ(trace->read("lookup_lab.difference").view().map().cwiseAbs().maxCoeff(), 0);
  const LookupCost cost = lookup_cost(*trace);
  EXPECT_EQ(cost.product_terms, 5 * 26 * 5);
  EXPECT_EQ(cost.lookup_terms, 0);
  EXPECT_EQ(cost.lookup_reads, 25);
}

TEST(LookupLab, TakesTheModelsOwnTable) {
  const auto model = std::make_shared<const Model>(tiny_translator());
  const TracePtr sentence = model->trace({.text = tired_sentence});
  LookupTask task{model->read(tired_sentence), sentence->words().source, nullptr};
  const TracePtr trace =
      record_lookup(task, view(model->weights()["source.embedding"]), model, "source.embedding");
  EXPECT_EQ((trace->read("lookup_lab.product").view().map() - sentence->read("source.embedded").view().map())
                .cwiseAbs()
                .maxCoeff(),
            0);
  EXPECT_GE(trace->find("parameters.source.embedding"), 0);
}

TEST(LookupLab, KeepsEightLettersAtMost) {
  EXPECT_EQ(letters_text(letters_of("abcdefghijk", 8)), "ABCDEFGH");
  EXPECT_TRUE(letters_of("ü 12", 8).empty());
}

// The softmax at other temperatures against a naive one, and its limits.

constexpr float masked = -std::numeric_limits<float>::infinity();

std::vector<double> naive(const std::vector<float>& inputs, double temperature) {
  double most = -1e300;
  for (const float x : inputs) most = std::max(most, static_cast<double>(x));
  std::vector<double> shares;
  double sum = 0;
  for (const float x : inputs) {
    shares.push_back(std::isinf(x) ? 0 : std::exp((static_cast<double>(x) - most) / temperature));
    sum += shares.back();
  }
  for (double& share : shares) share /= sum;
  return shares;
}

TEST(LabTemperature, SharesAreThoseOfANaiveSoftmax) {
  Random random(4);
  for (int round = 0; round < 50; ++round) {
    std::vector<float> inputs(static_cast<std::size_t>(1 + random.below(40)));
    for (float& each : inputs) each = static_cast<float>(random.uniform(-8, 8));
    if (inputs.size() > 2) inputs[1] = masked;
    const std::vector<float> temperatures{0.01F, 0.3F, 1.0F, 2.5F, 100.0F};
    for (const AtTemperature& at : at_temperatures(inputs, temperatures)) {
      const std::vector<double> expected = naive(inputs, static_cast<double>(at.temperature));
      double bits = 0;
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        EXPECT_NEAR(at.shares[i], expected[i], 2e-4) << "T " << at.temperature;
        if (expected[i] > 0) bits -= expected[i] * std::log2(expected[i]);
      }
      EXPECT_NEAR(at.entropy, bits, 3e-3);
      if (inputs.size() > 2) {
        EXPECT_EQ(at.shares[1], 0.0F);
      }
    }
  }
}

TEST(LabTemperature, EntropyRisesWithTheTemperatureBetweenItsLimits) {
  const std::vector<float> inputs{1.0F, 3.0F, masked, -2.0F, 2.9F};
  double before = -1;
  for (const AtTemperature& at : at_temperatures(inputs, temperature_scale(60))) {
    EXPECT_GE(at.entropy, before - 1e-6);
    EXPECT_LE(at.entropy, 2 + 1e-6);
    before = at.entropy;
  }
  EXPECT_NEAR(before, 2, 0.01) << "hot: four keys that are not masked";
}

TEST(LabTemperature, TheEndsComeNearTheirLimits) {
  const std::vector<float> inputs{1.0F, 3.0F, masked, -2.0F, 3.0F};
  const std::vector<float> cold = coldest_limit(inputs);
  const std::vector<float> hot = hottest_limit(inputs);
  EXPECT_EQ(cold, (std::vector<float>{0, 0.5F, 0, 0, 0.5F})) << "two are largest";
  EXPECT_EQ(hot, (std::vector<float>{0.25F, 0.25F, 0, 0.25F, 0.25F}));
  const std::vector<AtTemperature> ends = at_temperatures(inputs, std::vector<float>{coldest, hottest});
  EXPECT_LT(total_variation(ends[0].shares, cold), 1e-6);
  EXPECT_LT(total_variation(ends[1].shares, hot), 0.02);
  EXPECT_GT(total_variation(ends[1].shares, cold), 0.4);
}

TEST(LabTemperature, WhatHasNoSoftmaxIsRefused) {
  EXPECT_THROW(at_temperatures(std::vector<float>{masked, masked}, std::vector<float>{1}),
               std::invalid_argument);
  EXPECT_THROW(at_temperatures(std::vector<float>{1, 2}, std::vector<float>{0}), std::invalid_argument);
}

TEST(LabTemperature, TheScaleIsEvenInItsLogarithm) {
  const std::vector<float> scale = temperature_scale(121);
  EXPECT_NEAR(scale.front(), 0.01, 1e-6);
  EXPECT_NEAR(scale[60], 1, 1e-4);
  EXPECT_NEAR(scale.back(), 100, 1e-2);
}

// Principal components and cosines of vectors.

Matrix drawn_vectors(int count, int dimensions, std::uint64_t seed) {
  Random random(seed);
  Matrix vectors = normal_matrix(count, dimensions, random);
  for (int k = 0; k < dimensions; ++k) vectors.col(k) *= 3.0F / static_cast<float>(1 + k);
  return vectors;
}

std::vector<std::string> numbered(int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back(std::to_string(i));
  return names;
}

TEST(PrincipalAxes, AreThoseOfTheSingularValues) {
  for (const auto& [count, dimensions] : {std::pair{30, 8}, {7, 20}, {2, 5}}) {
    const Matrix vectors = drawn_vectors(count, dimensions, 3);
    const Eigen::MatrixXd centred = (vectors.rowwise() - vectors.colwise().mean()).cast<double>();
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(centred, Eigen::ComputeThinV);
    const double whole = svd.singularValues().squaredNorm();
    const PrincipalAxes found = principal_axes(vectors, 3);
    for (int k = 0; k < 3; ++k) {
      const bool there = k < svd.singularValues().size() && svd.singularValues()(k) > 1e-3;
      const double share = there ? std::pow(svd.singularValues()(k), 2) / whole : 0;
      EXPECT_NEAR(found.share[static_cast<std::size_t>(k)], share, 1e-6);
      if (!there) continue;
      const double along = svd.matrixV().col(k).dot(found.axes.col(k).cast<double>());
      EXPECT_NEAR(std::abs(along), 1, 1e-4);
      EXPECT_GT(found.axes.col(k).maxCoeff(), -found.axes.col(k).minCoeff()) << "the largest is positive";
    }
  }
}

TEST(PrincipalAxes, EqualVectorsHaveNone) {
  const Matrix same = Matrix::Constant(6, 4, 0.7F);
  const PrincipalAxes found = principal_axes(same, 3);
  EXPECT_EQ(found.share, (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(found.axes.cwiseAbs().maxCoeff(), 0);
}

TEST(RecordVectors, CoordinatesKeepDistancesAndCosinesAreOfTheVectors) {
  const Matrix vectors = drawn_vectors(9, 3, 5);  // three axes are all there are
  const TracePtr trace = record_vectors(vectors, numbered(9), principal_axes(vectors, 3));
  const Matrix points = trace->read("vectors_lab.projected").view().map();
  const Matrix cosines = trace->read("vectors_lab.similarity").view().map();
  for (int a = 0; a < 9; ++a) {
    for (int b = 0; b < 9; ++b) {
      EXPECT_NEAR((points.row(a) - points.row(b)).norm(), (vectors.row(a) - vectors.row(b)).norm(), 1e-4F);
      EXPECT_NEAR(cosines(a, b), vectors.row(a).normalized().dot(vectors.row(b).normalized()), 1e-5F);
    }
  }
  EXPECT_THROW(record_vectors(vectors, numbered(8), principal_axes(vectors, 3)), std::invalid_argument);
}

TEST(ShortLabels, AreCutWhereTheTextsDiffer) {
  const std::vector<std::string> texts{"the animal didn't cross the street because it was too tired",
                                       "the animal didn't cross the street because it was too wide",
                                       "the animal didn't cross the street because it was too tired",
                                       "i love bears", "she bears the pain because she is so very brave"};
  const std::vector<std::string> labels = short_labels(texts);
  EXPECT_TRUE(labels[0].starts_with("… ") && labels[0].ends_with("too tired")) << labels[0];
  EXPECT_TRUE(labels[1].ends_with("too wide")) << labels[1];
  EXPECT_EQ(labels[0], labels[2]) << "one text, one label";
  EXPECT_EQ(labels[3], "i love bears");
  EXPECT_EQ(labels[4], "she bears the …");
}

// Whatever the texts: those that differ have labels that differ.
TEST(ShortLabels, DifferentTextsHaveDifferentLabels) {
  std::vector<std::string> texts;
  for (const char* first : {"one", "two"}) {
    for (const char* middle : {"red", "blue", "green"}) {
      for (const char* last : {"cat", "dog"})
        texts.push_back(std::string(first) + " long beginning of a text with a " + middle +
                        " word in it and the same long ending of a " + last);
    }
  }
  const std::vector<std::string> labels = short_labels(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(labels[i], labels[j]) << texts[i] << " / " << texts[j];
  }
  EXPECT_EQ(short_labels({}).size(), 0U);
  EXPECT_EQ(short_labels({"", ""}).front(), "");
}

TEST(GroupCosines, AreMeansOverPairs) {
  Matrix vectors(4, 2);
  vectors << 1, 0, 2, 0, 0, 1, 0, -1;
  const GroupCosines found = group_cosines(vectors, {0, 0, 1, 1});
  EXPECT_NEAR(found.same, (1.0 - 1.0) / 2, 1e-6);
  EXPECT_NEAR(found.other, 0, 1e-6);
}

TEST(GroupCosines, CountTheNearestNeighbourInTheOwnGroup) {
  Matrix vectors(5, 2);
  vectors << 1, 0, 1, 0.1F, 0, 1, 0.1F, 1, 1, 0.5F;
  const GroupCosines found = group_cosines(vectors, {0, 0, 1, 1, 1});
  EXPECT_EQ(found.nearest_same, 4) << "the last one lies with the others";
  EXPECT_NEAR(found.nearest_by_chance, (1.0 + 1 + 2 + 2 + 2) / 4, 1e-9);
  EXPECT_EQ(group_cosines(Matrix::Ones(4, 2), {0, 0, 1, 1}).nearest_same, 0) << "all as near as each other";
  EXPECT_EQ(group_cosines(Matrix::Ones(1, 2), {0}).nearest_same, 0);
}

}  // namespace
}  // namespace headlight
