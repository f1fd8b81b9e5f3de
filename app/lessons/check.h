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

}  // namespace headlight
