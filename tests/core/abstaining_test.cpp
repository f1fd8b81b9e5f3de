// A head that may abstain: its weights, and what it learns.
#include <gtest/gtest.h>

#include <cmath>

#include "core/learn/abstaining.h"
#include "core/tape/tape.h"

namespace headlight {
namespace {

constexpr int abstain_steps = 400;

// One of each kind, learned once for all tests.
const AbstainHead& learned_abstainer(Abstaining kind) {
  static const std::vector<AbstainHead> heads = [] {
    std::vector<AbstainHead> all;
    for (const Abstaining each : abstainings) all.emplace_back(each, 1).advance(abstain_steps);
    return all;
  }();
  return heads[static_cast<std::size_t>(kind)];
}

TEST(Abstaining, WeightsAddUpToOneOnlyWithoutSomethingBesideThem) {
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    const AbstainText text = drawn_abstain_text(random);
    for (const Abstaining kind : abstainings) {
      const AbstainRun run = learned_abstainer(kind).run(text);
      ASSERT_EQ(run.weights.cols(), std::ssize(text.words));
      EXPECT_NEAR(run.weights.sum() + run.nothing, 1, 1e-5);
      const bool all = kind == Abstaining::softmax || kind == Abstaining::gate;
      EXPECT_EQ(run.nothing > 0, !all);
      EXPECT_EQ(run.gate < 1, kind == Abstaining::gate);
    }
  }
}

// By the formulas, in double and without taking out the largest score.
TEST(Abstaining, OneMoreAndALearnedSinkAreTheirFormulas) {
  Random random(6);
  for (int i = 0; i < 50; ++i) {
    const AbstainText text = drawn_abstain_text(random);
    for (const Abstaining kind : {Abstaining::one_more, Abstaining::learned_sink}) {
      const AbstainHead& head = learned_abstainer(kind);
      const AbstainRun run = head.run(text);
      double sum = kind == Abstaining::one_more ? 1 : std::exp(double{head.weights()["sink"](0, 0)});
      for (Eigen::Index t = 0; t < run.scores.cols(); ++t) sum += std::exp(double{run.scores(0, t)});
      for (Eigen::Index t = 0; t < run.scores.cols(); ++t)
        EXPECT_NEAR(run.weights(0, t), std::exp(double{run.scores(0, t)}) / sum, 1e-5);
    }
  }
}

TEST(Abstaining, StepsOfOneMoreAreWhatTheHeadComputes) {
  Random random(8);
  for (int i = 0; i < 20; ++i) {
    const AbstainText text = drawn_abstain_text(random);
    const AbstainRun run = learned_abstainer(Abstaining::one_more).run(text);
    Tape tape;
    record_one_more(tape, text, run.scores);
    tape.forward();
    const auto value = [&](const char* path) { return Matrix(tape.value(tape.find(path).value()).map()); };
    EXPECT_LT((value("beyond_lab.weights") - run.weights).cwiseAbs().maxCoeff(), 1e-6F);
    EXPECT_LT((value("beyond_lab.output") - run.output).cwiseAbs().maxCoeff(), 1e-6F);
    EXPECT_NEAR(value("beyond_lab.shares").rightCols(1)(0, 0), run.nothing, 1e-6);
  }
}

// The loss of the tape that it learns on is what this run gives: two ways to the same number.
TEST(Abstaining, LearnsOnWhatItRuns) {
  for (const Abstaining kind : abstainings) {
    AbstainHead head(kind, 3);
    const AbstainHead before = head;
    head.advance(1);
    double loss = 0;
    for (const AbstainText& text : before.next_texts()) {
      const AbstainRun run = before.run(text);
      double sum = std::exp(5.0), wanted = 5;
      for (Eigen::Index w = 0; w < run.output.cols(); ++w) sum += std::exp(10.0 * run.output(0, w));
      if (text.wanted() >= 0) wanted = 10.0 * run.output(0, text.wanted());
      loss += std::log(sum) - wanted;
    }
    EXPECT_NEAR(head.losses().front(), loss / static_cast<double>(before.next_texts().size()), 1e-4);
  }
}

// What the page and its lesson say, on texts that were not learned from.
TEST(Abstaining, SoftmaxAloneCannotBeSilent) {
  constexpr int texts = 400;
  for (const Abstaining kind : abstainings) {
    const AbstainCount count = count_abstaining(learned_abstainer(kind), texts, 77);
    SCOPED_TRACE(static_cast<int>(kind));
    EXPECT_EQ(count.marked + count.unmarked, texts);
    EXPECT_GT(count.marked_right, 0.97 * count.marked);
    if (kind == Abstaining::softmax) {
      EXPECT_LT(count.unmarked_right, 0.8 * count.unmarked);
      EXPECT_GT(count.written, 0.5);
    } else {
      EXPECT_EQ(count.unmarked_right, count.unmarked);
      EXPECT_LT(count.written, 0.1);
    }
  }
}

}  // namespace
}  // namespace headlight
