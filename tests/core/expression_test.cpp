// Formulas as values: long sums as one term, what is shared, and what they read.
#include <gtest/gtest.h>

#include <cmath>

#include "core/explain/matrix_formulas.h"
#include "core/tape/expression.h"
#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"
#include "core/tape/tape.h"
#include "tests/core/alike.h"
#include "tests/core/allocations.h"
#include "tests/core/seeded_matrix.h"
#include "tests/core/small_transformer.h"

namespace headlight {
namespace {

using E = Expression;

double number_at(Cell cell) { return cell.node + 0.25 * cell.row - 0.5 * cell.col; }

// Over row 1 of node 0 and column 2 of node 1, with the row's mean under a letter; and the same term by term.
E in_one(int count) {
  const E mean = E::quotient(E::sum_over(count, E::in_row(0, 1)), E::number(count)).named("μ");
  return E::sum_over(count, E::product({E::in_row(0, 1) - mean, E::in_column(1, 2)}), {E::cell(2, 0, 3)});
}
E term_by_term(int count) {
  std::vector<E> cells;
  cells.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) cells.push_back(E::cell(0, 1, i));
  const E mean = E::quotient(E::sum(cells), E::number(count)).named("μ");
  std::vector<E> terms;
  terms.reserve(static_cast<std::size_t>(count) + 1);
  for (int i = 0; i < count; ++i) terms.push_back(E::product({cells[i] - mean, E::cell(1, i, 2)}));
  terms.push_back(E::cell(2, 0, 3));
  return E::sum(std::move(terms));
}

TEST(Expression, OverManyTermsIsWhatItsTermsAre) {
  for (const int count : {1, 2, 7}) {
    const E one = in_one(count);
    const E all = term_by_term(count);
    EXPECT_NEAR(one.evaluate(number_at), all.evaluate(number_at), 1e-12);
    ASSERT_EQ(one.parts().size(), all.parts().size());
    Evaluation evaluate(number_at);
    const std::vector<double> values = evaluate.parts(one);
    ASSERT_EQ(values.size(), all.parts().size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_NEAR(values[i], all.parts()[i].evaluate(number_at), 1e-12);
      EXPECT_NEAR(one.parts()[i].evaluate(number_at), values[i], 1e-12);
    }
    EXPECT_EQ(one.parts()[0].parts()[1], E::cell(1, 0, 2));
    EXPECT_EQ(one.parts().back(), E::cell(2, 0, 3));
  }
}

TEST(Expression, AMaximumOverARowIsThatOfItsCells) {
  const E most = E::maximum_over(5, E::in_row(0, 1));
  EXPECT_EQ(most.parts().size(), 5U);
  EXPECT_DOUBLE_EQ(most.evaluate(number_at), 0.25);
  EXPECT_EQ(E::maximum_over(0, E::in_row(0, 1)).evaluate(number_at), -INFINITY);
}

TEST(Expression, NamesEachCellItReadsOnceInTheOrderOfTheFormula) {
  const std::vector<Cell> cells = in_one(2).cells();
  EXPECT_EQ(cells, (std::vector<Cell>{{0, 1, 0}, {0, 1, 1}, {1, 0, 2}, {1, 1, 2}, {2, 0, 3}}));
}

TEST(Expression, NamesWhatStandsUnderALetterOnce) {
  const std::vector<E> named = in_one(6).named_parts();
  ASSERT_EQ(named.size(), 1U);
  EXPECT_EQ(named[0].letter(), "μ");
}

TEST(Expression, OverOtherNodesStaysTheSameFormula) {
  const std::vector<int> nodes{7, 4, 9};
  const E moved = in_one(3).over(nodes);
  EXPECT_NEAR(moved.evaluate([&](Cell cell) {
    cell.node = cell.node == 7 ? 0 : cell.node == 4 ? 1 : 2;
    return number_at(cell);
  }),
              in_one(3).evaluate(number_at), 1e-12);
  int read = 0;
  moved.evaluate([&](Cell cell) {
    ++read;
    return number_at(cell);
  });
  EXPECT_EQ(read, 3 + 2 * 3 + 1) << "the mean is read once";
}

TEST(Expression, IsTheSameWhereItIsMadeOfTheSame) {
  EXPECT_EQ(in_one(4), in_one(4));
  EXPECT_EQ(term_by_term(4), term_by_term(4));
  EXPECT_FALSE(in_one(4) == in_one(5));
  EXPECT_FALSE(E::cell(0, 1, 2) == E::cell(0, 2, 1));
  EXPECT_FALSE(E::cell(0, 1, 0) == E::in_row(0, 1));
  EXPECT_FALSE(E::number(1).named("m") == E::number(1));
}

// A vocabulary of tens of thousands of words is in one formula's softmax.
TEST(Expression, OfALongRowIsAsSmallAsOfAShortOne) {
  constexpr int words = 50000;
  const auto explained = [](int count, long& asked, E& made) {
    Tape tape;
    const int out = tape.record({"probabilities"}, softmax(),
                                {tape.constant({"logits"}, view(random_matrix(2, count, 1)))});
    tape.forward();
    const long before = allocations();
    made = tape.explain({out, 1, 2});
    asked = allocations() - before;
    const double value = made.evaluate([&](Cell cell) { return tape.value(cell.node)(cell.row, cell.col); });
    EXPECT_NEAR(value, tape.value(out)(1, 2), 1e-6);
  };
  long of_short = 0;
  long of_long = 0;
  E made = E::number(0);
  explained(8, of_short, made);
  explained(words, of_long, made);
  EXPECT_EQ(of_long, of_short);
  EXPECT_EQ(made.cells().size(), static_cast<std::size_t>(words));
  int read = 0;
  made.evaluate([&](Cell) {
    ++read;
    return 0.0;
  });
  EXPECT_EQ(read, 2 * words + 1) << "for the maximum, for the sum, and its own";
}

// Which nodes are products of two matrices, and which only look like one.

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
  OpCode code(std::span<const Shape>) const override { return {}; }
  LinesOfCode backward_code(std::span<const Shape>) const override { return {}; }
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
