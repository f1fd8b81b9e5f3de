// The first lesson opens by itself once, and only for who asked for nothing else.
#include "app/lessons/page.h"

#include <gtest/gtest.h>

#include "app/lessons/library.h"
#include "app/session/autosave.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

WindowStart plain_start() { return {opening_session(Session{}.model)}; }

TEST(FirstStart, IsOnceAndOnlyWhereSomethingCanBeKept) {
  const TemporaryFolder home;
  const std::filesystem::path folder = home.path() / "state" / "headlight";
  EXPECT_TRUE(is_first_start(folder));
  EXPECT_FALSE(is_first_start(folder));
  EXPECT_FALSE(is_first_start(""));
  EXPECT_FALSE(is_first_start("/proc/nothing/can/be/kept/here"));
}

TEST(FirstStart, OpensALessonOfThreeSteps) {
  const Session session = first_session(plain_start());
  EXPECT_TRUE(session.rail);
  EXPECT_EQ(session.lesson, first_lesson);
  EXPECT_EQ(session.lesson_step, 0);
  const LessonPtr lesson = find_lesson(first_lesson);
  ASSERT_NE(lesson, nullptr);
  EXPECT_EQ(lesson->steps.size(), 3U);
  EXPECT_EQ(shipped_lessons().front(), lesson);
  // The stage is that of every other start.
  const Session usual = plain_start().session;
  EXPECT_EQ(session.text(0), usual.text(0));
  EXPECT_EQ(session.text(1), usual.text(1));
  EXPECT_EQ(session.view, usual.view);
  EXPECT_EQ(session.token, usual.token);
  EXPECT_EQ(selected_path(session), selected_path(usual));
}

TEST(FirstStart, LeavesAloneWhatWasAskedFor) {
  WindowStart asked = plain_start();
  asked.asked = true;
  EXPECT_TRUE(first_session(asked).lesson.empty());
  WindowStart file = plain_start();
  file.file = "mine.json";
  EXPECT_TRUE(first_session(file).lesson.empty());
  WindowStart lesson = plain_start();
  lesson.session.lesson = "it";
  EXPECT_EQ(first_session(lesson).lesson, "it");
  WindowStart sentence = plain_start();
  sentence.session.text(0) = "I love bears";
  EXPECT_TRUE(first_session(sentence).lesson.empty());
}

}  // namespace
}  // namespace headlight
