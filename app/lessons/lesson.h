// A lesson as plain data: what a Markdown file of assets/lessons says, step by step. How one is written is
// told in assets/lessons/README.md.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/expression.h"
#include "app/session/session.h"
#include "core/tape/tape.h"

namespace headlight {

// What is wrong with a lesson: where, what, and what to try.
struct Problem {
  std::string file;
  int line = 0;
  std::string what;
};
// "lessons/it.md:12: ..."
std::string to_string(const Problem& problem);

// A piece of a paragraph in one style.
struct Inline {
  enum class Kind { plain, emphasis, strong, code, formula, number };
  Kind kind = Kind::plain;
  std::string text;  // of a number: as it is written in the file
  int number = -1;   // which of the step's numbers
  int line = 0;      // of the file
};

struct Paragraph {
  std::vector<Inline> runs;
  std::string marker;  // of a list's item: a bullet, or "2."
  int depth = 0;       // of a list in a list
};

// {{...}}: read from the trace when the step is shown.
struct LessonNumber {
  ExpressionPtr expression;
  bool in_answer = false;  // read from what is shown with the answer
  int line = 0;
};

// A line of a ```check block: has to be true.
struct LessonClaim {
  ExpressionPtr expression;
  std::string text;
  bool in_answer = false;
  int line = 0;
};

// Predict, then reveal.
struct Question {
  std::vector<Paragraph> text;
  std::vector<Paragraph> choices;  // none: the answer is typed, and not judged
  int right = -1;                  // the right choice; -1 when there is none
  std::vector<Paragraph> answer;
  int line = 0;
};

// What a step draws under its text: a value of the model against a number that is put into it, or with each
// head of an attention changed in turn (by default switched off).
struct LessonFigure {
  enum class Kind { curve, heads };
  struct Series {
    std::string name;
    ExpressionPtr
        expression;  // of a curve with x where the number goes, of heads one a head, in the order of layers
    std::vector<ExpressionPtr> of_heads = {};
  };
  Kind kind = Kind::curve;
  std::string across;       // what x is
  double from = 0, to = 1;  // of x
  std::vector<int> layers;  // how many heads each has
  std::vector<Series> series;
  int line = 0;
};

struct LessonStep {
  std::string title;
  int line = 0;
  std::vector<std::string> asked;  // as pupils ask what it answers, beside its heading
  std::vector<Paragraph> text;
  std::vector<LessonFigure> figures;
  std::vector<Paragraph> note;  // for the teacher, shown on demand
  std::optional<Question> question;
  // While its question is open the stage covers what the model writes, or all of it.
  enum class Hides { nothing, answer, stage };
  Hides hides = Hides::nothing;
  std::vector<LessonNumber> numbers;
  std::vector<LessonClaim> claims;
  Session session;           // what is shown
  Session answered;          // what is shown with the answer; the same when the question says nothing
  std::optional<Dial> dial;  // turned to when the step is opened
  std::string session_text;  // as it is written
  int session_line = 0;      // where; the step's own line when it is not
  int answered_line = 0;
};

// "<!-- every: by definition -->": why a word that says more than one sentence needs no check of its own. A
// comment of a lesson is shown to nobody.
struct LessonExcuse {
  std::string word, reason;
  int line = 0;
};

// A lesson that a class can follow has far less.
inline constexpr std::size_t most_steps = 100;
inline constexpr std::size_t longest_title = 200;  // bytes; of a heading too
inline constexpr std::size_t most_numbers = 200;   // of a step, and as many claims
inline constexpr std::size_t most_figures = 4;     // of a step
inline constexpr std::size_t most_sentences = 400;
inline constexpr std::size_t most_asked = 40;  // of a lesson, and of a step
// So many are told; the others wait until these are mended.
inline constexpr std::size_t most_problems = 100;

struct Lesson {
  std::string name;  // "it", of the file 03-it.md
  std::string file;
  std::string group;  // of the course: "Attention", of the folder 03-attention; empty for a file of one's own
  std::string number;  // its place there: "3.2" for 03-attention/02-dot-products.md
  std::string title;
  std::vector<Inline> summary;
  std::vector<std::string> rows;   // of the syllabus: "S24"
  std::vector<std::string> asked;  // as pupils ask what it answers, in words that it does not use itself
  bool any_model = false;          // it is read on whichever model is open, and checked on the one it names
  std::vector<LessonStep> steps;
  std::vector<LessonExcuse> excuses;
};

using LessonPtr = std::shared_ptr<const Lesson>;

// "it" of the file "03-it.md": the number only says where it stands among the others.
std::string lesson_name(const std::string& file);

// Reads a lesson; what is wrong is added to `problems`, the first `most_problems`, and the lesson may then be
// incomplete.
Lesson parse_lesson(const std::string& text, const std::string& file, std::vector<Problem>& problems);

// The words of runs alone, numbers as they are written in the file.
std::string plain_text(const std::vector<Inline>& runs);

// Everything a lesson says, tried on its model.

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

// What a lesson says beyond what its checks hold, found by its words alone (strict.cpp), in the order of
// lines; `before` are those a pupil has read by then. An excuse leaves a finding out. Found are:
//   answer   a question without a ```check answer
//   card     a share from the card in a part of a step that does not say of how many
//   every, always, never, everywhere, only, most, all: a rule where no check of the step counts
//   because, needs, decides, causes, proves: a cause where no check of the step changes anything
//   typed    a count as "9 of 10" that no expression of the step gives
//   given    a question whose right choice stands in its heading or was read before
// and excuses that excuse nothing, or give no reason.
std::vector<Problem> strict_problems(const Lesson& lesson, const std::vector<LessonPtr>& before = {});
// Of each model that the lessons open, what its card has measured and none of them cites: a problem a card.
std::vector<Problem> uncited_measures(const std::vector<LessonPtr>& lessons);

}  // namespace headlight
