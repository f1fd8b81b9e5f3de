// Lessons as plain data, of no file.
#pragma once

#include "app/session/action.h"
#include "tests/reference_head.h"
#include "tests/session/tiny_session.h"

namespace headlight {

// "long": a step without a question, one with three choices whose answer shows the second sentence, and one
// with an answer to be typed. "short": one step.
inline LessonScripts plain_lessons() {
  Session first = tiny_session();
  first.text(1).clear();
  Session second = first;
  second.view = ViewKind::heads;
  second.layer = 0;
  Session with_second = second;
  with_second.text(1) = wide_sentence;
  Session third = tiny_session();
  third.edits.push_back(Edit{.path = reference_head + "weights", .row = 7, .values = {0}});
  Session alone;
  alone.model = tiny_session().model;
  alone.text(0) = "I am a student";
  LessonScripts lessons;
  lessons["long"] = std::make_shared<LessonScript>(
      LessonScript{{first, first, 0}, {second, with_second, 3}, {third, third, 1}});
  lessons["short"] = std::make_shared<LessonScript>(LessonScript{{alone, alone, 0}});
  return lessons;
}

}  // namespace headlight
