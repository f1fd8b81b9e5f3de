// Everything a lesson says, tried on its model.
#pragma once

#include <functional>
#include <vector>

#include "app/lessons/lesson.h"
#include "core/tape/tape.h"

namespace headlight {

struct LessonCount {
  int numbers = 0;
  int claims = 0;
};

// What is said of held-out sentences takes seconds to count: who opens a lesson does not wait for it.
enum class HeldOut { counted, skipped };

// What watches a check: it may take minutes. Both may be null.
struct CheckWatch {
  const Cancel* cancel = nullptr;                   // asked between the steps, and within them
  std::function<void(int step, int steps)> before;  // each step, from 0
};
struct CheckCancelled {};

// What its sessions name but the model or the sentence does not have, numbers that cannot be read, claims
// that are false; in the order of lines. Computes every step. Throws CheckCancelled.
std::vector<Problem> check_lesson(const Lesson& lesson, LessonCount* count = nullptr,
                                  HeldOut held_out = HeldOut::counted, const CheckWatch& watch = {});

// What is strong in the text of a step: words of the field, if one follows the README. (In an answer it is
// the answer.)
std::vector<std::string> strong_words(const LessonStep& step);

// What is not wrong and could be better: more steps than a class follows, a step that claims nothing a check
// could try, a number that stands in braces but is typed, a strong word that the glossary does not have.
std::vector<Problem> advice_on(const Lesson& lesson);

}  // namespace headlight
