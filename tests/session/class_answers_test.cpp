// What a teacher needs of a class without a network: letters for each answer, and controls that are hidden.
#include "app/lessons/class_answers.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "app/lessons/library.h"
#include "app/lessons/link.h"
#include "app/lessons/page.h"

namespace headlight {
namespace {

TEST(ClassAnswers, EachQuestionAndAnswerHasLettersOfItsOwn) {
  std::map<std::string, std::string> questions;
  int answers = 0;
  for (const LessonPtr& lesson : shipped_lessons()) {
    for (int step = 0; step < static_cast<int>(lesson->steps.size()); ++step) {
      const std::optional<Question>& question = lesson->steps[static_cast<std::size_t>(step)].question;
      const int choices = question ? static_cast<int>(question->choices.size()) : 0;
      EXPECT_EQ(answer_code(*lesson, step, choices), "") << "no such answer";
      std::set<std::string> own;
      for (int choice = 0; choice < choices; ++choice) {
        const std::string code = answer_code(*lesson, step, choice);
        ASSERT_EQ(code.size(), letters_of_answer);
        EXPECT_EQ(code.find_first_of("IO"), std::string::npos) << code << ": as 1 and 0";
        EXPECT_TRUE(own.insert(code).second);
        const std::string here = lesson->name + ", step " + std::to_string(step + 1);
        const auto [other, is_new] = questions.emplace(code.substr(0, 3), here);
        EXPECT_TRUE(is_new || other->second == here)
            << other->second << " and " << here << " have the same letters";
        EXPECT_EQ(typed_answers(code, *lesson, step).choices, std::vector<int>{choice});
        ++answers;
      }
    }
  }
  EXPECT_GT(questions.size(), 20U);
  EXPECT_GT(answers, 60);
}

// A lesson's first question with choices.
int first_question(const Lesson& lesson) {
  int step = 0;
  while (answer_code(lesson, step, 1).empty()) ++step;
  return step;
}

TEST(ClassAnswers, AreReadAsTheyAreTypedAndAnythingElseIsRefusedWithAReason) {
  const LessonPtr lesson = find_lesson("it");
  ASSERT_NE(lesson, nullptr);
  const int step = first_question(*lesson);
  const std::string a = answer_code(*lesson, step, 0), b = answer_code(*lesson, step, 1);
  std::string small = b;
  for (char& c : small) c = static_cast<char>(c - 'A' + 'a');
  const TypedAnswers read = typed_answers(" " + a + "," + small + "\n b;A ", *lesson, step);
  EXPECT_EQ(read.choices, (std::vector<int>{0, 1, 1, 0}));
  EXPECT_TRUE(read.refused.empty());
  EXPECT_TRUE(typed_answers(" , ", *lesson, step).choices.empty());

  const TypedAnswers wrong = typed_answers("KR2 Z I " + a.substr(0, 3) + "Z é", *lesson, step);
  EXPECT_TRUE(wrong.choices.empty());
  ASSERT_EQ(wrong.refused.size(), 5U);
  EXPECT_NE(wrong.refused[0].find("“KR2” is no code"), std::string::npos) << wrong.refused[0];
  EXPECT_NE(wrong.refused[3].find("from A to"), std::string::npos) << wrong.refused[3];
}

TEST(ClassAnswers, OfAnotherQuestionAreSaidToBe) {
  const LessonPtr lesson = find_lesson("it"), other = find_lesson("why-scale");
  const LessonPtr known = other != nullptr ? other : shipped_lessons().back();
  const std::string code = answer_code(*known, first_question(*known), 0);
  const TypedAnswers read = typed_answers(code, *lesson, first_question(*lesson), shipped_lessons());
  EXPECT_TRUE(read.choices.empty());
  ASSERT_EQ(read.refused.size(), 1U);
  EXPECT_NE(read.refused[0].find(known->title), std::string::npos) << read.refused[0];
}

TEST(HiddenControls, AreInALinkByHandAndInACopiedOne) {
  const Session session = session_of_link("#lesson=it&step=2&hide=find,experiments");
  EXPECT_EQ(session.lesson, "it");
  EXPECT_TRUE(session.hidden.find && session.hidden.experiments);
  EXPECT_FALSE(session.hidden.words || session.hidden.changes || session.hidden.files);
  EXPECT_EQ(session_of_link(link_of(session)).hidden, session.hidden);
  EXPECT_EQ(session_from_json(to_json(session)).hidden, session.hidden);
  EXPECT_EQ(to_json(Session{}).find("hidden"), std::string::npos) << "nothing is hidden: nothing is said";
  try {
    session_of_link("#hide=finder");
    FAIL() << "there is no such control";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("find"), std::string::npos) << error.what();
  }
}

TEST(HiddenControls, OfAStepAreHiddenWhileItIsOpen) {
  std::vector<Problem> problems;
  Lesson lesson = parse_lesson(
      "# Two steps\n\nA lesson.\n\n## First\n\n```session\n{\"hidden\": {\"words\": true}}\n```\n\nText.\n\n"
      "## Second\n\nText.\n",
      "two.md", problems);
  EXPECT_TRUE(problems.empty()) << to_string(problems.front());
  ASSERT_EQ(lesson.steps.size(), 2U);
  EXPECT_TRUE(lesson.steps[0].session.hidden.words);
  EXPECT_FALSE(lesson.steps[1].session.hidden.words);
  Session session;
  session.hidden.find = true;
  EXPECT_TRUE((session.hidden | lesson.steps[0].session.hidden).words);
  EXPECT_TRUE((session.hidden | lesson.steps[0].session.hidden).find);
  const LessonScripts lessons{{"two", std::make_shared<LessonScript>(
                                          LessonScript{{lesson.steps[0].session, lesson.steps[0].session}})}};
  const Session opened = at_step(session, "two", 0, lessons);
  EXPECT_EQ(opened.hidden, session.hidden) << "a lesson leaves the person's own as they were";
}

}  // namespace
}  // namespace headlight
