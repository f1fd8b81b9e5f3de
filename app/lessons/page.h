// An open step: its text and question with their numbers.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/lessons/figure.h"
#include "app/session/opening.h"
#include "app/session/results.h"

namespace headlight {

// What stands in the place of a number that is not there yet, and of one that could not be read.
inline constexpr const char* being_counted = "(being counted)";
inline constexpr const char* not_computed = "(not computed)";

// Read from the traces of what the step shows, whatever is on stage by now.
struct LessonPage {
  LessonPtr lesson;
  int step = 0;
  std::vector<std::string> numbers = {};   // as many as the step has: text, or one of the two below
  bool counting = false;                   // some of them are being counted, or the figures computed
  std::vector<FigureValues> figures = {};  // as many as the step has; none while they are computed
  std::string model = {};  // that a lesson for any model is read on; empty for a lesson on one of its own

  const LessonStep& shown() const { return lesson->steps[step]; }
};
using LessonPagePtr = std::shared_ptr<const LessonPage>;

// The page for the session's lesson; null when none is open. Traces that the step shows are taken from
// `results` where it has them; `before` is given back when it is the page.
LessonPagePtr lesson_page(const Session& session, const ResultsPtr& results, const LessonPagePtr& before);
// What a step's numbers are read from: as it is first shown, and with its answer.
struct LessonShown {
  ResultsPtr first, answered;
  const Results& of(bool in_answer) const { return in_answer ? *answered : *first; }
};

// What a page counts and computes behind its first numbers, which takes a second or two.
class PageCounting {
 public:
  PageCounting(LessonPagePtr page, ResultsPtr results)
      : page_(std::move(page)), results_(std::move(results)) {}

  const LessonPagePtr& page() const { return page_; }
  // The whole page; null when `more` said no: it goes on where it was when it is called again.
  LessonPagePtr go_on(const std::function<bool()>& more);

 private:
  LessonPagePtr page_;
  ResultsPtr results_;
  LessonShown shown_;
  std::vector<FigureValues> figures_;
};
// The page of a step with all that it counts, however long that takes: for who waits for it.
LessonPage whole_page_of(const LessonPtr& lesson, int step);
// Its text with the numbers, a line a paragraph.
std::string text_of(const LessonPage& page);
// Runs as one line, with the numbers of its step where they are known.
std::string line_with_numbers(const std::vector<Inline>& runs, std::span<const std::string> numbers);
// All of it, its question with the choices and the answer too (`answer` as elements_of() has it).
std::vector<std::string> lines_of(const LessonPage& page, int answer);
// Whether the page, null for none, is the session's.
bool is_page_of(const LessonPagePtr& page, const Session& session);

// What the stage covers: as the open step says while its question is open and the stage is as the step sets
// it.
LessonStep::Hides hidden_on_stage(const Session& session);

// What is hidden from who sits before it: what the session says, and what the open step of a lesson says.
HiddenControls hidden_controls(const Session& session);

// As those of app/session/action.h, of all lessons that were read.
Session on_stage(const Session& session);
Session at_step(const Session& session, const std::string& lesson, int step);

// The lesson that shows what there is to click.
inline constexpr const char* first_lesson = "first-minute";

// How far each lesson was read, kept beside the last session so that the list of lessons knows it next time.

// By the lesson's name the furthest step seen, from 0.
using StepsReached = std::map<std::string, int>;

class LessonsRead {
 public:
  // Reads what is kept in the folder; an empty path keeps nothing. A file that cannot be read is as none.
  explicit LessonsRead(const std::filesystem::path& state_folder);

  const StepsReached& reached() const { return kept_; }
  // Writes where somebody got further; what another window wrote meanwhile stays. A full disk loses only
  // this.
  void keep(const StepsReached& reached);

 private:
  std::filesystem::path file_;
  StepsReached kept_;
};

// The open step as elements of a page, for who cannot see what is drawn: a browser's screen reader reads it
// beside the picture.

// Title, text, question with its choices, and the answer once one was chosen (`answer`: which, -1 while none
// was), with the numbers of the page. JSON: a list of elements, each a list of its name (h2, h3, h4, p, ol,
// li, em, strong, code or b) and what is in it, texts and elements. Whatever a lesson says is text.
std::string elements_of(const LessonPage& page, int answer);

}  // namespace headlight
