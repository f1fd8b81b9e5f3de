#include "app/session/lesson_script.h"

#include <algorithm>

#include "app/session/opening.h"

namespace headlight {
namespace {

int last_step(const LessonScript& script) { return static_cast<int>(script.size()) - 1; }

const ScriptStep& step_on(const Session& session, const LessonScript& script) {
  return script[static_cast<std::size_t>(step_within(session, script))];
}

// `step` as `person` sees it: theme, size and all else that is theirs stays.
Session with_own_settings(Session step, const Session& person) {
  static_cast<LessonPlace&>(step) = person;
  static_cast<Appearance&>(step) = person;
  static_cast<Room&>(step) = person;
  return step;
}

}  // namespace

const LessonScript* script_of(const std::string& lesson, const LessonScripts& lessons) {
  const auto found = lessons.find(lesson);
  return found == lessons.end() ? nullptr : found->second.get();
}

int step_within(const Session& session, const LessonScript& script) {
  return std::clamp(session.lesson_step, 0, last_step(script));
}

Session on_stage(const Session& session, const LessonScripts& lessons) {
  const LessonScript* script = script_of(session.lesson, lessons);
  if (script == nullptr) return session;
  const ScriptStep& step = step_on(session, *script);
  const Session& shown = session.lesson_answer < 0 ? step.shown : step.answered;
  return with_own_settings(step.any_model ? on_model(shown, session.model) : shown, session);
}

Session at_step(const Session& session, const std::string& lesson, int step, const LessonScripts& lessons) {
  const LessonScript* script = script_of(lesson, lessons);
  if (script == nullptr) return session;
  Session next = session;
  next.lesson = lesson;
  next.lesson_step = std::clamp(step, 0, last_step(*script));
  next.lesson_answer = -1;
  next.rail = true;
  return on_stage(next, lessons);
}

Session with_answer(const Session& session, int choice, const LessonScripts& lessons) {
  const LessonScript* script = script_of(session.lesson, lessons);
  if (script == nullptr || choice < 0 || choice >= step_on(session, *script).choices) return session;
  Session next = session;
  next.lesson_answer = choice;
  return on_stage(next, lessons);
}

void fit_lesson(Session& session, const LessonScripts& lessons) {
  const LessonScript* script = script_of(session.lesson, lessons);
  if (script == nullptr) {
    session.lesson_step = std::max(session.lesson_step, 0);
    return;
  }
  session.lesson_step = step_within(session, *script);
  session.lesson_answer = std::clamp(session.lesson_answer, -1, step_on(session, *script).choices - 1);
}

}  // namespace headlight
