// A trace of a long input, which does not keep the matrices between its tokens, against one that does.
#include <gtest/gtest.h>

#include "core/explain/ripple.h"
#include "core/models/read_trace.h"
#include "core/models/run.h"
#include "core/models/transformer.h"
#include "tests/core/alike.h"
#include "tests/long_labeller.h"

namespace headlight {
namespace {

constexpr const char* last_scaled = "encoder.1.self_attention.head.2.scaled";

// The same with everything kept.
Tape kept_whole(const Model& model, const std::string& letters, const std::vector<Edit>& edits = {}) {
  Tape tape;
  tape.set_edits(edits);
  Recording recording(tape, model.config(), model.weights());
  record_probabilities(recording, record_logits(recording, record_encoder(recording, model.read(letters))));
  tape.forward();
  return tape;
}

void expect_cells_of(const Trace& trace, const Tape& kept, std::uint64_t seed) {
  ASSERT_EQ(trace.tape().size(), kept.size());
  Random random(seed);
  for (int id = 0; id < kept.size(); ++id) {
    const Shape shape = kept.node(id).shape;
    const Cell cell{id, random.below(shape.rows), random.below(shape.cols)};
    const float wanted = kept.value(id)(cell.row, cell.col);
    EXPECT_TRUE(alike(trace.cell(cell), wanted, 1e-5)) << trace.label(id).path;
    const double explained = trace.tape().explain(cell).evaluate(CellReader(trace));
    EXPECT_TRUE(alike(static_cast<float>(explained), wanted, 1e-4)) << trace.label(id).path;
  }
}

TEST(LongTrace, HasTheCellsOfOneThatKeepsAll) {
  const Model model = long_labeller();
  const std::string letters = any_letters(1);
  const Tape kept = kept_whole(model, letters);
  const TracePtr trace = model.trace({.text = letters});
  EXPECT_GT(kept.bytes(), most_kept);
  EXPECT_LT(trace->tape().bytes(), kept.bytes() / 20);
  EXPECT_FALSE(trace->tape().holds(trace->at(last_scaled)));
  EXPECT_TRUE(trace->tape().holds(trace->at("encoder.1.self_attention.head.2.output")));
  expect_cells_of(*trace, kept, 2);

  // An edit goes on from its layer, to the same cells.
  const std::vector<Edit> edits{{.path = last_scaled, .kind = Edit::Kind::multiply, .values = {3.0F}}};
  const TracePtr edited = model.trace({.text = letters, .edits = edits, .like = trace.get()});
  EXPECT_LT(edited->tape().computed(), trace->tape().computed() / 3);
  expect_cells_of(*edited, kept_whole(model, letters, edits), 3);
}

TEST(LongTrace, NeverHoldsTheMatricesOfTwoHeads) {
  const Model model = long_labeller();
  std::int64_t most = 0;
  std::int64_t matrix = 0;
  const TracePtr trace = model.trace({.text = any_letters(1), .watch = [&](const Tape& tape, int id) {
                                        most = std::max(most, tape.bytes());
                                        matrix =
                                            std::max(matrix, std::int64_t{tape.node(id).shape.size()} * 4);
                                      }});
  EXPECT_EQ(matrix, std::int64_t{many_letters} * many_letters * 4);
  EXPECT_LT(most, trace->tape().bytes() + 2 * matrix + matrix / 2) << "a value and what it is made from";
}

TEST(LongTrace, KeepsAllOfAShortInput) {
  const Model model = long_labeller();
  const TracePtr trace = model.trace({.text = any_letters(1, 64)});
  for (int id = 0; id < trace->tape().size(); ++id) EXPECT_TRUE(trace->tape().holds(id));
}

// Whatever is edited, the ripple is that of traces that keep all, to the last bit.
TEST(LongTrace, RipplesAlike) {
  const Model model = tiny_labeller();
  const std::string letters = any_letters(4, 9);
  const TracePtr plain = model.trace({.text = letters});
  const auto dropped = [&](const Trace& from, const std::vector<Edit>& edits) {
    Tape tape = from.tape().fork();
    tape.set_edits(edits);
    keep_what_fits(tape, 0);
    tape.forward();
    return Trace(std::move(tape), from.words(), nullptr);
  };
  const Trace was = dropped(*plain, {});
  Random random(5);
  for (int round = 0; round < 60; ++round) {
    const int id =
        plain->steps()[static_cast<std::size_t>(random.below(static_cast<int>(plain->steps().size())))];
    if (plain->label(id).path.ends_with("tokens")) continue;
    const std::vector<Edit> edits{{.path = plain->label(id).path,
                                   .kind = random.chance(0.5) ? Edit::Kind::multiply : Edit::Kind::set,
                                   .row = random.below(9),
                                   .values = {static_cast<float>(random.normal())}}};
    const TracePtr now = model.trace({.text = letters, .edits = edits});
    EXPECT_EQ(ripple(was, dropped(was, edits)), ripple(*plain, *now)) << edits[0].path;
    EXPECT_EQ(ripple(was, *now), ripple(*plain, *now)) << edits[0].path;
  }
}

}  // namespace
}  // namespace headlight
