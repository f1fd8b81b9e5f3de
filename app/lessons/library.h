// The lessons there are: those shipped, and files of one's own.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/session/action.h"

namespace headlight {

// The shipped lessons, in order. One that cannot be read is left out; `headlight lesson check` says why.
const std::vector<LessonPtr>& shipped_lessons();
// Reads the first of them that was not read yet; false when all were. So that the list is there at once when
// it is asked for.
bool read_another_lesson();
// The same for frames, which wait for no file: those that were read by now, in order, and whether these are
// all.
std::vector<LessonPtr> lessons_read();
bool all_lessons_read();
// The files of the course in order: assets/lessons holds a folder for each group, numbered, and in it the
// lessons, numbered.
std::vector<std::string> shipped_lesson_files();

// The questions that people ask, each with its answer: assets/questions.md, which is read as a lesson whose
// steps are the questions. It is opened by this name and is no part of the course.
inline constexpr const char* asked_questions = "questions";
// Null until it was read, and where it cannot be.
LessonPtr questions_read();

// A shipped lesson by its name, or a file that was read; null for any other. Reads no file but that of a
// shipped lesson, once. Any thread may ask.
LessonPtr find_lesson(const std::string& name_or_file);
// What lessons have on stage, by the same names: this one and those that were asked for before. Never null,
// and never changed: what is read later is in the next one.
LessonScriptsPtr lesson_scripts(const std::string& name_or_file);

// Reads a lesson that nobody asked for yet, so that it and what it has on stage are found; where it cannot be
// read, nothing is.
void read_once(const std::string& name_or_file);
// Reads a file again, checks all it says against its model, and keeps it. Throws std::invalid_argument with
// the first problem. A shipped lesson is found as it is: the tests have checked it. Returns the name for
// OpenLesson: of a file its full path, so that a saved session finds it from everywhere. From any thread;
// throws CheckCancelled as `watch` asks.
std::string open_lesson(const std::string& name_or_file, const CheckWatch& watch = {});

// Only the file's form, not what it claims. Throws std::invalid_argument with the first problem.
LessonPtr read_lesson(const std::string& file);

}  // namespace headlight
