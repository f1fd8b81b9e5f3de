// Which nodes are products of two matrices, and which only look like one.
#include "core/explain/product.h"

#include <gtest/gtest.h>

#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"
#include "tests/core/alike.h"
#include "tests/core/seeded_matrix.h"
#include "tests/core/small_transformer.h"

namespace headlight {
namespace {

// out(r, c) = sum over i, j of x(r + i, j) w(c, 2 i + j): two rows of x at a time, as a convolution reads
// them.
class Windows final : public Op {
 public:
  std::string_view name() const override { return "windows"; }
  std::string symbol() const override { return "∗"; }
  Shape shape(std::span<const Shape> in) const override {
    require(in[0].cols == 2 && in[1].cols == 4, "x has 2 columns, w 4");
    return {in[0].rows - 1, in[1].rows};
  }
  void forward(const Forward& step) const override {
    for (int row = 0; row < step.out.shape.rows; ++row) {
      for (int col = 0; col < step.out.shape.cols; ++col) {
        step.out(row, col) = 0;
        for (int d = 0; d < 4; ++d)
          step.out(row, col) += step.inputs[0](step.first + row + d / 2, d % 2) * step.inputs[1](col, d);
      }
    }
  }
  void backward(const Backward&) const override {}
  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    std::vector<Expression> terms;
    terms.reserve(4);
    for (int d = 0; d < 4; ++d) {
      terms.push_back(
          Expression::product({Expression::cell(0, row + d / 2, d % 2), Expression::cell(1, col, d)}));
    }
    return Expression::sum(std::move(terms));
  }
};

TEST(Product, IsFoundWhereverTheModelHasOne) {
  Small small(3);
  const Trace trace(std::move(small.tape), {}, nullptr);
  int products = 0;
  for (const int node : trace.steps()) {
    const OpPtr& op = trace.tape().node(node).op;
    const bool multiplies = op != nullptr && (op->name() == "linear" || op->name() == "tied_linear" ||
                                              op->name() == "dot_products" || op->name() == "mix");
    const auto product = product_of(trace, node);
    ASSERT_EQ(product.has_value(), multiplies) << trace.label(node).path;
    if (!product) continue;
    ++products;
    const Shape shape = trace.tape().node(node).shape;
    for (int row = 0; row < shape.rows; ++row) {
      for (int col = 0; col < shape.cols; ++col) {
        float sum = product->bias ? trace.cell({*product->bias, 0, product->first + col}) : 0;
        for (int term = 0; term < product->inner; ++term)
          sum += trace.cell(left_cell(*product, row, term)) * trace.cell(right_cell(*product, col, term));
        EXPECT_TRUE(alike(sum, trace.cell({node, row, col}), 1e-5)) << trace.label(node).path;
      }
    }
  }
  EXPECT_GT(products, 30);
}

TEST(Product, IsFoundBesideEdits) {
  const std::string path = "encoder.0.feed_forward.hidden";
  Small small(3, {{.path = path, .row = 0, .values = {1.0F}}, {.path = path, .row = 4, .values = {1.0F}}});
  const Trace trace(std::move(small.tape), {}, nullptr);
  EXPECT_TRUE(product_of(trace, trace.at(path)));
}

TEST(Product, IsNotWhatMovesOverItsInput) {
  Tape tape;
  const int x = tape.constant({"x"}, view(random_matrix(5, 2, 1)));
  const int w = tape.constant({"w"}, view(random_matrix(3, 4, 2)));
  const int out = tape.record({"out"}, std::make_shared<Windows>(), {x, w});
  tape.forward();
  const Trace trace(std::move(tape), {}, nullptr);
  EXPECT_NEAR(trace.tape().explain({out, 2, 1}).evaluate([&](Cell cell) { return trace.cell(cell); }),
              trace.cell({out, 2, 1}), 1e-5);
  EXPECT_FALSE(product_of(trace, out));
}

// With one inner dimension nothing moves along the sum.
TEST(Product, OfASingleTermIsReadTheRightWay) {
  Tape tape;
  const int x = tape.constant({"x"}, view(random_matrix(3, 1, 1)));
  const int w = tape.constant({"w"}, view(random_matrix(1, 4, 2)));
  const int k = tape.constant({"k"}, view(random_matrix(5, 1, 3)));
  const int by_columns = tape.record({"by_columns"}, linear(1, 2), {x, w});
  const int by_rows = tape.record({"by_rows"}, dot_products(), {x, k});
  tape.forward();
  const Trace trace(std::move(tape), {}, nullptr);
  for (const int node : {by_columns, by_rows}) {
    const auto product = product_of(trace, node);
    ASSERT_TRUE(product);
    EXPECT_EQ(product->by_rows, node == by_rows);
    EXPECT_TRUE(alike(trace.cell(left_cell(*product, 2, 0)) * trace.cell(right_cell(*product, 1, 0)),
                      trace.cell({node, 2, 1}), 1e-5));
  }
}

}  // namespace
}  // namespace headlight
