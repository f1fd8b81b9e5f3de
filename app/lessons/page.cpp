#include "app/lessons/page.h"

#include <algorithm>

#include "app/lessons/held_out.h"
#include "app/lessons/library.h"
#include "app/session/lesson_script.h"

namespace headlight {
namespace {

// The step of the lesson that the session is at.
int step_of(const Session& session, const Lesson& lesson) {
  return std::clamp(session.lesson_step, 0, static_cast<int>(lesson.steps.size()) - 1);
}

DocumentPtr computed(const Session& session, const DocumentPtr& at_hand) {
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

LessonPagePtr lesson_page(const Session& session, const DocumentPtr& document, const LessonPagePtr& before) {
  const LessonPtr lesson = find_lesson(session.lesson);
  if (lesson == nullptr) return nullptr;
  if (is_page_of(before, session)) return before;
  auto page = std::make_shared<LessonPage>(LessonPage{lesson, step_of(session, *lesson), {}});
  if (!page->shown().numbers.empty()) read_numbers(*page, shown_at(page->shown(), document));
  page->counting = page->counting || !page->shown().figures.empty();
  return page;
}

LessonPagePtr counted_page(const LessonPage& page, const DocumentPtr& document,
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
  for (const LessonFigure& figure : step.figures) {
    std::optional<FigureValues> values = figure_values(figure, *shown.first, go_on);
    if (!values) return nullptr;
    counted->figures.push_back(std::move(*values));
  }
  read_numbers(*counted, shown);
  return counted;
}

bool is_page_of(const LessonPagePtr& page, const Session& session) {
  const LessonPtr lesson = find_lesson(session.lesson);
  if (lesson == nullptr || page == nullptr) return lesson == nullptr && page == nullptr;
  return page->lesson == lesson && page->step == step_of(session, *lesson);
}

LessonStep::Hides hidden_on_stage(const Session& session) {
  const LessonPtr lesson = session.lesson_answer < 0 ? find_lesson(session.lesson) : nullptr;
  if (lesson == nullptr) return LessonStep::Hides::nothing;
  const LessonStep& step = lesson->steps[static_cast<std::size_t>(step_of(session, *lesson))];
  return same_matter(step.session, session) ? step.hides : LessonStep::Hides::nothing;
}

Session on_stage(const Session& session) { return on_stage(session, *lesson_scripts(session.lesson)); }

Session at_step(const Session& session, const std::string& lesson, int step) {
  return at_step(session, lesson, step, *lesson_scripts(lesson));
}

}  // namespace headlight
