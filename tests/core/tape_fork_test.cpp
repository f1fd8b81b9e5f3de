// Forks: the same computation under other edits, beside the first, with the memory of what does not differ.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

#include "core/tape/ops/ops.h"
#include "tests/core/alike.h"
#include "tests/core/allocations.h"
#include "tests/core/seeded_matrix.h"
#include "tests/core/small_transformer.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

int values_apart(const Tape& a, const Tape& b) {
  int apart = 0;
  for (int id = 0; id < a.size(); ++id) apart += a.value(id).data != b.value(id).data ? 1 : 0;
  return apart;
}

TEST(Fork, EqualsARecordingWithTheSameEdits) {
  Random random(11);
  const Small plain(3);
  const std::vector<float> before = all_values(plain.tape);
  for (int round = 0; round < 60; ++round) {
    const std::vector<Edit> edits = random_edits(plain.tape, random);
    Tape fork = plain.tape.fork();
    fork.set_edits(edits);
    fork.forward();
    expect_alike(fork, Small(3, edits).tape);
    // And once more from there.
    Tape other = fork.fork();
    const std::vector<Edit> others = random_edits(plain.tape, random);
    other.set_edits(others);
    other.forward();
    expect_alike(other, Small(3, others).tape);
    ASSERT_EQ(all_values(plain.tape), before) << "the first is as it was";
  }
}

TEST(Fork, ComputesWhatAnEditChangesAndSharesTheRest) {
  const Small plain(3);
  Tape fork = plain.tape.fork();
  EXPECT_EQ(values_apart(plain.tape, fork), 0);
  fork.forward();
  EXPECT_EQ(fork.computed(), 0);
  fork.set_edits({Edit{
      .path = "decoder.0.cross_attention.head.0.scaled", .kind = Edit::Kind::multiply, .values = {0.5F}}});
  fork.forward();
  EXPECT_GT(fork.computed(), 10);
  EXPECT_EQ(values_apart(plain.tape, fork), fork.computed());
}

TEST(Fork, TakesMemoryForWhatChangesOnly) {
  constexpr int side = 128;
  constexpr long value_bytes = long{side} * side * static_cast<long>(sizeof(float));
  Tape tape;
  int x = tape.constant({"x"}, view(random_matrix(side, side, 1)));
  for (int i = 0; i < 20; ++i) x = tape.record({"step." + std::to_string(i)}, scale(1.5F), {x});
  tape.forward();
  const long before = bytes_in_use();
  Tape fork = tape.fork();
  EXPECT_LT(bytes_in_use() - before, value_bytes);
  fork.set_edits({Edit{.path = "step.17", .row = 0, .values = {1.0F}}});
  begin_peak();
  fork.forward();
  EXPECT_LT(peak_bytes() - before, 4 * value_bytes) << "17, 18 and 19";
  // Its own memory is used again.
  fork.set_edits({});
  begin_peak();
  const long now = bytes_in_use();
  fork.forward();
  EXPECT_EQ(peak_bytes(), now);
}

TEST(Fork, OutlivesTheFirst) {
  const Small kept(4);
  Tape fork;
  Weights lender;
  {
    Small small(4);
    fork = small.tape.fork();
    lender = std::move(small.weights);
  }
  expect_alike(fork, kept.tape, 1e-5);
}

TEST(Fork, NewValuesOfOneAreNotTheOthers) {
  Small small(3);
  Tape fork = small.tape.fork();
  const int tokens = *small.tape.find("source.tokens");
  const Matrix first = small.tape.value(tokens).map();
  const Matrix words = Matrix::Constant(5, 1, 3.0F);
  fork.set(tokens, view(words));
  fork.forward();
  EXPECT_TRUE(alike(small.tape.value(tokens), view(first)));
  EXPECT_TRUE(alike(fork.value(tokens), view(words)));
  small.tape.set(tokens, view(words));
  small.tape.forward();
  expect_alike(small.tape, fork);
}

TEST(Fork, GoesOnWhereWhatIsDroppedIsNotThere) {
  Random random(5);
  Small small(3);
  small.tape.drop_chains(1);
  for (int round = 0; round < 20; ++round) {
    const std::vector<Edit> edits = random_edits(small.tape, random);
    Tape fork = small.tape.fork();
    fork.set_edits(edits);
    fork.forward();
    expect_alike(fork, Small(3, edits).tape);
  }
}

TEST(Fork, EditsThatStayAreNotComputedAgain) {
  Small small(3);
  std::vector<Edit> edits{{.path = "encoder.0.self_attention.head.0.scaled", .row = 1, .values = {0.5F}}};
  small.tape.set_edits(edits);
  small.tape.forward();
  const int first = small.tape.computed();
  small.tape.set_edits(edits);
  small.tape.forward();
  EXPECT_EQ(small.tape.computed(), 0);
  edits.push_back({.path = "probabilities", .row = 1, .values = {0.5F}});
  small.tape.set_edits(edits);
  small.tape.forward();
  EXPECT_EQ(small.tape.computed(), 1);
  edits.erase(edits.begin());
  small.tape.set_edits(edits);
  small.tape.forward();
  EXPECT_EQ(small.tape.computed(), first);
  expect_alike(small.tape, Small(3, edits).tape);
}

