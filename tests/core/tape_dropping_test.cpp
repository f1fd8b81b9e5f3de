// Values that are let go: what stays held, and what is computed again for whoever reads it, row by row.
#include <gtest/gtest.h>

#include "core/models/read_trace.h"
#include "tests/core/alike.h"
#include "tests/core/small_transformer.h"

namespace headlight {
namespace {

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
