#include "app/lessons/page.h"

#include <algorithm>

#include "app/lessons/library.h"
#include "app/lessons/session_block.h"

namespace headlight {
namespace {

int step_of(const Session& session, const Lesson& lesson) {
  return std::clamp(session.lesson_step, 0, static_cast<int>(lesson.steps.size()) - 1);
}

// What is computed for a session without its lesson.
DocumentPtr computed(Session session, const DocumentPtr& at_hand) {
  session.lesson.clear();
  return belongs_to(*at_hand, session) ? at_hand : compute(session, at_hand);
}

}  // namespace

std::shared_ptr<const LessonPage> lesson_page(const Session& session, const DocumentPtr& document,
                                              const Document* before) {
  const LessonPtr lesson = find_lesson(session.lesson);
  if (lesson == nullptr) return nullptr;
  if (before != nullptr && has_page(*before, session) && before->page != nullptr) return before->page;
  auto page = std::make_shared<LessonPage>(LessonPage{lesson, step_of(session, *lesson), {}});
  const LessonStep& step = page->shown();
  if (step.numbers.empty()) return page;
  const DocumentPtr first = computed(step.session, document);
  const bool answer_has_numbers = std::any_of(step.numbers.begin(), step.numbers.end(),
                                              [](const LessonNumber& number) { return number.in_answer; });
  const DocumentPtr answered = answer_has_numbers ? computed(step.answered, first) : first;
  for (const LessonNumber& number : step.numbers) {
    try {
      page->numbers.push_back(number.quote->text(number.in_answer ? *answered : *first));
    } catch (const QuoteError&) {
      page->numbers.emplace_back("?");
    }
  }
  return page;
}

bool has_page(const Document& document, const Session& session) {
  const LessonPtr lesson = find_lesson(session.lesson);
  if (lesson == nullptr || document.page == nullptr) return lesson == nullptr && document.page == nullptr;
  return document.page->lesson == lesson && document.page->step == step_of(session, *lesson);
}

Session on_stage(const Session& session) {
  const LessonPtr lesson = find_lesson(session.lesson);
  if (lesson == nullptr) return session;
  const LessonStep& step = lesson->steps[static_cast<std::size_t>(step_of(session, *lesson))];
  return with_own_settings(session.lesson_answer < 0 ? step.session : step.answered, session);
}

Session at_step(const Session& session, const std::string& lesson, int step) {
  const LessonPtr found = find_lesson(lesson);
  if (found == nullptr) return session;
  Session next = session;
  next.lesson = lesson;
  next.lesson_step = std::clamp(step, 0, static_cast<int>(found->steps.size()) - 1);
  next.lesson_answer = -1;
  next.rail = true;
  return on_stage(next);
}

}  // namespace headlight
