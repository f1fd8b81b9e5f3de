#include "app/lessons/page.h"

#include <algorithm>

#include "app/lessons/held_out.h"
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

// What a step's numbers are read from: as it is first shown, and with its answer.
struct Shown {
  DocumentPtr first, answered;
  const Document& of(bool in_answer) const { return in_answer ? *answered : *first; }
};

Shown shown_at(const LessonStep& step, const DocumentPtr& at_hand) {
  Shown shown;
  shown.first = shown.answered = computed(step.session, at_hand);
  const bool answer_has_numbers = std::any_of(step.numbers.begin(), step.numbers.end(),
                                              [](const LessonNumber& number) { return number.in_answer; });
  if (answer_has_numbers) shown.answered = computed(step.answered, shown.first);
  return shown;
}

void read_numbers(LessonPage& page, const Shown& shown) {
  for (const LessonNumber& number : page.shown().numbers) {
    const Document& document = shown.of(number.in_answer);
    if (awaits_counts(*number.quote, document)) {
      page.counting = true;
      page.numbers.emplace_back("…");
      continue;
    }
    try {
      page.numbers.push_back(number.quote->text(document));
    } catch (const QuoteError&) {
      page.numbers.emplace_back("?");
    }
  }
}

}  // namespace

std::shared_ptr<const LessonPage> lesson_page(const Session& session, const DocumentPtr& document,
                                              const Document* before) {
  const LessonPtr lesson = find_lesson(session.lesson);
  if (lesson == nullptr) return nullptr;
  if (before != nullptr && has_page(*before, session) && before->page != nullptr) return before->page;
  auto page = std::make_shared<LessonPage>(LessonPage{lesson, step_of(session, *lesson), {}});
  if (!page->shown().numbers.empty()) read_numbers(*page, shown_at(page->shown(), document));
  return page;
}

std::shared_ptr<const LessonPage> counted_page(const LessonPage& page, const DocumentPtr& document,
                                               const std::function<bool()>& go_on) {
  const LessonStep& step = page.shown();
  const Shown shown = shown_at(step, document);
  for (const bool in_answer : {false, true}) {
    std::vector<QuotePtr> quotes;
    for (const LessonNumber& number : step.numbers) {
      if (number.in_answer == in_answer) quotes.push_back(number.quote);
    }
    if (!make_counts(quotes, shown.of(in_answer), go_on)) return nullptr;
  }
  auto counted = std::make_shared<LessonPage>(LessonPage{page.lesson, page.step, {}});
  read_numbers(*counted, shown);
  return counted;
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
