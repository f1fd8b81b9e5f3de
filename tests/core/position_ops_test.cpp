// The ops of the kinds of positions against naive twins, their formulas and their gradients.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "core/matrix/random.h"
#include "core/tape/ops/ops.h"
#include "core/tape/tape.h"

namespace headlight {
namespace {

Matrix value_of(const OpPtr& op, const std::vector<Matrix>& inputs) {
  Tape tape;
  std::vector<int> nodes;
  nodes.reserve(inputs.size());
  for (const Matrix& m : inputs) nodes.push_back(tape.constant({"x"}, view(m)));
  const int out = tape.record({"out"}, op, nodes);
  tape.forward();
  return tape.value(out).map();
}

// Every formula, evaluated over the tape's own cells, must give the cell.
void expect_explained(const OpPtr& op, const std::vector<Matrix>& inputs) {
  Tape tape;
  std::vector<int> nodes;
  nodes.reserve(inputs.size());
  for (const Matrix& m : inputs) nodes.push_back(tape.constant({"x"}, view(m)));
  const int out = tape.record({"out"}, op, nodes);
  tape.forward();
  const ConstView value = tape.value(out);
  for (int i = 0; i < value.shape.rows; ++i) {
    for (int j = 0; j < value.shape.cols; ++j) {
      const double again = tape.explain({out, i, j}).evaluate([&](Cell c) {
        return static_cast<double>(tape.value(c.node)(c.row, c.col));
      });
      if (std::isinf(again) && static_cast<double>(value(i, j)) == again) continue;
      ASSERT_NEAR(again, static_cast<double>(value(i, j)), 2e-6) << op->name() << " " << i << ", " << j;
    }
  }
}

// The gradient of sum(out * factors) against difference quotients, cell by cell.
void expect_gradient(const OpPtr& op, Matrix x, Random& random) {
  Tape tape;
  const int in = tape.parameter({"x"}, view(x));
  const int out = tape.record({"out"}, op, {in});
  const Matrix factors = normal_matrix(tape.node(out).shape.rows, tape.node(out).shape.cols, random);
  const int mixed = tape.record({"mixed"}, multiply(), {out, tape.constant({"f"}, view(factors))});
  tape.forward();
  tape.backward(mixed);
  const Matrix ours = tape.gradient(in).map();
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const float kept = x.data()[i];
    const auto at = [&](float moved) {
      x.data()[i] = moved;
      tape.touch_parameters();
      tape.forward();
      return tape.value(mixed).map().cast<double>().sum();
    };
    const double slope = (at(kept + 0.5F) - at(kept - 0.5F));
    at(kept);
    EXPECT_NEAR(static_cast<double>(ours.data()[i]), slope, 1e-4) << op->name() << ", number " << i;
  }
}

TEST(PositionOps, TheRelativeBiasIsReadFromItsTableByDistance) {
  Random random(2);
  for (int round = 0; round < 20; ++round) {
    const int reach = 1 + random.below(5);
    const int heads = 1 + random.below(3);
    const int head = random.below(heads);
    const int queries = 1 + random.below(9);
    const int keys = 1 + random.below(9);
    const Matrix table = normal_matrix(heads, 2 * reach + 1, random);
    const OpPtr op = relative_bias(head, queries, keys);
    const Matrix bias = value_of(op, {table});
    ASSERT_EQ(bias.rows(), queries);
    ASSERT_EQ(bias.cols(), keys);
    for (int i = 0; i < queries; ++i) {
      for (int j = 0; j < keys; ++j) {
        int distance = j - i;
        while (distance > reach) --distance;
        while (distance < -reach) ++distance;
        ASSERT_EQ(bias(i, j), table(head, distance + reach));
      }
    }
    expect_explained(op, {table});
    expect_gradient(op, table, random);
  }
  EXPECT_THROW(value_of(relative_bias(2, 3, 3), {Matrix::Zero(2, 5)}), std::invalid_argument);
  EXPECT_THROW(value_of(relative_bias(0, 3, 3), {Matrix::Zero(2, 4)}), std::invalid_argument);
}

TEST(PositionOps, TheLinearBiasFallsWithTheDistance) {
  for (const float slope : {1.0F, 0.5F, 0.0039F}) {
    const Matrix bias = value_of(linear_bias(6, 9, slope), {});
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 9; ++j) {
        const int apart = i > j ? i - j : j - i;
        ASSERT_NEAR(bias(i, j), -slope * static_cast<float>(apart), 1e-6F);
        EXPECT_FALSE(i == j && std::signbit(bias(i, j))) << "minus zero";
      }
    }
    expect_explained(linear_bias(6, 9, slope), {});
  }
}

