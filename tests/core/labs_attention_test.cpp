// The labs' computations against the same written out by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "core/labs/general_attention.h"
#include "core/labs/lookup.h"
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
      weights.push_back(layer.softmax ? std::exp(score) : score);
      sum += weights.back();
    }
    if (layer.softmax) {
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
      for (const bool softmax : {true, false}) {
        for (const bool own_queries : {true, false}) {
          GeneralAttention layer = small_layer();
          layer.alignment = alignment;
          layer.projections = projections;
          layer.softmax = softmax;
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
  const TracePtr trace = record_lookup(task, view(model->weights()["source.embedding"]), model);
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

}  // namespace
}  // namespace headlight
