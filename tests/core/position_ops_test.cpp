// The ops of the kinds of positions against naive twins, their formulas and their gradients.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <fstream>
#include <numeric>
#include <sstream>

#include "core/layers/sites.h"
#include "core/matrix/random.h"
#include "core/models/transformer.h"
#include "core/tape/ops/ops.h"
#include "core/tape/tape.h"
#include "tests/core/position_models.h"

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

TEST(PositionOps, PlacesAreCountedFromOneAndDividedByTheLength) {
  const Matrix counted = value_of(counted_positions(5, 3, 3), {});
  const Matrix later = value_of(counted_positions(2, 3, 3, 3), {});
  const Matrix divided = value_of(counted_positions(5, 3, 3, 0, 5), {});
  const Matrix in_one = value_of(counted_positions(5, 3, 1), {});
  for (int t = 0; t < 5; ++t) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(counted(t, i), static_cast<float>(t + 1));
      EXPECT_NEAR(divided(t, i), static_cast<float>(t + 1) / 5, 1e-7F);
      EXPECT_EQ(in_one(t, i), i == 0 ? static_cast<float>(t + 1) : 0);
    }
  }
  EXPECT_EQ(later, Matrix(counted.bottomRows(2)));
  EXPECT_THROW(value_of(counted_positions(5, 3, 4), {}), std::invalid_argument);
}

