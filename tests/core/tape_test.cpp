// The tape itself: replay, dropped values, formulas, rewinding; over a small random Transformer.
#include <gtest/gtest.h>

#include <cmath>

#include "core/models/trace.h"
#include "core/tape/ops/ops.h"
#include "core/tape/tape.h"
#include "tests/core/alike.h"
#include "tests/core/allocations.h"
#include "tests/core/seeded_matrix.h"
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

// The widest steps are never there as a whole, and everything else is as if they were; edits of them too.
TEST(Tape, WhatIsComputedInBlocksGivesTheSame) {
  std::vector<Edit> edits(1);
  for (const bool edited : {false, true}) {
    edits[0] = {.path = "encoder.0.feed_forward.activated", .row = 1, .values = {0.5F}};
    const std::vector<Edit> asked = edited ? edits : std::vector<Edit>{};
    const Small whole(5, asked);
    Small blocks(5);
    std::vector<int> wide;
    for (int id = 0; id < blocks.tape.size(); ++id) {
      const std::string& path = blocks.tape.node(id).label.path;
      if (!path.ends_with("feed_forward.hidden") && !path.ends_with(".activated") && path != "logits")
        continue;
      blocks.tape.compute_in_blocks(id);
      if (blocks.tape.node(id).in_blocks) wide.push_back(id);
    }
    ASSERT_GE(wide.size(), 4U);
    blocks.tape.set_edits(asked);
    blocks.tape.touch_parameters();
    int met = 0;
    blocks.tape.forward(
        [&](const Tape&, int id) { met += std::count(wide.begin(), wide.end(), id) > 0 ? 1 : 0; });
    EXPECT_EQ(met, 0) << "no watch meets them";
    for (int id = 0; id < blocks.tape.size(); ++id) {
      if (blocks.tape.node(id).kind != Node::Kind::computed) continue;
      const bool is_wide = std::count(wide.begin(), wide.end(), id) > 0;
      EXPECT_EQ(blocks.tape.holds(id), !is_wide) << blocks.tape.node(id).label.path;
      const Matrix read = blocks.tape.recomputed(id);
      EXPECT_TRUE(alike(view(read), whole.tape.value(id))) << blocks.tape.node(id).label.path;
    }
    blocks.tape.forward();
    EXPECT_EQ(blocks.tape.computed(), 0);
  }
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

// Edits on the tape: each kind's values, the formulas of edited cells, and gradients that end at them.

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

// What a tape takes of memory, counted on the heap: nothing before it computes, and then what it holds.

constexpr int side = 128;
constexpr long value_bytes = long{side} * side * static_cast<long>(sizeof(float));

// x, and so many steps that each read the one before.
int record_chain(Tape& tape, int steps) {
  int x = tape.constant({"x"}, view(random_matrix(side, side, 1)));
  for (int i = 0; i < steps; ++i) x = tape.record({"step." + std::to_string(i)}, scale(1.5F), {x});
  return x;
}

TEST(TapeMemory, IsTakenWhenAValueIsComputed) {
  constexpr int steps = 20;
  const long before = bytes_in_use();
  Tape tape;
  record_chain(tape, steps);
  EXPECT_EQ(tape.bytes(), value_bytes) << "x alone";
  EXPECT_LT(bytes_in_use() - before, 2 * value_bytes);
  begin_peak();
  tape.forward();
  EXPECT_EQ(tape.bytes(), (steps + 1) * value_bytes);
  EXPECT_LT(peak_bytes() - before, (steps + 2) * value_bytes);
}

TEST(TapeMemory, WhatIsDroppedIsNotInThePeak) {
  constexpr int steps = 20;
  Tape tape;
  const int last = record_chain(tape, steps);
  for (int id = 1; id < last; ++id) tape.make_droppable(id);
  const long before = bytes_in_use();
  begin_peak();
  tape.forward();
  EXPECT_EQ(tape.bytes(), 2 * value_bytes) << "x and the last";
  EXPECT_LT(peak_bytes() - before, 3 * value_bytes) << "a value, and the one it is made from";
}

TEST(TapeMemory, WhatIsComputedInBlocksIsNotInThePeak) {
  constexpr int rows = 4096, narrow = 16, wide = 256;
  Tape tape;
  const Matrix up = random_matrix(narrow, wide, 2), down = random_matrix(wide, narrow, 3);
  const int x = tape.constant({"x"}, view(random_matrix(rows, narrow, 1)));
  const int hidden = tape.record({"hidden"}, linear(0, wide), {x, tape.parameter({"up"}, view(up))});
  const int scaled = tape.record({"scaled"}, scale(0.5F), {hidden});
  const int out = tape.record({"out"}, linear(0, narrow), {scaled, tape.parameter({"down"}, view(down))});
  for (const int id : {hidden, scaled}) tape.compute_in_blocks(id);
  const long before = bytes_in_use();
  begin_peak();
  tape.forward();
  constexpr long whole = long{rows} * wide * static_cast<long>(sizeof(float));
  EXPECT_LT(peak_bytes() - before, whole / 2);
  const Matrix by_hand = 0.5F * (tape.value(x).map() * up) * down;
  EXPECT_TRUE(tape.value(out).map().isApprox(by_hand, 1e-4F));
}

// Values that are let go: what stays held, and what is computed again for whoever reads it, row by row.

// Everything that one step alone reads.
Small dropped(std::uint64_t seed, std::vector<Edit> edits = {}) {
  Small small(seed, std::move(edits));
  small.tape.drop_chains(1);
  return small;
}

int readers_of(const Tape& tape, int id) {
  int readers = 0;
  for (int reader = id + 1; reader < tape.size(); ++reader) {
    const std::vector<int>& inputs = tape.node(reader).inputs;
    readers += std::find(inputs.begin(), inputs.end(), id) != inputs.end() ? 1 : 0;
  }
  return readers;
}

void expect_only_chains_gone(const Tape& tape) {
  int gone = 0;
  for (int id = 0; id < tape.size(); ++id) {
    const bool chain = tape.node(id).op != nullptr && readers_of(tape, id) == 1;
    EXPECT_EQ(tape.holds(id), !chain) << tape.node(id).label.path;
    gone += chain ? 1 : 0;
  }
  EXPECT_GT(gone, tape.size() / 3);
}

TEST(Dropping, LetsGoOfChainsAndOfNothingElse) {
  const Small small = dropped(5);
  expect_only_chains_gone(small.tape);
  const auto held = [&](const char* path) { return small.tape.holds(*small.tape.find(path)); };
  EXPECT_FALSE(held("encoder.0.self_attention.head.0.weights"));
  EXPECT_FALSE(held("encoder.0.feed_forward.hidden"));
  EXPECT_TRUE(held("encoder.0.normalized_1")) << "two steps read it";
  EXPECT_TRUE(held("probabilities")) << "none does";
  EXPECT_THROW(small.tape.value(*small.tape.find("encoder.0.residual_1")), std::logic_error);
}

TEST(Dropping, IsNoReasonToComputeAnything) {
  Small small = dropped(5);
  small.tape.forward();
  EXPECT_EQ(small.tape.computed(), 0);
}

TEST(Dropping, LeavesNothingBehindAfterAnEdit) {
  Random random(4);
  Small small = dropped(6);
  for (int round = 0; round < 40; ++round) {
    const std::vector<Edit> edits = random_edits(small.tape, random);
    small.tape.set_edits(edits);
    small.tape.forward();
    expect_only_chains_gone(small.tape);
    expect_alike(small.tape, Small(6, edits).tape);
  }
}

// What an edit of the values needs is a chain whose own steps did not change.
TEST(Dropping, AnEditBesideAChainBringsItBackForAMoment) {
  Small small = dropped(5);
  small.tape.set_edits({Edit{.path = "encoder.1.self_attention.head.0.value", .row = 1, .values = {0.5F}}});
  small.tape.forward();
  expect_only_chains_gone(small.tape);
}

TEST(Dropping, SomeRowsAreThoseOfTheWhole) {
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    const std::vector<Edit> edits = random_edits(Small(7).tape, random);
    const Small kept(7, edits);
    const Small small = dropped(7, edits);
    for (int id = 0; id < kept.tape.size(); ++id) {
      const int rows = kept.tape.node(id).shape.rows;
      const int first = random.below(rows);
      const int count = 1 + random.below(rows - first);
      const Matrix some = small.tape.recomputed(id, first, count);
      ASSERT_TRUE(alike(view(some), kept.tape.value(id).rows(first, count), 1e-3))
          << kept.tape.node(id).label.path << ", rows " << first << " to " << first + count - 1;
    }
  }
}

