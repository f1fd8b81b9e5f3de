// A computing that is cancelled, and what goes on from it.
#include <gtest/gtest.h>

#include "app/session/opening.h"
#include "app/workspace/workspace.h"
#include "tests/long_labeller.h"
#include "tests/tiny_recurrent.h"

namespace headlight {
namespace {

const std::string& long_model_folder() {
  static const TemporaryFolder folder;
  static const std::string path = [] {
    const std::filesystem::path model = folder.path() / "long";
    long_labeller().save(model);
    return model.string();
  }();
  return path;
}

Session letters_of(const std::string& first, const std::string& second = "") {
  Session session = opening_session(long_model_folder());
  session.text(0) = first;
  session.text(1) = second;
  return session;
}

Edit off(int head) { return {.path = info(Attention::encoder).path(1, head, "output"), .values = {0}}; }

void expect_same(const Results& made, const Results& wanted) {
  EXPECT_EQ(made.error, wanted.error);
  for (int side = 0; side < 2; ++side) {
    const headlight::Run& a = made.side(side);
    const headlight::Run& b = wanted.side(side);
    EXPECT_EQ(a.text, b.text);
    EXPECT_EQ(a.edits, b.edits);
    EXPECT_EQ(a.error, b.error);
    EXPECT_EQ(a.ripple, b.ripple);
    EXPECT_EQ(a.digests.empty(), b.digests.empty());
    ASSERT_EQ(a.trace != nullptr, b.trace != nullptr);
    if (a.trace == nullptr) continue;
    const Matrix one = a.trace->read("probabilities").view().map();
    const Matrix other = b.trace->read("probabilities").view().map();
    EXPECT_EQ(one, other);
  }
}

TEST(Computing, SaysHowMuchIsDone) {
  float last = 0;
  int told = 0;
  const Session session = letters_of("A B C", "A B C A");
  compute(session, nullptr, {.progress = [&](const headlight::Run& run, float share) {
            EXPECT_EQ(run.text, share <= 0.5F ? session.text(0) : session.text(1));
            EXPECT_GE(share, last);
            last = share;
            ++told;
          }});
  EXPECT_EQ(last, 1);
  EXPECT_GT(told, 100);
}

TEST(Computing, KeepsWhatWasFinishedWhenItWasCancelled) {
  Session session = letters_of(any_letters(1), any_letters(2));
  session.edits.push_back(off(1));
  Cancel cancel;
  const ResultsPtr begun =
      compute(session, nullptr, {.cancel = &cancel, .progress = [&](const headlight::Run& run, float) {
                                   if (run.text == session.text(1)) cancel.request();
                                 }});
  EXPECT_TRUE(begun->computing);
  ASSERT_TRUE(begun->side(0).edited());
  EXPECT_EQ(begun->side(1).trace, nullptr);
  EXPECT_EQ(begun->side(1).error, "");

  session.text(1) = any_letters(3);
  const ResultsPtr results = compute(session, nullptr, {.begun = begun});
  EXPECT_FALSE(results->computing);
  EXPECT_EQ(results->side(0).trace, begun->side(0).trace);
  EXPECT_NE(
      results->side(0).digests.of(results->side(0).trace->at(info(Attention::encoder).path(0, 0, "weights"))),
      nullptr);
  expect_same(*results, *compute(session, nullptr));
}

TEST(Computing, CancelledInAnEditKeepsTheTraceWithoutIt) {
  Session session = letters_of(any_letters(1));
  session.edits.push_back(off(0));
  Cancel cancel;
  const ResultsPtr begun =
      compute(session, nullptr, {.cancel = &cancel, .progress = [&](const headlight::Run& run, float) {
                                   if (run.unedited != nullptr) cancel.request();
                                 }});
  EXPECT_TRUE(begun->computing);
  ASSERT_NE(begun->side(0).unedited, nullptr);
  EXPECT_EQ(begun->side(0).trace, nullptr);
  session.edits[0] = off(2);
  const ResultsPtr results = compute(session, nullptr, {.begun = begun});
  EXPECT_EQ(results->side(0).unedited, begun->side(0).unedited);
  expect_same(*results, *compute(session, nullptr));
}

// Between two frames of a tab: a step in each turn, none of them twice.
TEST(Computing, APassTakesAsManyTurnsAsItNeeds) {
  Session session = letters_of(any_letters(1, 9), any_letters(2, 7));
  session.edits.push_back(off(1));
  int whole = 0;
  const ResultsPtr wanted =
      compute(session, nullptr, {.progress = [&](const headlight::Run&, float) { ++whole; }});
  const auto over = [] { return true; };
  WorkPieces pieces(over);
  UnfinishedPass unfinished(over);
  ResultsPtr results;
  int turns = 0, steps = 0;
  do {
    results = compute(session, nullptr,
                      {.begun = results,
                       .progress = [&](const headlight::Run&, float) { ++steps; },
                       .pieces = &pieces,
                       .unfinished = &unfinished});
    ASSERT_LT(turns, 2 * whole);
    ++turns;
  } while (results->computing);
  EXPECT_EQ(steps, whole);
  EXPECT_GT(turns, steps * 9 / 10);
  expect_same(*results, *wanted);
}

TEST(Computing, ASearchForWordsIsOneTurn) {
  const Session session = opening_session(tiny_seq2seq_folder());
  const auto over = [] { return true; };
  WorkPieces pieces(over);
  UnfinishedPass unfinished(over);
  ResultsPtr results;
  for (int turns = 0; results == nullptr || results->computing; ++turns) {
    ASSERT_LT(turns, 5);
    results = compute(session, nullptr, {.begun = results, .pieces = &pieces, .unfinished = &unfinished});
  }
  expect_same(*results, *compute(session, nullptr));
}

// Typing and editing on and on while it computes.
TEST(Computing, AWorkspaceEndsWithWhatWasAskedLast) {
  Random random(7);
  Workspace workspace(letters_of(any_letters(1)));
  for (int round = 0; round < 4; ++round) {
    const int changes = 1 + random.below(12);
    for (int i = 0; i < changes; ++i) {
      switch (random.below(4)) {
        case 0:
          workspace.apply(SetSentence{0, any_letters(static_cast<std::uint64_t>(random.below(3)))});
          break;
        case 1:
          workspace.apply(SetSentence{1, any_letters(static_cast<std::uint64_t>(random.below(3)), 40)});
          break;
        case 2:
          workspace.apply(AddEdit{off(random.below(4))});
          break;
        default:
          workspace.undo();
      }
    }
    const ResultsPtr results = workspace.wait();
    EXPECT_FALSE(results->computing);
    EXPECT_TRUE(belongs_to(*results, workspace.session()));
    expect_same(*results, *compute(workspace.session(), nullptr));
  }
}

TEST(Computing, AWorkspaceEndsInTheMiddleOfIt) {
  for (std::uint64_t i = 0; i < 3; ++i) Workspace workspace(letters_of(any_letters(i)));
}

}  // namespace
}  // namespace headlight
