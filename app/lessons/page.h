// An open step: what it shows, and its numbers.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/session/document.h"

namespace headlight {

// Read from the traces of what the step shows, whatever is on stage by now.
struct LessonPage {
  LessonPtr lesson;
  int step = 0;
  std::vector<std::string> numbers;  // as many as the step has; what could not be read is "?"
  bool counting = false;             // some of them, "…", are still counted over held-out sentences

  const LessonStep& shown() const { return lesson->steps[static_cast<std::size_t>(step)]; }
};

// The page for the session's lesson; null when none is open. `document` and `before` spare what they have.
std::shared_ptr<const LessonPage> lesson_page(const Session& session, const DocumentPtr& document,
                                              const Document* before);
// The same page with what is counted as well, which takes a second or two; null when `go_on` said no.
std::shared_ptr<const LessonPage> counted_page(const LessonPage& page, const DocumentPtr& document,
                                               const std::function<bool()>& go_on);
// Whether the document's page is the session's.
bool has_page(const Document& document, const Session& session);

// The session that `session`'s lesson has on stage at its step and answer, with the person's own settings;
// the session itself when no lesson is open.
Session on_stage(const Session& session);
// The lesson's step opened, its question open.
Session at_step(const Session& session, const std::string& lesson, int step);

}  // namespace headlight
