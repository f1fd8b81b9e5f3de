// Heads that are set by hand: what the tasks ask, and that the solutions solve them.
#include <gtest/gtest.h>

#include "core/labs/head_tasks.h"
#include "core/learn/gradient_descent.h"

namespace headlight {
namespace {

constexpr std::array all_tasks{HeadTask::letter_before, HeadTask::third_letter, HeadTask::stood_before,
                               HeadTask::induction};

std::vector<HeadMatrices> heads_with(HeadTask task, HeadMatrices (*make)(HeadTask, int)) {
  std::vector<HeadMatrices> heads;
  for (int head = 0; head < heads_of(task); ++head) heads.push_back(make(task, head));
  return heads;
}

TEST(HeadTasks, AskWhatTheySay) {
  Random random(3);
  for (const HeadTask task : all_tasks) {
    for (int i = 0; i < 20; ++i) {
      const TaskText text = drawn_text(task, random);
      for (std::size_t t = 0; t < text.letters.size(); ++t) {
        const int wanted = text.wanted[t];
        if (wanted < 0) continue;
        const auto place = static_cast<std::size_t>(wanted);
        switch (task) {
          case HeadTask::letter_before:
            EXPECT_EQ(wanted, text.letters.at(t - 1));
            break;
          case HeadTask::third_letter:
            EXPECT_EQ(wanted, text.letters[3]);
            EXPECT_GT(t, 3U);
            break;
          case HeadTask::stood_before:
            EXPECT_LT(place, t);
            EXPECT_EQ(text.letters[place], text.letters[t]);
            break;
          case HeadTask::induction: {
            bool found = false;
            for (std::size_t s = 0; s + 1 < t; ++s)
              found = found || (text.letters[s] == text.letters[t] && text.letters[s + 1] == wanted);
            EXPECT_TRUE(found);
          }
        }
      }
    }
  }
}

TEST(HeadTasks, AreSolvedByTheirSolutionsAlone) {
  for (const HeadTask task : all_tasks) {
    const auto solved = heads_with(task, solution_of);
    EXPECT_EQ(built_accuracy(task, solved, 16, 100, 1), 1) << static_cast<int>(task);
    EXPECT_LT(built_accuracy(task, heads_with(task, empty_matrices), 16, 20, 1), 0.5);
    // Without any one of their matrices they know less. (A second head that compares with the mean of all
    // letters before finds many answers, too.)
    for (std::size_t head = 0; head < solved.size(); ++head) {
      for (const HeadMatrix which : {HeadMatrix::query, HeadMatrix::key, HeadMatrix::value}) {
        auto without = solved;
        matrix_of(without[head], which).setZero();
        EXPECT_LT(built_accuracy(task, without, 16, 50, 1), 0.95)
            << static_cast<int>(task) << " " << head << " " << static_cast<int>(which);
      }
    }
  }
}

TEST(HeadTasks, RecordEveryStep) {
  Random random(1);
  const TaskText text = drawn_text(HeadTask::induction, random);
  const auto heads = heads_with(HeadTask::induction, solution_of);
  const BuiltRun run = run_built(HeadTask::induction, heads, 16, text);
  ASSERT_EQ(run.heads.size(), 2U);
  EXPECT_EQ(run.right, run.asked);
  for (std::size_t head = 0; head < 2; ++head) {
    const auto rows = static_cast<int>(input_names(HeadTask::induction, static_cast<int>(head)).size());
    EXPECT_EQ(run.heads[head]->read("attention_lab.query_weight").shape(), (Shape{rows, task_key_size}));
    EXPECT_EQ(run.heads[head]->read("attention_lab.weights").shape(), (Shape{task_places, task_places}));
  }
  // The second head reads what the first one wrote.
  const Reading written = run.heads[0]->read("attention_lab.output");
  const Reading inputs = run.heads[1]->read("attention_lab.inputs");
  for (int t = 0; t < task_places; ++t)
    for (int letter = 0; letter < task_letters; ++letter)
      EXPECT_EQ(inputs(t, 15 + letter), written(t, letter));
  // Nobody sees what comes later.
  const Reading weights = run.heads[1]->read("attention_lab.weights");
  for (int query = 1; query < task_places; ++query)
    for (int key = query; key < task_places; ++key) EXPECT_EQ(weights(query, key), 0);
}

TEST(HeadTasks, OfTwoThatAreAsLargeNoneIsTheAnswer) {
  Random random(1);
  const TaskText text = drawn_text(HeadTask::third_letter, random);
  const BuiltRun run =
      run_built(HeadTask::third_letter, heads_with(HeadTask::third_letter, empty_matrices), 16, text);
  EXPECT_EQ(run.right, 0);
  for (const int answer : run.answers) EXPECT_EQ(answer, -1);
}

// From random numbers, in some hundred steps; the same from the same seed.
TEST(HeadLearner, FindsHeadsThatSolveTheTasks) {
  for (const HeadTask task : all_tasks) {
    HeadLearner learner(task, 1);
    learner.advance(400);
    EXPECT_EQ(learner.step(), 400);
    EXPECT_LT(learner.losses().back(), 0.5 * learner.losses().front()) << static_cast<int>(task);
    EXPECT_GE(built_accuracy(task, learner.heads(), 1, 100, 1), 0.9) << static_cast<int>(task);
  }
  HeadLearner once(HeadTask::letter_before, 2), in_two(HeadTask::letter_before, 2);
  once.advance(20);
  in_two.advance(10);
  in_two.advance(10);
  EXPECT_EQ(once.losses(), in_two.losses());
}

TEST(HeadTasks, RefuseOtherSizes) {
  Random random(1);
  const TaskText text = drawn_text(HeadTask::induction, random);
  EXPECT_THROW(run_built(HeadTask::induction, {}, 16, text), std::invalid_argument);
  const std::vector<HeadMatrices> wrong(2, empty_matrices(HeadTask::letter_before, 0));
  EXPECT_THROW(run_built(HeadTask::induction, wrong, 16, text), std::invalid_argument);
}

}  // namespace
}  // namespace headlight
