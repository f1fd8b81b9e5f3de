// The tape itself: replay, edits, dropped values, gradients, rewinding; over a small random Transformer.
#include "core/tape/tape.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/matrix/random.h"
#include "core/models/transformer.h"
#include "core/tape/ops/ops.h"
#include "tests/core/allocations.h"

namespace headlight {
namespace {

struct Small {
  TransformerConfig config;
  Weights weights;
  Tape tape;
  int encoded = 0;
  int probabilities = 0;
  int loss = 0;

  explicit Small(std::uint64_t seed, std::vector<Edit> edits = {}) {
    config.d_model = 12;
    config.d_ff = 20;
    config.decoder_heads = 3;
    config.cross_heads = 2;
    config.source_words = 9;
    config.target_words = 11;
    weights = Weights::random(config, seed);
    tape.set_edits(std::move(edits));
    Recording recording(tape, config, weights);
    encoded = record_encoder(recording, std::vector<int>{1, 5, 2, 7, 1});
    const int logits =
        record_logits(recording, record_decoder(recording, std::vector<int>{0, 4, 9, 3}, encoded));
    probabilities = record_probabilities(recording, logits);
    loss = record_loss(recording, logits, std::vector<int>{4, 9, 3, 1}, 0.1F);
    tape.forward();
  }
};

std::vector<float> all_values(const Tape& tape) {
  std::vector<float> values;
  for (int id = 0; id < tape.size(); ++id) {
    const ConstView value = tape.value(id);
    values.insert(values.end(), value.data, value.data + value.shape.size());
    // What an edit made no number is none in the other tape, too.
    for (float& each : values) each = std::isnan(each) ? 1e30F : each;
  }
  return values;
}

std::vector<Edit> random_edits(const Tape& tape, Random& random) {
  std::vector<Edit> edits;
  const int count = random.below(4);
  for (int i = 0; i < count; ++i) {
    const int id = random.below(tape.size());
    const Shape shape = tape.node(id).shape;
    Edit edit;
    edit.path = tape.node(id).label.path;
    if (edit.path.ends_with("tokens") || edit.path == "next") continue;
    edit.kind = static_cast<Edit::Kind>(random.below(5));
    if (random.chance(0.7)) edit.row = random.below(shape.rows);
    if (random.chance(0.7)) edit.col = random.below(shape.cols);
    edit.values = {static_cast<float>(random.normal())};
    edit.other = random.below(shape.cols);
    edits.push_back(edit);
  }
  return edits;
}

TEST(Tape, ReplayAfterRandomEditsEqualsRecordingFromScratch) {
  Random random(1);
  Small replayed(3);
  for (int round = 0; round < 60; ++round) {
    const std::vector<Edit> edits = random_edits(replayed.tape, random);
    replayed.tape.set_edits(edits);
    replayed.tape.forward();
    const Small fresh(3, edits);
    ASSERT_EQ(all_values(replayed.tape), all_values(fresh.tape)) << "round " << round;
  }
  replayed.tape.set_edits({});
  replayed.tape.forward();
  EXPECT_EQ(all_values(replayed.tape), all_values(Small(3).tape));
}

TEST(Tape, OnlyWhatLiesDownstreamIsComputedAgain) {
  Small small(3);
  const int all = small.tape.size();
  small.tape.forward();
  EXPECT_EQ(small.tape.computed(), 0);
  Edit edit;
  edit.path = "decoder.0.cross_attention.head.0.scaled";
  edit.kind = Edit::Kind::multiply;
  edit.values = {0.5F};
  small.tape.set_edits({edit});
  small.tape.forward();
  EXPECT_GT(small.tape.computed(), 10);
  EXPECT_LT(small.tape.computed(), 20);
  EXPECT_LT(small.tape.computed(), all / 4);
}

TEST(Tape, AReplayAllocatesNothing) {
  Small small(3);
  const int scaled = *small.tape.find("encoder.0.self_attention.head.1.scaled");
  const OpPtr other = scale(0.2F);
  small.tape.replace(scaled, other);
  small.tape.forward();
  small.tape.backward(small.loss);
  const OpPtr another = scale(0.4F);
  small.tape.replace(scaled, another);
  const Matrix words = Matrix::Constant(5, 1, 3.0F);
  small.tape.set(*small.tape.find("source.tokens"), view(words));
  const long before = allocations();
  small.tape.forward();
  small.tape.backward(small.loss);
  EXPECT_EQ(allocations() - before, 0);
}

TEST(Tape, DroppedValuesAreComputedAgainWhenRead) {
  const Small kept(5);
  Small dropped(5);
  std::vector<int> gone;
  for (int id = 0; id < dropped.tape.size(); ++id) {
    const std::string& path = dropped.tape.node(id).label.path;
    if (path.ends_with(".scores") || path.ends_with(".scaled") || path.ends_with(".query")) {
      dropped.tape.make_droppable(id);
      gone.push_back(id);
    }
  }
  dropped.tape.touch_parameters();
  dropped.tape.forward();
  ASSERT_FALSE(gone.empty());
  for (const int id : gone) {
    EXPECT_FALSE(dropped.tape.holds(id)) << dropped.tape.node(id).label.path;
    EXPECT_THROW(dropped.tape.value(id), std::logic_error);
    EXPECT_EQ(dropped.tape.recomputed(id), Matrix(kept.tape.value(id).map()));
  }
  EXPECT_EQ(Matrix(dropped.tape.value(dropped.probabilities).map()),
            Matrix(kept.tape.value(kept.probabilities).map()));
  dropped.tape.forward();
  EXPECT_EQ(dropped.tape.computed(), 0) << "dropped values are no reason to compute anything";
  // An edit below a dropped value brings it back only for as long as it is needed.
  Edit edit;
  edit.path = "encoder.1.self_attention.head.0.weights";
  edit.values = {0.2F};
  dropped.tape.set_edits({edit});
  dropped.tape.forward();
  EXPECT_EQ(Matrix(dropped.tape.value(dropped.loss).map()),
            Matrix(Small(5, {edit}).tape.value(kept.loss).map()));
}

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

TEST(Tape, RandomCellsOfTheWholeModelRecombine) {
  const Small small(8);
  Random random(2);
  for (int i = 0; i < 400; ++i) {
    const int id = random.below(small.tape.size());
    const Shape shape = small.tape.node(id).shape;
    const Cell cell{id, random.below(shape.rows), random.below(shape.cols)};
    const double again = small.tape.explain(cell).evaluate(
        [&](Cell c) { return static_cast<double>(small.tape.value(c.node)(c.row, c.col)); });
    const double shown = static_cast<double>(small.tape.value(id)(cell.row, cell.col));
    if (again == shown) continue;  // also minus infinity
    EXPECT_NEAR(again, shown, 1e-5 * std::max(1.0, std::abs(shown))) << small.tape.node(id).label.path;
  }
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

TEST(Tape, RewindingForgetsAndRecordsAgain) {
  TransformerConfig config;
  config.d_model = 8;
  config.d_ff = 8;
  config.source_words = config.target_words = 6;
  config.decoder_heads = 2;
  const Weights weights = Weights::random(config, 1);
  Tape tape;
  Recording recording(tape, config, weights);
  const int encoded = record_encoder(recording, std::vector<int>{1, 2, 3});
  const int end = tape.size();
  for (const std::vector<int>& target :
       {std::vector<int>{0}, std::vector<int>{0, 4}, std::vector<int>{0, 4, 2}}) {
    recording.rewind(end);
    record_decoder(recording, target, encoded);
    tape.forward();
    EXPECT_EQ(tape.node(*tape.find("target.input")).shape.rows, static_cast<int>(target.size()));
  }
  EXPECT_EQ(tape.computed() > 0, true);
}

TEST(Tape, WrongUseIsSaid) {
  Small small(3);
  const int tokens = *small.tape.find("source.tokens");
  const Matrix longer = Matrix::Zero(6, 1);
  EXPECT_THROW(small.tape.set(tokens, view(longer)), std::invalid_argument);
  EXPECT_THROW(small.tape.replace(tokens, scale(1)), std::invalid_argument);
  EXPECT_THROW(small.tape.explain({small.probabilities, 99, 0}), std::out_of_range);
  EXPECT_THROW(small.tape.gradient(small.loss), std::logic_error);
  EXPECT_THROW(small.tape.backward(tokens), std::logic_error);
}

}  // namespace
}  // namespace headlight
