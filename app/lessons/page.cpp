#include "app/lessons/page.h"

#include <algorithm>
#include <cstddef>
#include <sstream>

#include "app/lessons/expression.h"
#include "app/lessons/lesson.h"
#include "app/lessons/library.h"
#include "app/session/action.h"
#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// The step of the lesson that the session is at.
int step_of(const Session& session, const Lesson& lesson) {
  return std::clamp(session.lesson_step, 0, static_cast<int>(lesson.steps.size()) - 1);
}

ResultsPtr computed(const Session& session, const ResultsPtr& at_hand) {
  return belongs_to(*at_hand, session) ? at_hand : compute(session, at_hand);
}

// What the model is called that the session's lesson is read on.
std::string model_of(const Session& session, const Lesson& lesson) {
  return lesson.any_model ? session.model : "";
}

Session on_model_of(const LessonPage& page, const Session& step) {
  return page.model.empty() ? step : on_model(step, page.model);
}

LessonShown shown_at(const LessonPage& page, const ResultsPtr& at_hand) {
  const LessonStep& step = page.shown();
  LessonShown shown;
  shown.first = shown.answered = computed(on_model_of(page, step.session), at_hand);
  const bool answer_has_numbers = std::any_of(step.numbers.begin(), step.numbers.end(),
                                              [](const LessonNumber& number) { return number.in_answer; });
  if (answer_has_numbers) shown.answered = computed(on_model_of(page, step.answered), shown.first);
  return shown;
}

void read_numbers(LessonPage& page, const LessonShown& shown) {
  for (const LessonNumber& number : page.shown().numbers) {
    const Results& results = shown.of(number.in_answer);
    if (awaits_counts(*number.expression, results)) {
      page.counting = true;
      page.numbers.emplace_back(being_counted);
      continue;
    }
    try {
      page.numbers.push_back(number.expression->text(results));
    } catch (const ExpressionError&) {
      page.numbers.emplace_back(not_computed);
    }
  }
}

}  // namespace

LessonPagePtr lesson_page(const Session& session, const ResultsPtr& results, const LessonPagePtr& before) {
  const LessonPtr lesson = find_lesson(session.lesson);
  if (lesson == nullptr) return nullptr;
  if (is_page_of(before, session)) return before;
  auto page = std::make_shared<LessonPage>(
      LessonPage{.lesson = lesson, .step = step_of(session, *lesson), .model = model_of(session, *lesson)});
  if (!page->shown().numbers.empty()) read_numbers(*page, shown_at(*page, results));
  page->counting = page->counting || !page->shown().figures.empty();
  return page;
}

LessonPagePtr PageCounting::go_on(const std::function<bool()>& more) {
  const LessonStep& step = page_->shown();
  if (shown_.first == nullptr) shown_ = shown_at(*page_, results_);
  for (const bool in_answer : {false, true}) {
    std::vector<ExpressionPtr> expressions;
    for (const LessonNumber& number : step.numbers) {
      if (number.in_answer == in_answer) expressions.push_back(number.expression);
    }
    if (!make_counts(expressions, shown_.of(in_answer), more)) return nullptr;
  }
  figures_.resize(step.figures.size());
  for (std::size_t i = 0; i < step.figures.size(); ++i) {
    if (!compute_figure(step.figures[i], *shown_.first, figures_[i], more)) return nullptr;
  }
  auto counted = std::make_shared<LessonPage>(
      LessonPage{.lesson = page_->lesson, .step = page_->step, .model = page_->model});
  counted->figures = figures_;
  read_numbers(*counted, shown_);
  counted->counting = false;  // whatever is not known by now
  return counted;
}

LessonPage whole_page_of(const LessonPtr& lesson, int step) {
  auto page = std::make_shared<LessonPage>(LessonPage{.lesson = lesson, .step = step});
  const ResultsPtr results = compute(page->shown().session, nullptr);
  read_numbers(*page, shown_at(*page, results));
  if (!page->counting) return *page;
  return *PageCounting(page, results).go_on([] { return true; });
}

