#include "app/lessons/lesson.h"

#include "tests/fuzz/targets.h"
#include "tests/session/tiny_session.h"

namespace headlight {

void fuzz_lesson(std::string_view input) {
  std::vector<Problem> problems;
  const Lesson lesson = parse_lesson(std::string(input), "lesson.md", problems);
  for (const Problem& problem : problems) {
    require(problem.line >= 1, "a problem without its line");
    require_readable(to_string(problem));
  }
  if (!problems.empty()) return;
  for (const LessonStep& step : lesson.steps) {
    for (const LessonNumber& number : step.numbers) take([&] { number.expression->text(tiny_results()); });
    for (const LessonClaim& claim : step.claims) take([&] { claim.expression->holds(tiny_results()); });
  }
}

}  // namespace headlight
