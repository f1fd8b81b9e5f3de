// What update() may know besides the session: what was computed and read before it is asked.
#pragma once

#include "app/session/document.h"
#include "app/session/lesson_script.h"

namespace headlight {

struct World {
  const Document& document;  // the newest there is: of an older session perhaps, and empty at first
  const LessonScripts& lessons = no_lessons;
};

}  // namespace headlight