std::string text_of(const LessonPage& page) {
  std::string text;
  for (const Paragraph& paragraph : page.shown().text) {
    text += text.empty() ? "" : "\n";
    for (const Inline& run : paragraph.runs) {
      const bool is_number = run.kind == Inline::Kind::number && run.number >= 0;
      text += is_number ? page.numbers.at(static_cast<std::size_t>(run.number)) : run.text;
    }
  }
  return text;
}

std::string line_with_numbers(const std::vector<Inline>& runs, std::span<const std::string> numbers) {
  std::string line;
  for (const Inline& run : runs) {
    const auto which = static_cast<std::size_t>(run.number);
    const bool known = run.kind == Inline::Kind::number && run.number >= 0 && which < numbers.size();
    line += known ? numbers[which] : run.text;
  }
  return line;
}

namespace {

void add_lines_with_numbers(std::vector<std::string>& into, const std::vector<Paragraph>& paragraphs,
                            const LessonPage& page) {
  for (const Paragraph& each : paragraphs)
    into.push_back((each.marker.empty() ? "" : each.marker + " ") +
                   line_with_numbers(each.runs, page.numbers));
}

}  // namespace

std::vector<std::string> lines_of(const LessonPage& page, int answer) {
  const LessonStep& step = page.shown();
  std::vector<std::string> lines{
      say("Step {number} of {all}: {title}.", {{"number", from_one(page.step)},
                                               {"all", std::to_string(page.lesson->steps.size())},
                                               {"title", step.title}})};
  add_lines_with_numbers(lines, step.text, page);
  if (!step.question) return lines;
  const Question& question = *step.question;
  lines.push_back(say("A question:"));
  add_lines_with_numbers(lines, question.text, page);
  for (std::size_t choice = 0; choice < question.choices.size(); ++choice) {
    const std::string words = line_with_numbers(question.choices[choice].runs, page.numbers);
    lines.push_back(
        say("Answer {n}: {words}", {{"n", from_one(static_cast<int>(choice))}, {"words", words}}));
  }
  if (answer < 0) return lines;
  const auto choices = static_cast<int>(question.choices.size());
  if (answer < choices) {
    const std::string n = from_one(answer);
    lines.push_back(question.right < 0         ? say("You chose answer {n}.", {{"n", n}})
                    : question.right == answer ? say("You chose answer {n}. It is the right one.", {{"n", n}})
                                               : say("You chose answer {n}. The right one is answer {right}.",
                                                     {{"n", n}, {"right", from_one(question.right)}}));
  }
  lines.push_back(say("What is said of it:"));
  add_lines_with_numbers(lines, question.answer, page);
  return lines;
}

bool is_page_of(const LessonPagePtr& page, const Session& session) {
  const LessonPtr lesson = find_lesson(session.lesson);
  if (lesson == nullptr || page == nullptr) return lesson == nullptr && page == nullptr;
  return page->lesson == lesson && page->step == step_of(session, *lesson) &&
         page->model == model_of(session, *lesson);
}

LessonStep::Hides hidden_on_stage(const Session& session) {
  const LessonPtr lesson = session.lesson_answer < 0 ? find_lesson(session.lesson) : nullptr;
  if (lesson == nullptr) return LessonStep::Hides::nothing;
  const LessonStep& step = lesson->steps[step_of(session, *lesson)];
  const Session shown = lesson->any_model ? on_model(step.session, session.model) : step.session;
  return same_matter(shown, session) ? step.hides : LessonStep::Hides::nothing;
}

HiddenControls hidden_controls(const Session& session) {
  const LessonPtr lesson = find_lesson(session.lesson);
  return lesson == nullptr ? session.hidden
                           : session.hidden | lesson->steps[step_of(session, *lesson)].session.hidden;
}

Session on_stage(const Session& session) { return on_stage(session, *lesson_scripts(session.lesson)); }

Session at_step(const Session& session, const std::string& lesson, int step) {
  return at_step(session, lesson, step, *lesson_scripts(lesson));
}