TEST(PositionOps, SinesHaveTheirBaseAndMayHaveNoCosines) {
  for (const double base : {10.0, 10000.0}) {
    const Matrix both = value_of(sinusoidal_positions(20, 6, 0, {.base = base}), {});
    const Matrix sines = value_of(sinusoidal_positions(20, 6, 0, {.base = base, .sines_only = true}), {});
    for (int t = 0; t < 20; ++t) {
      for (int k = 0; k < 6; ++k) {
        EXPECT_NEAR(static_cast<double>(sines(t, k)), std::sin(t / std::pow(base, k / 6.0)), 1e-6);
        const double angle = t / std::pow(base, (k - k % 2) / 6.0);
        EXPECT_NEAR(static_cast<double>(both(t, k)), k % 2 == 0 ? std::sin(angle) : std::cos(angle), 1e-6);
      }
    }
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

// The kinds of positions by name: of their steps and tensors, and in a config.

std::string kind_name(Positions kind) {
  const std::string json = to_json(small_labeller(kind));
  const std::size_t begin = json.find(':', json.find("\"positions\"")) + 3;
  return json.substr(begin, json.find('"', begin) - begin);
}

// Every step and every tensor of a model of one layer, with its axes; of the heads, the first.
std::string names(Positions kind) {
  const TransformerConfig config = small_labeller(kind);
  const Weights weights = Weights::random(config, 1);
  Tape tape;
  Recording recording(tape, config, weights);
  record_logits(recording, record_encoder(recording, std::vector<int>{0, 1, 2}));
  std::string list = kind_name(kind) + "\n";
  for (int id = 0; id < tape.size(); ++id) {
    const Node& node = tape.node(id);
    if (place_of(node.label.path).head.value_or(0) != 0) continue;
    if (node.kind != Node::Kind::parameter) {
      EXPECT_NE(site_of(node.label.path), nullptr) << node.label.path;
    }
    list += "  " + node.label.path + " " + to_string(node.shape) + " [" +
            std::string(info(node.label.rows).letter) + ", " + std::string(info(node.label.cols).letter) +
            "]\n";
  }
  return list;
}

// Frozen like those of the translator.
TEST(PositionKinds, HaveTheFrozenNames) {
  std::string all;
  for (const Positions kind : every_kind) all += names(kind);
  std::ifstream file(HEADLIGHT_SOURCE_DIR "/tests/golden/position_names.txt");
  std::ostringstream frozen;
  frozen << file.rdbuf();
  EXPECT_EQ(all, frozen.str());
}

TEST(PositionKinds, AConfigMayLeaveTheirFieldsOut) {
  TransformerConfig config = small_labeller(Positions::alibi);
  config.position_slope = 0.25F;
  config.position_base = 500;
  config.position_one_sided = true;
  EXPECT_EQ(config_from_json(to_json(config)), config);
  std::string text = to_json(small_labeller(Positions::alibi));
  const std::size_t begin = text.find(",\n  \"position_dimensions\"");
  ASSERT_NE(begin, std::string::npos);
  const TransformerConfig read = config_from_json(text.substr(0, begin) + "\n}");
  EXPECT_EQ(read.position_reach, TransformerConfig{}.position_reach);
  EXPECT_EQ(read.position_base, 10000);
}

TEST(PositionKinds, WhatDoesNotFitIsRefusedByName) {
  const auto refused = [](Positions kind, auto change, const std::string& needle) {
    TransformerConfig config = small_labeller(kind);
    config.check();
    change(config);
    try {
      config.check();
      FAIL() << needle;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(needle), std::string::npos) << error.what();
    }
  };
  using C = TransformerConfig;
  refused(
      Positions::divided, [](C& c) { c.decoder_layers = 1; }, "how long its text will be");
  refused(
      Positions::counted, [](C& c) { c.position_columns = 9; }, "position_columns");
  refused(
      Positions::sines, [](C& c) { c.position_base = 1; }, "position_base");
  refused(
      Positions::appended, [](C& c) { c.position_dimensions = 8; }, "position_dimensions");
  refused(
      Positions::appended, [](C& c) { c.position_dimensions = 0; }, "position_dimensions");
  refused(
      Positions::relative, [](C& c) { c.position_reach = 0; }, "position_reach");
  refused(
      Positions::rotary, [](C& c) { c.position_base = 1; }, "position_base");
  refused(
      Positions::rotary, [](C& c) { c.encoder_heads = 8; }, "rotary");
  refused(
      Positions::alibi, [](C& c) { c.position_slope = 0; }, "position_slope");
  refused(
      Positions::alibi, [](C& c) { c.position_one_sided = c.causal_encoder = true; }, "position_one_sided");
  refused(
      Positions::appended,
      [](C& c) {
        c.decoder_layers = 1;
        c.tied_output = true;
      },
      "tied_output");
}

// What each kind of positions does to a sentence's order, and to its words.

// The logits of the sentence, a row a place.
Matrix logits_of(const TransformerConfig& config, const Weights& weights, const std::vector<int>& words) {
  Tape tape;
  Recording recording(tape, config, weights);
  const int logits = record_logits(recording, record_encoder(recording, words));
  tape.forward();
  return tape.value(logits).map();
}

// Without positions a sentence in another order has the same rows in that order; with any kind it has others.
TEST(PositionKinds, OnlyWithoutPositionsTheRowsJustMove) {
  Random random(11);
  for (int round = 0; round < 40; ++round) {
    for (const Positions kind : every_kind) {
      TransformerConfig config = small_labeller(kind);
      config.encoder_heads = 1 + random.below(4);
      config.d_model = config.encoder_heads * 2 * (2 + random.below(4));
      config.position_dimensions = 2 + random.below(config.d_model - 2);
      config.encoder_layers = 1 + random.below(3);
      config.norm_place = random.chance(0.5) ? NormPlace::pre : NormPlace::post;
      config.position_one_sided = kind == Positions::alibi && random.chance(0.5);
      config.source_words = 12;
      config.check();
      Weights weights = Weights::random(config, random.bits());
      for (std::size_t i = 0; i < weights.count(); ++i) {
        if (weights.spec(i).start != TensorSpec::Start::distances) continue;
        weights.tensor(i) = normal_matrix(weights.spec(i).shape.rows, weights.spec(i).shape.cols, random);
      }
      const int tokens = 3 + random.below(8);
      std::vector<int> order(static_cast<std::size_t>(tokens));
      std::iota(order.begin(), order.end(), 0);
      for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
      std::swap(order[0], order[1]);
      // Neither the order there was, nor the one that ALiBi cannot tell from it: back to front.
      if (std::is_sorted(order.begin(), order.end())) std::swap(order[0], order[2]);
      if (std::is_sorted(order.rbegin(), order.rend())) std::swap(order[0], order[1]);
      std::vector<int> words(order.size());  // each another one
      for (int i = 0; i < tokens; ++i) words[static_cast<std::size_t>(i)] = (i * 5 + round) % 12;
      std::vector<int> moved(order.size());
      std::transform(order.begin(), order.end(), moved.begin(),
                     [&](int place) { return words[static_cast<std::size_t>(place)]; });

      const Matrix before = logits_of(config, weights, words);
      const Matrix after = logits_of(config, weights, moved);
      float difference = 0;
      for (int i = 0; i < tokens; ++i) {
        difference =
            std::max(difference,
                     (after.row(i) - before.row(order[static_cast<std::size_t>(i)])).cwiseAbs().maxCoeff());
      }
      if (kind == Positions::none) {
        EXPECT_LT(difference, 2e-5F) << "round " << round;
      } else {
        EXPECT_GT(difference, 1e-4F) << name_of(kind) << ", round " << round;
      }
    }
  }
}

// Symmetric ALiBi knows how far, not on which side: a sentence read back to front has the same rows.
// What is added to all numbers of a vector alike is subtracted again, with the mean, by the norm before each
// layer: such a number tells nothing. In one of the numbers it does.
TEST(PositionKinds, ANumberInAllColumnsIsLostInTheNextNorm) {
  const std::vector<int> words{3, 1, 4, 0, 2, 4};
  const std::vector<int> back(words.rbegin(), words.rend());
  for (const Positions kind : {Positions::counted, Positions::divided, Positions::sines}) {
    for (const int columns : {0, 1}) {
      if (kind == Positions::sines && columns == 1) continue;
      TransformerConfig config = small_labeller(kind);
      config.position_columns = columns;
      config.check();
      const Weights weights = Weights::random(config, 6);
      const Matrix there = logits_of(config, weights, words);
      const Matrix moved = logits_of(config, weights, back).colwise().reverse();
      const float most = (there - moved).cwiseAbs().maxCoeff();
      if (kind != Positions::sines && columns == 0)
        EXPECT_LT(most, 1e-4F) << name_of(kind);
      else
        EXPECT_GT(most, 1e-3F) << name_of(kind) << " in " << columns;
      EXPECT_EQ(config_from_json(to_json(config)), config);
    }
  }
}

TEST(PositionKinds, SymmetricAlibiCannotTellLeftFromRight) {
  const std::vector<int> words{3, 1, 0, 4, 2};
  const std::vector<int> reversed(words.rbegin(), words.rend());
  for (const bool one_sided : {false, true}) {
    TransformerConfig config = small_labeller(Positions::alibi);
    config.position_one_sided = one_sided;
    const Weights weights = Weights::random(config, 9);
    const Matrix before = logits_of(config, weights, words);
    const Matrix after = logits_of(config, weights, reversed).colwise().reverse();
    const float difference = (before - after).cwiseAbs().maxCoeff();
    EXPECT_EQ(difference < 1e-5F, !one_sided) << difference;
  }
}

TEST(PositionKinds, AppendedPositionsLeaveTheWordsAsTheyAre) {
  const TransformerConfig config = small_labeller(Positions::appended);
  const Weights weights = Weights::random(config, 4);
  EXPECT_EQ(weights["source.embedding"].cols(), 4);
  Tape tape;
  Recording recording(tape, config, weights);
  record_encoder(recording, std::vector<int>{3, 1});
  tape.forward();
  const ConstView input = tape.value(*tape.find("source.input"));
  EXPECT_EQ(Matrix(input.columns(0, 4)), Matrix(tape.value(*tape.find("source.embedded")).map()));
  EXPECT_EQ(Matrix(input.columns(4, 4)), Matrix(tape.value(*tape.find("source.positions")).map()));
}

TEST(PositionKinds, OneSidedHeadsLookBackAndAheadInTurn) {
  TransformerConfig config = small_labeller(Positions::alibi);
  config.position_one_sided = true;
  const Weights weights = Weights::random(config, 4);
  Tape tape;
  Recording recording(tape, config, weights);
  record_encoder(recording, std::vector<int>{3, 1, 0, 2});
  tape.forward();
  for (int head = 0; head < 2; ++head) {
    const ConstView a = tape.value(*tape.find(head_path("encoder", 0, "self_attention", head, "weights")));
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        const bool open = head == 0 ? j <= i : j >= i;
        EXPECT_EQ(a(i, j) > 0, open) << head << ": " << i << ", " << j;
      }
    }
  }
}

}  // namespace
}  // namespace headlight
