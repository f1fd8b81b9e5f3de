// A lesson in the session: its steps, answers and numbers, and files that are opened.
#include <gtest/gtest.h>

#include <fstream>

#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/workspace/workspace.h"
#include "tests/session/plain_lessons.h"

namespace headlight {
namespace {

TEST(LessonSession, StepsAreOpenedLeftAndReturnedTo) {
  const LessonScripts lessons = plain_lessons();
  const Results nothing;
  const World world{nothing, lessons};
  Session session = update(tiny_session(), OpenLesson{"long"}, world);
  ASSERT_EQ(session.lesson, "long");
  EXPECT_TRUE(session.rail);
  EXPECT_TRUE(session.text(1).empty());
  const Session first = session;
  session = update(session, NextLessonStep{}, world);
  EXPECT_EQ(session.lesson_step, 1);
  EXPECT_EQ(session.view, ViewKind::heads);
  EXPECT_EQ(update(session, AnswerLesson{3}, world), session) << "there are three choices";
  session = update(session, AnswerLesson{1}, world);
  EXPECT_EQ(session.lesson_answer, 1);
  EXPECT_FALSE(session.text(1).empty()) << "the answer shows the second sentence";
  session = update(session, PreviousLessonStep{}, world);
  EXPECT_EQ(session, first);
  session = update(session, SetSentence{0, "I am a student"}, world);
  session = update(session, SetTheme{Theme::dark}, world);
  session = update(session, ReturnToLesson{}, world);
  EXPECT_EQ(session.theme, Theme::dark) << "the theme is the reader's";
  session.theme = first.theme;
  EXPECT_EQ(session, first);
  EXPECT_EQ(update(session, PreviousLessonStep{}, world), session) << "before the first there is none";
  EXPECT_EQ(update(session, AnswerLesson{0}, world), session) << "nothing is asked";
  EXPECT_EQ(update(session, OpenLesson{"no such lesson"}, world), session);
  session = update(session, OpenLesson{"long", 99}, world);
  EXPECT_EQ(session.lesson_step, 2);
  EXPECT_EQ(update(session, NextLessonStep{}, world), session) << "after the last there is none";
  EXPECT_EQ(update(session, AnswerLesson{0}, world).lesson_answer, 0) << "an answer that is typed is one";
  session = update(session, CloseLesson{}, world);
  EXPECT_TRUE(session.lesson.empty());
  EXPECT_EQ(session.edits.size(), 1U) << "what is on stage stays";
}

TEST(LessonSession, AStepMayTurnTheDialWhichStaysTheReaders) {
  std::vector<Problem> problems;
  const Lesson lesson =
      parse_lesson("# A\n\nB.\n\n## One\n\nC.\n\n```session\n{\"dial\": \"code\"}\n```\n\n## Two\n\nD.\n",
                   "dial.md", problems);
  for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
  ASSERT_EQ(lesson.steps.size(), 2U);
  EXPECT_EQ(lesson.steps[0].dial, Dial::code);
  EXPECT_FALSE(lesson.steps[1].dial);
  LessonScripts lessons;
  lessons["dial"] = std::make_shared<LessonScript>(
      LessonScript{{.shown = lesson.steps[0].session, .answered = {}, .dial = Dial::code},
                   {.shown = lesson.steps[1].session, .answered = {}}});
  const Results nothing;
  const World world{nothing, lessons};
  Session session = update(tiny_session(), OpenLesson{"dial"}, world);
  EXPECT_EQ(session.dial, Dial::code);
  session = update(session, SetDial{Dial::words}, world);
  EXPECT_EQ(update(session, ReturnToLesson{}, world), session) << "the reader turned it back";
  session = update(session, NextLessonStep{}, world);
  EXPECT_EQ(session.dial, Dial::words);
  EXPECT_EQ(update(session, PreviousLessonStep{}, world).dial, Dial::code);
}

TEST(LessonSession, StepAndAnswerAreKeptWithinTheLesson) {
  const LessonScripts lessons = plain_lessons();
  Session session = tiny_session();
  session.lesson = "long";
  session.lesson_step = 99;
  session.lesson_answer = 99;
  session = clamped(session, {tiny_results(), lessons});
  EXPECT_EQ(session.lesson_step, 2);
  EXPECT_EQ(session.lesson_answer, 0);
  EXPECT_EQ(session_from_json(to_json(session)), session);
  session.lesson = "not read";
  session.lesson_step = -1;
  EXPECT_EQ(clamped(session, {tiny_results(), lessons}).lesson, "not read") << "it stays named";
  EXPECT_EQ(clamped(session, {tiny_results(), lessons}).lesson_step, 0);
}

TEST(LessonSession, NumbersStayThoseOfTheStepWhateverIsOnStage) {
  Session session = at_step({}, "it", 0);
  const LessonPagePtr page = lesson_page(session, compute(session, nullptr), nullptr);
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->numbers.at(0), "1.000");
  session.text(0) = "I am a student";
  session.text(1).clear();
  const ResultsPtr elsewhere = compute(session, nullptr);
  EXPECT_EQ(lesson_page(session, elsewhere, page), page);
  EXPECT_EQ(lesson_page(session, elsewhere, nullptr)->numbers, page->numbers);
}

std::string lesson_file(const TemporaryFolder& folder, const std::string& step) {
  std::string file = folder / "mine.md";
  std::ofstream(file) << "# Mine\n\nS.\n\n" + step;
  return file;
}

TEST(LessonSession, AnUnchangedLessonOpenedAgainHasItsNumbers) {
  const TemporaryFolder folder;
  const std::string file = lesson_file(folder, "## One\n\n{{rows(source.tokens)}} words\n");
  Workspace workspace(at_step({}, open_lesson(file), 0));
  workspace.wait();
  ASSERT_TRUE(is_page_of(workspace.page(), workspace.session()));
  const LessonPagePtr before = workspace.page();
  workspace.apply(OpenLesson{open_lesson(file)});
  workspace.wait();
  EXPECT_NE(workspace.page(), before) << "a lesson that was read again is another one";
  ASSERT_TRUE(is_page_of(workspace.page(), workspace.session()));
  EXPECT_EQ(workspace.page()->numbers.at(0), "11");
}

TEST(LessonSession, WhatIsCountedOverManySentencesComesLater) {
  const TemporaryFolder folder;
  const std::string file = lesson_file(
      folder,
      "## One\n\n{{rows(source.tokens)}} words, {{held_out(pronoun = right_pronoun, 5 > 4)}} sentences\n\n"
      "## Two\n\n{{held_out(pronoun = right_pronoun, 6 > 5)}}\n\n"
      "```check\nheld_out(1 = 2) = 9\n```\n");
  Workspace workspace(at_step({}, open_lesson(file), 0));
  const ResultsPtr at_once = compute(workspace.session(), nullptr);
  const LessonPagePtr page = lesson_page(workspace.session(), at_once, nullptr);
  EXPECT_EQ(page->numbers, (std::vector<std::string>{"11", being_counted}));
  EXPECT_TRUE(page->counting);
  PageCounting counting(page, at_once);
  EXPECT_EQ(counting.go_on([] { return false; }), nullptr);
  // Going on does not wait for it.
  workspace.apply(NextLessonStep{});
  EXPECT_EQ(workspace.session().lesson_step, 1);
  workspace.wait();
  ASSERT_TRUE(is_page_of(workspace.page(), workspace.session()));
  EXPECT_FALSE(workspace.page()->counting);
  const std::string counted = workspace.page()->numbers.at(0);
  EXPECT_GE(std::stoi(counted), 360);
  workspace.apply(PreviousLessonStep{});
  workspace.wait();
  EXPECT_EQ(workspace.page()->numbers, (std::vector<std::string>{"11", counted}));
}

TEST(LessonSession, AFileIsReadWhenItsSessionIsOpenedAndNeverByAnAction) {
  const TemporaryFolder folder;
  const std::string file = lesson_file(folder, "## One\n\ntext\n\n## Two\n\ntext\n");
  EXPECT_EQ(update({}, OpenLesson{file}, {tiny_results(), *lesson_scripts(file)}),
            clamped({}, {tiny_results()}));
  Session saved = tiny_session();
  saved.lesson = file;
  saved.lesson_step = 7;
  Workspace workspace(tiny_session());
  workspace.apply(OpenSession{saved});
  EXPECT_EQ(workspace.session().lesson_step, 1) << "the last there is";
  workspace.apply(PreviousLessonStep{});
  EXPECT_EQ(workspace.session().lesson_step, 0);
  workspace.wait();
  ASSERT_NE(workspace.page(), nullptr);
  EXPECT_EQ(workspace.page()->shown().title, "One");
}

TEST(OpenLesson, ReadsAFileAgainAndRefusesABadOne) {
  const TemporaryFolder folder;
  std::string file = folder / "mine.md";
  const auto write = [&](const std::string& text) { std::ofstream(file) << text; };
  write("# Mine\n\nS.\n\n## One\n\ntext\n");
  EXPECT_EQ(open_lesson(file), file);
  EXPECT_EQ(find_lesson(file)->title, "Mine");
  write("# Changed\n\nS.\n\n## One\n\ntext\n");
  EXPECT_EQ(find_lesson(file)->title, "Mine") << "a frame reads no files";
  read_once(file);
  EXPECT_EQ(find_lesson(file)->title, "Mine");
  EXPECT_EQ(open_lesson(file), file);
  EXPECT_EQ(find_lesson(file)->title, "Changed");
  write("# Bad\n\nS.\n\n## One\n\n```check\n1 > 2\n```\n");
  EXPECT_THROW(open_lesson(file), std::invalid_argument);
  EXPECT_EQ(find_lesson(file)->title, "Changed") << "what was open stays";
  EXPECT_THROW(open_lesson("nosuch"), std::invalid_argument);
}

}  // namespace
}  // namespace headlight
