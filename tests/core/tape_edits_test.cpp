// Edits on the tape: each kind's values, the formulas of edited cells, and gradients that end at them.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/small_transformer.h"

namespace headlight {
namespace {

TEST(Tape, EditedCellsExplainThemselvesAsPlainNumbers) {
  Edit edit;
  edit.path = "encoder.1.self_attention.head.0.weights";
  edit.row = 2;
  edit.col = 3;
  edit.values = {0.75F};
  const Small small(3, {edit});
  const int weights = *small.tape.find(edit.path);
  EXPECT_EQ(small.tape.explain({weights, 2, 3}).kind(), Expression::Kind::number);
  EXPECT_FLOAT_EQ(static_cast<float>(small.tape.explain({weights, 2, 3}).number()), 0.75F);
  EXPECT_NE(small.tape.explain({weights, 2, 2}).kind(), Expression::Kind::number);
}

TEST(Tape, EveryEditedCellIsComputedAgainAndExplainedAlike) {
  Random random(9);
  const Small plain(3);
  for (int round = 0; round < 40; ++round) {
    const Small small(3, random_edits(plain.tape, random));
    for (const Edit& edit : small.tape.edits()) {
      const int id = *small.tape.find(edit.path);
      const Shape shape = small.tape.node(id).shape;
      const Matrix again = small.tape.recomputed(id);
      for (int i = 0; i < 20; ++i) {
        const Cell cell{id, random.below(shape.rows), random.below(shape.cols)};
        const float shown = small.tape.value(id)(cell.row, cell.col);
        const auto same = [&](double value) {
          const auto is = static_cast<double>(shown);
          return value == is || std::abs(value - is) <= 1e-4 * std::max(1.0, std::abs(is)) ||
                 (std::isnan(value) && std::isnan(is));
        };
        EXPECT_TRUE(same(again(cell.row, cell.col))) << edit.path;
        EXPECT_TRUE(same(small.tape.explain(cell).evaluate([&](Cell c) {
          return static_cast<double>(small.tape.value(c.node)(c.row, c.col));
        }))) << edit.path;
      }
    }
  }
}

TEST(Tape, AStepLeftOutHandsItsInputOn) {
  const std::string head = "decoder.0.self_attention.head.1.";
  const Edit edit{.path = head + "masked", .kind = Edit::Kind::pass};
  Small small(3, {edit});
  const int masked = *small.tape.find(head + "masked");
  const int scaled = *small.tape.find(head + "scaled");
  EXPECT_EQ(Matrix(small.tape.value(masked).map()), Matrix(small.tape.value(scaled).map()));
  EXPECT_GT(small.tape.value(*small.tape.find(head + "weights"))(0, 3), 0);
  const Expression made = small.tape.explain({masked, 0, 3});
  EXPECT_EQ(made.cells(), (std::vector<Cell>{{scaled, 0, 3}}));
  small.tape.backward(small.loss);
  EXPECT_EQ(Matrix(small.tape.gradient(masked).map()), Matrix::Zero(4, 4).eval());
  EXPECT_GT(std::abs(small.tape.gradient(scaled)(0, 3)), 0);
}

TEST(Tape, WhoMayNotLookAheadHasNoWeightThere) {
  const std::string head = "encoder.0.self_attention.head.0.";
  const Small small(3, {{.path = head + "scaled", .kind = Edit::Kind::causal}});
  const ConstView weights = small.tape.value(*small.tape.find(head + "weights"));
  for (int row = 0; row < weights.shape.rows; ++row) {
    double sum = 0;
    for (int col = 0; col < weights.shape.cols; ++col) {
      if (col > row) {
        EXPECT_EQ(weights(row, col), 0);
      }
      sum += weights(row, col);
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST(Tape, ARowOfAnotherLengthIsLeftAlone) {
  const std::string path = "encoder.0.self_attention.head.0.weights";
  const Small plain(3);
  const Small small(3, {{.path = path, .row = 1, .values = {0.5F, 0.25F, 0.25F}}});
  EXPECT_EQ(all_values(small.tape), all_values(plain.tape));
}

TEST(Tape, NothingFlowsBackThroughAnEditedCell) {
  Edit edit;
  edit.path = "encoder.0.self_attention.head.0.output";
  edit.values = {0.0F};
  Small small(3, {edit});
  small.tape.backward(small.loss);
  const int weights = *small.tape.find("encoder.0.self_attention.head.0.weights");
  EXPECT_EQ(small.tape.gradient(weights).map().cwiseAbs().maxCoeff(), 0.0F);
  const int others = *small.tape.find("encoder.0.self_attention.head.1.weights");
  EXPECT_GT(small.tape.gradient(others).map().cwiseAbs().maxCoeff(), 0.0F);
}

}  // namespace
}  // namespace headlight