TEST(Dropping, RowsThatAreNotThereAreSaid) {
  const Small small = dropped(5);
  const int weights = *small.tape.find("encoder.0.self_attention.head.0.weights");
  for (const auto& [first, count] : {std::pair(-1, 1), std::pair(5, 1), std::pair(0, 6), std::pair(2, -1)})
    EXPECT_THROW(small.tape.recomputed(weights, first, count), std::out_of_range) << first << ", " << count;
  EXPECT_EQ(small.tape.recomputed(weights, 5, 0).rows(), 0);
}

TEST(Dropping, FormulasComeToTheSame) {
  const Small kept(8);
  Small made = dropped(8);
  const Trace trace(std::move(made.tape), {}, nullptr);
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    const int id = random.below(kept.tape.size());
    const Shape shape = kept.tape.node(id).shape;
    const Cell cell{id, random.below(shape.rows), random.below(shape.cols)};
    const auto value = static_cast<float>(trace.tape().explain(cell).evaluate(CellReader(trace)));
    EXPECT_TRUE(alike(value, kept.tape.value(id)(cell.row, cell.col), 1e-5)) << trace.label(id).path;
    EXPECT_TRUE(alike(trace.cell(cell), kept.tape.value(id)(cell.row, cell.col), 1e-5));
  }
}

// A column too: from its second row on the reader has the whole value.
TEST(Dropping, AReaderOfCellsSeesEveryCell) {
  const Small kept(8);
  Small made = dropped(8);
  const Trace trace(std::move(made.tape), {}, nullptr);
  CellReader read(trace);
  for (int id = 0; id < kept.tape.size(); ++id) {
    const ConstView value = kept.tape.value(id);
    for (int col = 0; col < value.shape.cols; ++col) {
      for (int row = value.shape.rows - 1; row >= 0; --row)
        EXPECT_TRUE(alike(static_cast<float>(read({id, row, col})), value(row, col), 1e-5));
    }
  }
}

}  // namespace
}  // namespace headlight