TEST(PositionOps, RotationIsMultiplicationByAComplexNumber) {
  Random random(3);
  for (const double base : {10000.0, 100.0, 3.5}) {
    const int d = 2 * (1 + random.below(6));
    const Matrix x = normal_matrix(40, d, random);
    const OpPtr op = rotate(base);
    const Matrix turned = value_of(op, {x});
    for (int t = 0; t < 40; ++t) {
      for (int i = 0; i < d; i += 2) {
        const std::complex<double> pair(static_cast<double>(x(t, i)), static_cast<double>(x(t, i + 1)));
        const std::complex<double> wanted =
            pair * std::polar(1.0, t * std::pow(base, -i / static_cast<double>(d)));
        ASSERT_NEAR(static_cast<double>(turned(t, i)), wanted.real(), 1e-6);
        ASSERT_NEAR(static_cast<double>(turned(t, i + 1)), wanted.imag(), 1e-6);
      }
    }
    expect_explained(op, {x.topRows(7)});
    expect_gradient(op, x.topRows(5), random);
  }
  EXPECT_THROW(value_of(rotate(100), {Matrix::Zero(3, 5)}), std::invalid_argument);
}

// The same query and key at every place: what remains of their places is how far they are apart.
TEST(PositionOps, TheScoreOfRotatedVectorsDependsOnTheDistanceAlone) {
  Random random(5);
  for (int round = 0; round < 30; ++round) {
    const int d = 2 * (1 + random.below(16));
    const int tokens = 20;
    const Matrix q = normal_matrix(1, d, random).replicate(tokens, 1);
    const Matrix k = normal_matrix(1, d, random).replicate(tokens, 1);
    const OpPtr turn = rotate(random.uniform(2, 20000));
    const Matrix scores = value_of(turn, {q}) * value_of(turn, {k}).transpose();
    const float size = q.row(0).norm() * k.row(0).norm();
    float spread = 0;
    for (int i = 0; i < tokens; ++i) {
      for (int j = 0; j < tokens; ++j) {
        const int first = std::max(0, i - j);
        ASSERT_NEAR(scores(i, j), scores(first, first - i + j), 2e-6F * size) << "at " << i << ", " << j;
        spread = std::max(spread, std::abs(scores(i, j) - scores(0, 0)));
      }
    }
    EXPECT_GT(spread, 1e-3F * size) << "the distance makes no difference";
  }
}

TEST(PositionOps, AMaskAheadHidesWhatCameBefore) {
  Random random(1);
  const Matrix x = normal_matrix(4, 6, random);
  const Matrix y = value_of(mask(false, 0, true), {x});
  for (int q = 0; q < 4; ++q) {
    for (int k = 0; k < 6; ++k) {
      if (k < q) {
        EXPECT_EQ(y(q, k), -std::numeric_limits<float>::infinity());
      } else {
        EXPECT_EQ(y(q, k), x(q, k));
      }
    }
  }
  expect_explained(mask(false, 0, true), {x});
}

TEST(PositionOps, APlaceThatIsNotAskedAddsNothingToTheLoss) {
  Random random(8);
  Matrix logits = normal_matrix(5, 7, random);
  Matrix all(5, 1);
  all << -1, 3, -1, 0, 6;
  Matrix asked(3, 1);
  asked << 3, 0, 6;
  Matrix kept(3, 7);
  kept << logits.row(1), logits.row(3), logits.row(4);
  EXPECT_NEAR(value_of(cross_entropy(0.1F), {logits, all})(0, 0),
              value_of(cross_entropy(0.1F), {kept, asked})(0, 0), 1e-5F);
  Tape tape;
  const int z = tape.parameter({"z"}, view(logits));
  const int loss = tape.record({"loss"}, cross_entropy(0.1F), {z, tape.constant({"t"}, view(all))});
  tape.forward();
  tape.backward(loss);
  EXPECT_EQ(tape.gradient(z).map().row(0).norm(), 0.0F);
  EXPECT_EQ(tape.gradient(z).map().row(2).norm(), 0.0F);
  EXPECT_GT(tape.gradient(z).map().row(1).norm(), 0.01F);
}

}  // namespace
}  // namespace headlight
