// Answers of a class without a network: after a pupil has answered a question of a lesson, four letters on
// the screen say which question it was and what was answered. The teacher types the letters that are read
// out, or pastes those of scanned codes, and they are counted.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/lesson.h"

namespace headlight {

inline constexpr std::size_t letters_of_answer = 4;

// "KRTB": three letters of the lesson's name and its step, which are the same on every computer, and one of
// the answer: A is the first choice. Empty where the step has no question with choices.
std::string answer_code(const Lesson& lesson, int step, int choice);

// What was typed of codes: in small or capital letters, one after another with blanks or commas between them.
// The last letter alone is an answer, too.
struct TypedAnswers {
  std::vector<int> choices;          // in the order in which they were typed
  std::vector<std::string> refused;  // what was no answer to this question, each with the reason
};
// `lessons`: where a code of another question is looked for, so that it is said of which.
TypedAnswers typed_answers(const std::string& typed, const Lesson& lesson, int step,
                           const std::vector<LessonPtr>& lessons = {});

}  // namespace headlight
