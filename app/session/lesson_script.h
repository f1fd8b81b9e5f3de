// What a session knows of lessons: what each step has on stage. Plain data; app/lessons makes it of the
// files.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/session/results.h"
#include "app/session/session.h"

namespace headlight {

struct ScriptStep {
  Session shown;
  Session answered;        // with the answer to its question; the same when that shows nothing else
  int choices = 0;         // answers that its question takes: one where it is typed, none without a question
  bool any_model = false;  // it shows whichever model is open that reads a text with attention
};
using LessonScript = std::vector<ScriptStep>;  // never empty
// By the names that sessions have for them: all that were read.
using LessonScripts = std::map<std::string, std::shared_ptr<const LessonScript>, std::less<>>;
using LessonScriptsPtr = std::shared_ptr<const LessonScripts>;
inline const LessonScripts no_lessons;

// Of the lesson of this name; null when it was not read, or cannot be.
const LessonScript* script_of(const std::string& lesson, const LessonScripts& lessons);
// The step that the session is at, or the nearest one.
int step_within(const Session& session, const LessonScript& script);

// The session that its lesson has on stage at its step and answer, with the person's own settings; the
// session itself when no lesson is open.
Session on_stage(const Session& session, const LessonScripts& lessons);
// The lesson's step opened, its question open; the session itself for a lesson that is not among them.
Session at_step(const Session& session, const std::string& lesson, int step, const LessonScripts& lessons);
// The answer chosen; the session itself where the step has no such answer.
Session with_answer(const Session& session, int choice, const LessonScripts& lessons);
// Step and answer clipped to the lesson's. One that cannot be read stays named: the rail says what is wrong.
void fit_lesson(Session& session, const LessonScripts& lessons);

// What update() may know besides the session: what was computed and read before it is asked.

struct World {
  const Results& results;  // the newest there is: of an older session perhaps, and empty at first
  const LessonScripts& lessons = no_lessons;
};

}  // namespace headlight
