#include "app/lessons/lesson.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "app/lessons/blocks.h"
#include "app/lessons/figure.h"
#include "app/lessons/markdown.h"
#include "app/session/opening.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> found;
  std::string word;
  for (const char c : text + " ") {
    if (c != ' ' && c != ',' && c != '\n' && c != '\t') {
      word += c;
    } else if (!word.empty()) {
      found.push_back(std::move(word));
      word.clear();
    }
  }
  return found;
}

class Reader {
 public:
  Reader(const std::string& file, std::vector<Problem>& problems) : problems_(problems) {
    lesson_.file = file;
    lesson_.name = lesson_name(file);
    start_ = opening_session(Session{}.model);
  }

  Lesson read(std::string text) {
    if (text.starts_with("\uFEFF")) text.erase(0, 3);  // what some editors put in front
    take_comments(text);
    for (const MarkdownBlock& block : parse_markdown(text, lesson_.file, 1, problems_)) add(block);
    if (!problems_.empty()) return std::move(lesson_);
    if (lesson_.title.empty()) problem(1, "the lesson has no title; begin it with \"# Title\"");
    if (lesson_.summary.empty()) problem(1, "the lesson has no summary; write one sentence under its title");
    if (lesson_.steps.empty()) problem(1, "the lesson has no steps; begin each with \"## Its heading\"");
    return std::move(lesson_);
  }

 private:
  void problem(int line, const std::string& what) { problems_.push_back({lesson_.file, line, what}); }
  LessonStep* step() { return lesson_.steps.empty() ? nullptr : &lesson_.steps.back(); }