namespace {

constexpr std::size_t largest_note = 1 << 16;

// A line each: the step, a blank, the lesson.
StepsReached steps_in(const std::filesystem::path& file) {
  StepsReached reached;
  try {
    std::istringstream lines(read_text(file, largest_note));
    int step = 0;
    std::string name;
    while (lines >> step && lines.get() == ' ' && std::getline(lines, name)) {
      if (step >= 0 && step < static_cast<int>(most_steps)) reached[name] = step;
    }
  } catch (const std::exception&) {
    // None was read yet.
  }
  return reached;
}

void add_furthest(StepsReached& to, const StepsReached& more) {
  for (const auto& [name, step] : more) {
    int& known = to.try_emplace(name, step).first->second;
    known = std::max(known, step);
  }
}

}  // namespace

LessonsRead::LessonsRead(const std::filesystem::path& state_folder)
    : file_(state_folder.empty() ? state_folder : state_folder / "lessons"),
      kept_(state_folder.empty() ? StepsReached{} : steps_in(file_)) {}

void LessonsRead::keep(const StepsReached& reached) {
  if (file_.empty() || reached == kept_) return;
  StepsReached all = steps_in(file_);
  add_furthest(all, reached);
  kept_ = reached;
  std::string text;
  for (const auto& [name, step] : all) {
    if (name.find('\n') == std::string::npos) text += std::to_string(step) + " " + name + "\n";
  }
  try {
    std::filesystem::create_directories(file_.parent_path());
    replace_file(file_, text);
  } catch (const std::exception&) {
    // The list of lessons forgets it, and nothing else.
  }
}

namespace {

// An element with what is in it: ["p", "It looks at ", ["b", "0.93"]].
Json element(const char* name) { return Json::array({name}); }
Json element(const char* name, const std::string& text) { return Json::array({name, text}); }

void add_runs(Json& into, const std::vector<Inline>& runs, const LessonPage& page) {
  for (const Inline& run : runs) {
    switch (run.kind) {
      case Inline::Kind::plain:
        into.push_back(run.text);
        break;
      case Inline::Kind::emphasis:
        into.push_back(element("em", run.text));
        break;
      case Inline::Kind::strong:
        into.push_back(element("strong", run.text));
        break;
      case Inline::Kind::code:
      case Inline::Kind::formula:
        into.push_back(element("code", run.text));
        break;
      case Inline::Kind::number: {
        const auto number = static_cast<std::size_t>(run.number);
        const bool known = run.number >= 0 && number < page.numbers.size();
        into.push_back(element("b", known ? page.numbers[number] : run.text));
        break;
      }
    }
  }
}

// The marker of a list's item is read as it is written: its number belongs to what is said.
void add_paragraphs(Json& into, const std::vector<Paragraph>& paragraphs, const LessonPage& page) {
  for (const Paragraph& paragraph : paragraphs) {
    Json made = element("p");
    if (!paragraph.marker.empty()) made.push_back(paragraph.marker + " ");
    add_runs(made, paragraph.runs, page);
    into.push_back(std::move(made));
  }
}

}  // namespace

std::string elements_of(const LessonPage& page, int answer) {
  const LessonStep& step = page.shown();
  Json all = Json::array();
  all.push_back(element("h2", page.lesson->title));
  all.push_back(
      element("h3", say("{number} of {all}: {title}", {{"number", std::to_string(page.step + 1)},
                                                       {"all", std::to_string(page.lesson->steps.size())},
                                                       {"title", step.title}})));
  add_paragraphs(all, step.text, page);
  if (step.question) {
    const Question& question = *step.question;
    all.push_back(element("h4", "Question"));
    add_paragraphs(all, question.text, page);
    Json choices = element("ol");
    for (std::size_t choice = 0; choice < question.choices.size(); ++choice) {
      Json made = element("li");
      add_runs(made, question.choices[choice].runs, page);
      if (answer >= 0 && static_cast<int>(choice) == question.right) made.push_back(" (right)");
      choices.push_back(std::move(made));
    }
    all.push_back(std::move(choices));
    if (answer >= 0) {
      all.push_back(element("h4", "Answer"));
      add_paragraphs(all, question.answer, page);
    }
  }
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace headlight
