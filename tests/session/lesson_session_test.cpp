// A lesson in the session: its steps, answers and numbers, and files that are opened.
#include <gtest/gtest.h>

#include <fstream>

#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/session/action.h"
#include "app/session/document.h"
#include "app/session/workspace.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

TEST(LessonSession, StepsAreOpenedLeftAndReturnedTo) {
  const Document nothing;
  Session session = update({}, OpenLesson{"it"}, nothing);
  ASSERT_EQ(session.lesson, "it");
  EXPECT_TRUE(session.rail);
  const Session first = session;
  session = update(session, NextLessonStep{}, nothing);
  EXPECT_EQ(session.lesson_step, 1);
  session = update(session, AnswerLesson{1}, nothing);
  EXPECT_EQ(session.lesson_answer, 1);
  EXPECT_FALSE(session.compare.empty()) << "the answer shows the second sentence";
  session = update(session, PreviousLessonStep{}, nothing);
  EXPECT_EQ(session, first);
  session = update(session, SetSentence{0, "I am a student"}, nothing);
  session = update(session, SetTheme{Theme::dark}, nothing);
  session = update(session, ReturnToLesson{}, nothing);
  EXPECT_EQ(session.theme, Theme::dark) << "the theme is the reader's";
  session.theme = first.theme;
  EXPECT_EQ(session, first);
  EXPECT_EQ(update(session, PreviousLessonStep{}, nothing), session) << "before the first there is none";
  EXPECT_EQ(update(session, OpenLesson{"no such lesson"}, nothing), session);
  session = update(session, CloseLesson{}, nothing);
  EXPECT_TRUE(session.lesson.empty());
  EXPECT_EQ(session.sentence, first.sentence) << "what is on stage stays";
}

TEST(LessonSession, StepAndAnswerAreKeptWithinTheLesson) {
  Session session;
  session.lesson = "it";
  session.lesson_step = 99;
  session.lesson_answer = 99;
  session = fitted(session, {});
  const LessonPtr lesson = find_lesson("it");
  ASSERT_NE(lesson, nullptr);
  EXPECT_EQ(session.lesson_step, static_cast<int>(lesson->steps.size()) - 1);
  EXPECT_LT(session.lesson_answer, 3);
  EXPECT_EQ(session_from_json(to_json(session)), session);
}

TEST(LessonSession, NumbersStayThoseOfTheStepWhateverIsOnStage) {
  Session session = update({}, OpenLesson{"it"}, {});
  const DocumentPtr at_step = compute(session, nullptr);
  ASSERT_NE(at_step->page, nullptr);
  EXPECT_EQ(at_step->page->numbers.at(0), "1.00");
  session.sentence = "I am a student";
  session.compare.clear();
  const DocumentPtr elsewhere = compute(session, nullptr);
  ASSERT_NE(elsewhere->page, nullptr);
  EXPECT_EQ(elsewhere->page->numbers, at_step->page->numbers);
}

std::string lesson_file(const TemporaryFolder& folder, const std::string& step) {
  std::string file = folder / "mine.md";
  std::ofstream(file) << "# Mine\n\nS.\n\n" + step;
  return file;
}

TEST(LessonSession, AnUnchangedLessonOpenedAgainHasItsNumbers) {
  const TemporaryFolder folder;
  const std::string file = lesson_file(folder, "## One\n\n{{rows(source.tokens)}} words\n");
  Workspace workspace(update({}, OpenLesson{open_lesson(file)}, {}));
  ASSERT_TRUE(has_page(*workspace.wait(), workspace.session()));
  workspace.apply(OpenLesson{open_lesson(file)});
  const DocumentPtr document = workspace.wait();
  EXPECT_TRUE(has_page(*document, workspace.session()));
  EXPECT_EQ(document->page->numbers.at(0), "11");
}

TEST(LessonSession, WhatIsCountedOverManySentencesComesLater) {
  const TemporaryFolder folder;
  const std::string file = lesson_file(
      folder,
      "## One\n\n{{rows(source.tokens)}} words, {{held_out(pronoun = right_pronoun, 5 > 4)}} sentences\n\n"
      "## Two\n\n{{held_out(pronoun = right_pronoun, 6 > 5)}}\n\n"
      "```check\nheld_out(1 = 2) = 9\n```\n");
  Workspace workspace(update({}, OpenLesson{open_lesson(file)}, {}));
  const DocumentPtr at_once = compute(workspace.session(), nullptr);
  EXPECT_EQ(at_once->page->numbers, (std::vector<std::string>{"11", "…"}));
  EXPECT_TRUE(at_once->page->counting);
  EXPECT_EQ(counted_page(*at_once->page, at_once, [] { return false; }), nullptr);
  // Going on does not wait for it.
  workspace.apply(NextLessonStep{});
  EXPECT_EQ(workspace.session().lesson_step, 1);
  const DocumentPtr document = workspace.wait();
  ASSERT_TRUE(has_page(*document, workspace.session()));
  EXPECT_FALSE(document->page->counting);
  const std::string counted = document->page->numbers.at(0);
  EXPECT_GE(std::stoi(counted), 360);
  workspace.apply(PreviousLessonStep{});
  EXPECT_EQ(workspace.wait()->page->numbers, (std::vector<std::string>{"11", counted}));
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
  EXPECT_EQ(open_lesson(file), file);
  EXPECT_EQ(find_lesson(file)->title, "Changed");
  write("# Bad\n\nS.\n\n## One\n\n```check\n1 > 2\n```\n");
  EXPECT_THROW(open_lesson(file), std::invalid_argument);
  EXPECT_EQ(find_lesson(file)->title, "Changed") << "what was open stays";
  EXPECT_THROW(open_lesson("nosuch"), std::invalid_argument);
}

}  // namespace
}  // namespace headlight
