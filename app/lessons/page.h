// An open step: its text and question with their numbers.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/lessons/figure.h"
#include "app/session/document.h"

namespace headlight {

// Read from the traces of what the step shows, whatever is on stage by now.
struct LessonPage {
  LessonPtr lesson;
  int step = 0;
  std::vector<std::string> numbers;        // as many as the step has; what could not be read is "?"
  bool counting = false;                   // some of them, "…", are still counted, or the figures computed
  std::vector<FigureValues> figures = {};  // as many as the step has; none while they are computed

  const LessonStep& shown() const { return lesson->steps[static_cast<std::size_t>(step)]; }
};
using LessonPagePtr = std::shared_ptr<const LessonPage>;

// The page for the session's lesson; null when none is open. Traces that the step shows are taken from
// `document` where it has them; `before` is given back when it is the page.
LessonPagePtr lesson_page(const Session& session, const DocumentPtr& document, const LessonPagePtr& before);
// The same page with what is counted as well, which takes a second or two; null when `go_on` said no.
LessonPagePtr counted_page(const LessonPage& page, const DocumentPtr& document,
                           const std::function<bool()>& go_on);
// Whether the page, null for none, is the session's.
bool is_page_of(const LessonPagePtr& page, const Session& session);

// What the stage covers: as the open step says while its question is open and the stage is as the step sets
// it.
LessonStep::Hides hidden_on_stage(const Session& session);

// As those of app/session/lesson_script.h, of all lessons that were read.
Session on_stage(const Session& session);
Session at_step(const Session& session, const std::string& lesson, int step);

}  // namespace headlight