// A translation under edits goes on from the one without.
TEST(Fork, IsHowATranslationIsEdited) {
  const Model model = tiny_translator();
  const TracePtr plain = model.trace({.text = tired_sentence});
  Random random(8);
  int shared = 0;
  for (int round = 0; round < 80; ++round) {
    std::vector<Edit> edits = random_edits(plain->tape(), random);
    if (round % 4 == 0) edits.push_back({.path = "target.input", .row = 1, .values = {0.3F}});
    const TracePtr fresh = model.trace({.text = tired_sentence, .edits = edits});
    const TracePtr replayed = model.trace({.text = tired_sentence, .edits = edits, .like = plain.get()});
    ASSERT_EQ(replayed->words().target, fresh->words().target) << "round " << round;
    ASSERT_EQ(replayed->words().next, fresh->words().next);
    expect_alike(replayed->tape(), fresh->tape());
    // Edits on edits, and their undoing.
    const TracePtr back = model.trace({.text = tired_sentence, .like = replayed.get()});
    ASSERT_EQ(back->words().target, plain->words().target);
    expect_alike(back->tape(), plain->tape());
    const int input = plain->at("source.embedded");
    shared += plain->tape().value(input).data == replayed->read("source.embedded").view().data ? 1 : 0;
  }
  EXPECT_GT(shared, 40);
}

// Who watches a forward pass, and who stops it.

constexpr const char* upstream = "encoder.0.self_attention.head.1.value";

TEST(Watch, SeesEachValueBeforeItIsDropped) {
  const Small kept(5);
  Small small(5);
  small.tape.drop_chains(1);
  small.tape.touch_parameters();
  std::map<int, int> seen;
  EXPECT_TRUE(small.tape.forward([&](const Tape& tape, int id) {
    ++seen[id];
    for (const int input : tape.node(id).inputs) EXPECT_TRUE(tape.holds(input));
    EXPECT_TRUE(alike(tape.value(id), kept.tape.value(id))) << kept.tape.node(id).label.path;
  }));
  for (int id = 0; id < kept.tape.size(); ++id) {
    if (kept.tape.node(id).differentiable) {
      EXPECT_EQ(seen[id], 1) << kept.tape.node(id).label.path;
    }
  }
}

TEST(Watch, SeesWhatAnEditChanges) {
  const std::vector<Edit> edits{{.path = upstream, .row = 1, .values = {0.5F}}};
  Small kept(5);
  kept.tape.set_edits(edits);
  kept.tape.forward();
  Small small(5);
  small.tape.drop_chains(1);
  small.tape.set_edits(edits);
  int seen = 0;
  small.tape.forward([&](const Tape& tape, int id) {
    ++seen;
    EXPECT_TRUE(alike(tape.value(id), kept.tape.value(id)));
  });
  EXPECT_EQ(seen, kept.tape.computed());
  EXPECT_GT(small.tape.computed(), seen) << "the weights were needed again, and are what they were";
}

TEST(Cancel, StopsAndTheNextForwardGoesOn) {
  Random random(9);
  Small small(3);
  for (int round = 0; round < 60; ++round) {
    small.tape.set_edits(random_edits(small.tape, random));
    Cancel cancel;
    int left = random.below(30);
    const bool whole = small.tape.forward(
        [&](const Tape&, int) {
          if (--left < 0) cancel.request();
        },
        &cancel);
    if (!whole) {
      EXPECT_LE(small.tape.computed(), 32);
    }
    // Sometimes the edits have changed before it goes on.
    if (random.chance(0.5)) small.tape.set_edits(random_edits(small.tape, random));
    EXPECT_TRUE(small.tape.forward());
    expect_alike(small.tape, Small(3, small.tape.edits()).tape);
  }
}

TEST(Cancel, LeavesNothingThatLooksComputed) {
  Small small(3);
  small.tape.set_edits({{.path = upstream, .values = {0.5F}}});
  Cancel cancel;
  cancel.request();
  EXPECT_FALSE(small.tape.forward({}, &cancel));
  EXPECT_EQ(small.tape.computed(), 0);
  EXPECT_FALSE(small.tape.holds(small.loss));
  EXPECT_THROW(small.tape.value(small.probabilities), std::logic_error);
}

TEST(Cancel, IsHeardFromAnotherThread) {
  Small small(3);
  small.tape.touch_parameters();
  Cancel cancel;
  std::atomic<bool> begun = false;
  std::thread other([&] {
    begun.wait(false);
    cancel.request();
  });
  const bool whole = small.tape.forward(
      [&](const Tape&, int) {
        begun = true;
        begun.notify_one();
        while (!cancel.requested()) std::this_thread::yield();
      },
      &cancel);
  other.join();
  EXPECT_FALSE(whole);
  EXPECT_TRUE(small.tape.forward());
}

// What was not reached when an op refused its input is computed when the input is mended.
TEST(Cancel, AnOpThatThrowsIsLikeOne) {
  Small small(3);
  small.tape.set_edits({{.path = "source.tokens", .row = 1, .values = {2.0F}},
                        {.path = "target.tokens", .row = 1, .values = {-7.0F}}});
  EXPECT_THROW(small.tape.forward(), std::invalid_argument);
  const std::vector<Edit> mended{{.path = "source.tokens", .row = 1, .values = {2.0F}}};
  small.tape.set_edits(mended);
  small.tape.forward();
  expect_alike(small.tape, Small(3, mended).tape);
}

}  // namespace
}  // namespace headlight
