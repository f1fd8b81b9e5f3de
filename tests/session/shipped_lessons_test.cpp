// The lessons that are shipped, and checking one against its model.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "app/lessons/check.h"
#include "app/lessons/first_start.h"
#include "app/lessons/library.h"
#include "core/files/text.h"

namespace headlight {
namespace {

TEST(ShippedLessons, AreAtLeastTenAndAllCanBeRead) {
  EXPECT_GE(shipped_lessons().size(), 10U);
  EXPECT_EQ(shipped_lessons().size(), shipped_lesson_files().size());
}

TEST(ShippedLessons, SayOnlyWhatIsTrue) {
  for (const std::string& file : shipped_lesson_files()) {
    std::vector<Problem> problems;
    const Lesson lesson = parse_lesson(read_text(file), file, problems);
    LessonCount count;
    if (problems.empty()) problems = check_lesson(lesson, &count);
    for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
    EXPECT_GT(count.claims, 0) << file << " claims nothing that could be tested";
  }
}

TEST(ShippedLessons, AreShortAndAskSomething) {
  for (const LessonPtr& lesson : shipped_lessons()) {
    EXPECT_GE(lesson->steps.size(), lesson->name == first_lesson ? 3U : 5U) << lesson->file;
    EXPECT_LE(lesson->steps.size(), 9U) << lesson->file;
    EXPECT_FALSE(lesson->rows.empty()) << lesson->file;
    EXPECT_TRUE(std::any_of(lesson->steps.begin(), lesson->steps.end(),
                            [](const LessonStep& step) { return step.question.has_value(); }))
        << lesson->file << " asks nothing";
    for (const LessonStep& step : lesson->steps) {
      std::string text;
      for (const Paragraph& paragraph : step.text) text += plain_text(paragraph.runs) + " ";
      EXPECT_LE(std::count(text.begin(), text.end(), ' '), 75) << lesson->file << ":" << step.line;
    }
  }
}

TEST(ShippedLessons, NumbersAreReadAndNeverTyped) {
  for (const LessonPtr& lesson : shipped_lessons()) {
    for (const LessonStep& step : lesson->steps) {
      for (const Paragraph& paragraph : step.text) {
        for (const headlight::Run& run : paragraph.runs) {
          if (run.kind != headlight::Run::Kind::plain) continue;
          for (std::size_t i = 0; i + 2 < run.text.size(); ++i) {
            const bool decimal =
                run.text[i] == '.' && std::isdigit(static_cast<unsigned char>(run.text[i + 1])) != 0;
            EXPECT_FALSE(decimal) << lesson->file << ":" << step.line << ": \"" << run.text << "\"";
          }
        }
      }
    }
  }
}

TEST(CheckLesson, FindsWhatTheModelDoesNotHave) {
  std::vector<Problem> problems;
  const Lesson lesson = parse_lesson(
      "# T\n\nS.\n\n## One\n\n{{source.inputs[0, 0]}}\n\n```session\n{\"token\": 70, \"layer\": 9}\n```\n\n"
      "```check\n1 > 2\n```\n\n## Two\n\n```session\n{\"view\": \"steps\", \"step\": \"nowhere\"}\n```\n\n"
      "## Three\n\n```session\n{\"edits\": [{\"path\": \"logit\", \"values\": [1]}]}\n```\n",
      "x.md", problems);
  ASSERT_TRUE(problems.empty());
  problems = check_lesson(lesson);
  std::vector<int> lines;
  for (const Problem& problem : problems) lines.push_back(problem.line);
  EXPECT_EQ(lines, (std::vector<int>{7, 10, 10, 14, 20, 26}));
}

}  // namespace
}  // namespace headlight
