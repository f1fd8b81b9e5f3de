// The tape itself: replay, dropped values, formulas, rewinding; over a small random Transformer.
#include "core/tape/tape.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/tape/ops/ops.h"
#include "tests/core/alike.h"
#include "tests/core/allocations.h"
#include "tests/core/small_transformer.h"

namespace headlight {
namespace {

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
    const Matrix again = dropped.tape.recomputed(id);
    EXPECT_TRUE(alike(view(again), kept.tape.value(id)));
  }
  EXPECT_TRUE(alike(dropped.tape.value(dropped.probabilities), kept.tape.value(kept.probabilities)));
  dropped.tape.forward();
  EXPECT_EQ(dropped.tape.computed(), 0) << "dropped values are no reason to compute anything";
  // An edit below a dropped value brings it back only for as long as it is needed.
  Edit edit;
  edit.path = "encoder.1.self_attention.head.0.weights";
  edit.values = {0.2F};
  dropped.tape.set_edits({edit});
  dropped.tape.forward();
  EXPECT_TRUE(alike(dropped.tape.value(dropped.loss), Small(5, {edit}).tape.value(kept.loss)));
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