  // Blanks in place of all that stands in <!-- -->, so that every line keeps its number.
  void take_comments(std::string& text) {
    constexpr std::string_view opens = "<!--", closes = "-->";
    int line = 1;
    std::size_t counted = 0;
    for (std::size_t from = text.find(opens); from != std::string::npos; from = text.find(opens, from)) {
      line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                          text.begin() + static_cast<std::ptrdiff_t>(from), '\n'));
      counted = from;
      const std::size_t to = text.find(closes, from + opens.size());
      if (to == std::string::npos)
        return problem(line, "the comment that begins with \"<!--\" is not closed; write \"-->\" after it");
      const std::string inside = text.substr(from + opens.size(), to - from - opens.size());
      const std::size_t colon = std::min(inside.find(':'), inside.size());
      const std::string reason = colon == inside.size() ? "" : inside.substr(colon + 1);
      lesson_.excuses.push_back(
          {std::string(trimmed(inside.substr(0, colon))), std::string(trimmed(reason)), line});
      for (std::size_t at = from; at < to + closes.size(); ++at) {
        if (text[at] != '\n') text[at] = ' ';
      }
    }
  }

  void add(const MarkdownBlock& block) {
    switch (block.kind) {
      case MarkdownBlock::Kind::heading:
        return heading(block);
      case MarkdownBlock::Kind::fence:
        return fence(block);
      case MarkdownBlock::Kind::paragraph:
        break;
    }
    if (step() == nullptr) return summary(block);
    if (step()->question)
      return problem(block.line, "there is text after the question of the step; move it before the question");
    step()->text.push_back(paragraph_of(block, *step(), false, lesson_.file, problems_, sentences_));
  }

  void heading(const MarkdownBlock& block) {
    std::string text;
    for (const MarkdownInline& run : block.runs) text += run.text;
    if (block.level == 1) {
      if (!lesson_.title.empty()) problem(block.line, "a second title; a step begins with ## instead of #");
      lesson_.title = text;
      limit(block.line, "title", text);
      return;
    }
    if (block.level > 2)
      return problem(block.line, "a heading with ### is not used in lessons; ## begins a step");
    if (text.empty()) return problem(block.line, "the step has no heading; write one after ##");
    limit(block.line, "heading", text);
    if (lesson_.steps.size() >= most_steps) {
      return problem(block.line, say("a lesson has at most {n} steps; write a second one",
                                     {{"n", std::to_string(most_steps)}}));
    }
    LessonStep& added = lesson_.steps.emplace_back();
    added.title = text;
    added.line = added.session_line = added.answered_line = block.line;
    added.session = added.answered = start_;
  }

  // What has one line on screen.
  void limit(int line, const std::string& what, const std::string& text) {
    if (text.size() <= longest_title) return;
    problem(
        line,
        say("this {what} has {n} bytes, but at most {most} can be shown; put the rest into the text",
            {{"what", what}, {"n", std::to_string(text.size())}, {"most", std::to_string(longest_title)}}));
  }

  void summary(const MarkdownBlock& block) {
    if (lesson_.title.empty())
      return problem(block.line, "there is text before the title; begin with \"# Title\"");
    if (!lesson_.summary.empty()) {
      return problem(block.line,
                     "a second paragraph before the first step; begin a step with \"## Its heading\"");
    }
    LessonStep none;
    lesson_.summary = paragraph_of(block, none, false, lesson_.file, problems_).runs;
    if (!none.numbers.empty()) problem(block.line, "the summary cannot have numbers; put them into a step");
  }

  void fence(const MarkdownBlock& block) {
    const std::vector<std::string> info = words(block.info);
    const std::string kind = info.empty() ? "" : info[0];
    if (kind == "rows") {
      lesson_.rows = words(block.text);
    } else if (kind == "find") {
      asked(block);
    } else if (kind == "session") {
      session(block);
    } else if (kind == "sentences") {
      sentences_ = read_sentences(block, lesson_.file, problems_);
    } else if (step() == nullptr) {
      problem(block.line,
              "before the first step there can only be ```rows, ```find, ```session and ```sentences; begin "
              "a step with ##");
    } else if (kind == "question") {
      if (step()->question)
        return problem(block.line, "a second question in one step; begin another step with ##");
      read_question(block, *step(), lesson_.file, problems_, sentences_);
    } else if (kind == "curve" || kind == "heads") {
      figure(block, kind == "curve" ? LessonFigure::Kind::curve : LessonFigure::Kind::heads);
    } else if (kind == "teacher") {
      read_note(block, *step(), lesson_.file, problems_, sentences_);
    } else if (kind == "check") {
      claims(block, info.size() > 1 && info[1] == "answer");
    } else {
      problem(block.line, say("```{kind} is not known; there are ```session, ```question, ```check, "
                              "```curve, ```heads, ```sentences, ```teacher, ```rows and ```find",
                              {{"kind", shortened(kind)}}));
    }
  }

  void asked(const MarkdownBlock& block) {
    std::vector<std::string>& asked = step() == nullptr ? lesson_.asked : step()->asked;
    for (std::size_t from = 0; from < block.text.size();) {
      const std::size_t to = std::min(block.text.find('\n', from), block.text.size());
      const std::string line(trimmed(block.text.substr(from, to - from)));
      from = to + 1;
      if (line.empty()) continue;
      limit(block.line, "question", line);
      asked.push_back(line);
    }
    if (asked.size() > most_asked)
      problem(block.line, say("a lesson or a step is asked for in at most {n} ways",
                              {{"n", std::to_string(most_asked)}}));
  }

  void session(const MarkdownBlock& block) {
    if (step() != nullptr && step()->question)
      return problem(block.line, "the session comes after the question; move it before the question");
    const SessionOf of = step() == nullptr ? SessionOf::lesson : SessionOf::step;
    const SessionBlock read = read_session_block(block.text, start_, of, lesson_.file, block.line, problems_);
    if (step() == nullptr) {
      start_ = read.session;
      lesson_.any_model |= read.any_model;
      return;
    }
    step()->session = step()->answered = read.session;
    if (read.dial) step()->dial = read.dial;
    if (lesson_.any_model && !step()->session.edits.empty())
      problem(block.line, "a lesson for any model cannot have edits: their paths belong to one model");
    step()->session_text = block.text;
    step()->session_line = step()->answered_line = block.line;
  }

  void figure(const MarkdownBlock& block, LessonFigure::Kind kind) {
    if (lesson_.any_model)
      return problem(block.line,
                     "a lesson for any model cannot have figures: their paths belong to one model");
    if (step()->figures.size() >= most_figures) {
      return problem(block.line,
                     say("a step has at most {n} figures", {{"n", std::to_string(most_figures)}}));
    }
    if (std::optional<LessonFigure> made =
            read_figure(block, kind, step()->session, sentences_, lesson_.file, problems_))
      step()->figures.push_back(std::move(*made));
  }

  void claims(const MarkdownBlock& block, bool in_answer) {
    int line = block.line;
    std::size_t begin = 0;
    while (begin < block.text.size()) {
      const std::size_t end = std::min(block.text.find('\n', begin), block.text.size());
      const std::string text = block.text.substr(begin, end - begin);
      begin = end + 1;
      if (!words(text).empty()) claim(text, in_answer, line);
      ++line;
    }
  }

  void claim(const std::string& text, bool in_answer, int line) {
    if (step()->claims.size() >= most_numbers) {
      return problem(line, say("a step has at most {n} checks; begin another step with ##",
                               {{"n", std::to_string(most_numbers)}}));
    }
    try {
      const ExpressionPtr expression = LessonExpression::parse(text, sentences_);
      if (!expression->is_comparison())
        return problem(line, "a check compares: write for example path[row, column] > 0.8");
      step()->claims.push_back({expression, text, in_answer, line});
    } catch (const ExpressionError& error) {
      problem(line, error.what());
    }
  }

  Lesson lesson_;
  Session start_;
  OwnSentencesPtr sentences_;  // of the last ```sentences block
  std::vector<Problem>& problems_;
};

}  // namespace

std::string lesson_name(const std::string& file) {
  const std::string stem = std::filesystem::path(file).stem().string();
  const std::size_t first = stem.find_first_not_of("0123456789-");
  return first == std::string::npos ? stem : stem.substr(first);
}

std::string to_string(const Problem& problem) {
  return problem.file + ":" + std::to_string(problem.line) + ": " + problem.what;
}

Lesson parse_lesson(const std::string& text, const std::string& file, std::vector<Problem>& problems) {
  Lesson lesson = Reader(file, problems).read(text);
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Problem& a, const Problem& b) { return a.line < b.line; });
  if (problems.size() > most_problems) problems.resize(most_problems);
  return lesson;
}

std::string plain_text(const std::vector<Inline>& runs) {
  std::string text;
  for (const Inline& run : runs) text += run.text;
  return text;
}

}  // namespace headlight
