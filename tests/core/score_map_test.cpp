// W^Q W^K^T of a head as one map: against the whole product, and against the score in the trace.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include <Eigen/SVD>

#include "core/explain/score_map.h"
#include "tests/core/every_model.h"

namespace headlight {
namespace {

HeadPlace place_of_head(const AttentionHeads& all, int layer, int head) {
  return {std::string(all.info().stack), std::string(all.info().part), layer, head};
}

void expect_map_of(const Trace& trace, const HeadPlace& head, int query, int key) {
  const std::string path = head_path(head.stack, head.layer, head.attention, head.head, "scores");
  SCOPED_TRACE(path + " " + std::to_string(query) + ", " + std::to_string(key));
  const ScoreMap map = score_map(trace, head, query, key);
  EXPECT_EQ(map.score, static_cast<double>(trace.cell({trace.at(path), query, key})));
  EXPECT_NEAR(map.without_biases + map.by_biases, map.score, 1e-4 * std::max(1.0, std::abs(map.score)));
  const Eigen::MatrixXd whole = map.query.cast<double>() * map.key.cast<double>().transpose();
  EXPECT_NEAR((map.x.cast<double>() * whole * map.other.cast<double>().transpose())(0, 0), map.without_biases,
              1e-4 * std::max(1.0, std::abs(map.without_biases)));
  const Eigen::VectorXd expected = Eigen::JacobiSVD<Eigen::MatrixXd>(whole).singularValues();
  ASSERT_EQ(std::ssize(map.singular_values), expected.size());
  for (Eigen::Index i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(map.singular_values[static_cast<std::size_t>(i)], expected(i), 1e-6 * expected(0)) << i;
  const double squares = whole.squaredNorm();
  EXPECT_EQ(map.rank, std::min(map.query.cols(), expected.size()));
  EXPECT_GE(expected.head(map.half).squaredNorm(), squares / 2 * (1 - 1e-9));
  EXPECT_LT(expected.head(map.half - 1).squaredNorm(), squares / 2);
  const bool crosses = head.attention == "cross_attention";
  EXPECT_EQ(std::isnan(map.symmetric), crosses);
  if (!crosses) {
    EXPECT_NEAR(map.symmetric, (0.5 * (whole + whole.transpose())).squaredNorm() / squares, 1e-6);
  }
}

TEST(ScoreMap, IsThatOfEveryHeadThatHasOne) {
  int tried = 0, turned = 0;
  for (const ModelRow& row : every_model()) {
    SCOPED_TRACE(row.name);
    const TracePtr trace = row.model->trace({.text = row.text});
    for (const AttentionHeads& all : trace->anatomy().attentions) {
      const int layer = all.layers() - 1;
      for (int head = 0; head < all.in(layer); ++head) {
        const HeadPlace place = place_of_head(all, layer, head);
        if (!no_score_map(*trace, place).empty()) {
          EXPECT_TRUE(trace->anatomy().recurrent() ||
                      trace->find(head_path(place.stack, place.layer, place.attention, place.head,
                                            "query_normalized")) >= 0);
          EXPECT_THROW(score_map(*trace, place, 0, 0), std::invalid_argument);
          continue;
        }
        expect_map_of(*trace, place, 0, 0);
        expect_map_of(*trace, place, 1, 0);
        turned += score_map(*trace, place, 1, 0).turned ? 1 : 0;
        ++tried;
        EXPECT_THROW(score_map(*trace, place, 1000, 0), std::out_of_range);
      }
    }
  }
  EXPECT_GT(tried, 12);
  EXPECT_GT(turned, 0) << "a model with RoPE";
}

TEST(ScoreMap, WithOneMatrixForBothIsSymmetric) {
  Model model = tiny_translator();
  Weights weights = model.weights();
  weights["encoder.0.self_attention.key.weight"] = Matrix(weights["encoder.0.self_attention.query.weight"]);
  const Model same(model.config(), weights, model.words());
  const TracePtr trace = same.trace({.text = tired_sentence});
  EXPECT_NEAR(score_map(*trace, {.layer = 0, .head = 1}, 2, 3).symmetric, 1, 1e-9);
}

}  // namespace
}  // namespace headlight
