// Who watches a forward pass, and who stops it.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

#include "tests/core/alike.h"
#include "tests/core/small_transformer.h"

namespace headlight {
namespace {

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
