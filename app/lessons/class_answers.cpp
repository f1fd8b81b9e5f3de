#include "app/lessons/class_answers.h"

#include <cstdint>
#include <string_view>

#include "core/text/hash.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Without I and O, which are read as digits.
constexpr std::string_view letters = "ABCDEFGHJKLMNPQRSTUVWXYZ";

int choices_of(const Lesson& lesson, int step) {
  const std::optional<Question>& question = lesson.steps.at(static_cast<std::size_t>(step)).question;
  return question ? static_cast<int>(question->choices.size()) : 0;
}

std::string letters_of_question(const Lesson& lesson, int step) {
  std::uint64_t hash = fnv1a(lesson.name + "/" + std::to_string(step));
  hash ^= hash >> 32U;
  std::string code;
  for (std::size_t i = 0; i + 1 < letters_of_answer; ++i) {
    code += letters[hash % letters.size()];
    hash /= letters.size();
  }
  return code;
}

std::vector<std::string> codes_in(const std::string& typed) {
  std::vector<std::string> codes(1);
  for (const char c : typed) {
    const bool small = c >= 'a' && c <= 'z';
    if (small || (c >= 'A' && c <= 'Z')) {
      codes.back() += small ? static_cast<char>(c - 'a' + 'A') : c;
    } else if (c == ' ' || c == ',' || c == ';' || c == '\n' || c == '\t' || c == '\r') {
      if (!codes.back().empty()) codes.emplace_back();
    } else {
      codes.back() += c;
    }
  }
  if (codes.back().empty()) codes.pop_back();
  return codes;
}

// Of which question of these a code is; empty where it is of none.
std::string question_of(const std::string& code, const std::vector<LessonPtr>& lessons) {
  for (const LessonPtr& lesson : lessons) {
    for (int step = 0; step < static_cast<int>(lesson->steps.size()); ++step) {
      if (choices_of(*lesson, step) == 0 || !code.starts_with(letters_of_question(*lesson, step))) continue;
      return say("step {n} of {lesson}",
                 {{"n", from_one(step)},
                  {"lesson", lesson->number.empty() ? lesson->title : lesson->number + " " + lesson->title}});
    }
  }
  return "";
}

}  // namespace

std::string answer_code(const Lesson& lesson, int step, int choice) {
  if (choice < 0 || choice >= choices_of(lesson, step) || choice >= static_cast<int>(letters.size()))
    return "";
  return letters_of_question(lesson, step) + letters[static_cast<std::size_t>(choice)];
}

TypedAnswers typed_answers(const std::string& typed, const Lesson& lesson, int step,
                           const std::vector<LessonPtr>& lessons) {
  TypedAnswers answers;
  const int choices = choices_of(lesson, step);
  const std::string last = choices > 0 ? answer_code(lesson, step, choices - 1).substr(3) : "";
  for (const std::string& code : codes_in(typed)) {
    const auto choice = static_cast<int>(letters.find(code.back()));
    const bool alone = code.size() == 1;
    if (!alone && code.size() != letters_of_answer) {
      answers.refused.push_back(say("“{code}” is no code: a code has four letters.", {{"code", code}}));
    } else if (!alone && !code.starts_with(letters_of_question(lesson, step))) {
      const std::string other = question_of(code, lessons);
      answers.refused.push_back(
          other.empty()
              ? say("“{code}” is no code of this question. Ask for its letters again.", {{"code", code}})
              : say("“{code}” answers another question: {question}.", {{"code", code}, {"question", other}}));
    } else if (choice < 0 || choice >= choices) {
      answers.refused.push_back(say("“{code}”: the last letter of an answer goes from A to {last}.",
                                    {{"code", code}, {"last", last}}));
    } else {
      answers.choices.push_back(choice);
    }
  }
  return answers;
}

}  // namespace headlight
