#include "app/lessons/lesson.h"

#include <algorithm>

#include "app/lessons/expression.h"
#include "app/lessons/figure.h"
#include "app/lessons/glossary.h"
#include "app/lessons/page.h"
#include "app/session/action.h"
#include "app/session/altitudes.h"
#include "app/session/open_lab.h"
#include "app/session/opening.h"
#include "app/session/results.h"
#include "core/text/say.h"

namespace headlight {
namespace {

class Checker {
 public:
  Checker(const Lesson& lesson, HeldOut held_out, const CheckWatch& watch)
      : lesson_(lesson), held_out_(held_out), watch_(watch) {}

  std::vector<Problem> check(LessonCount& count) {
    int at = 0;
    for (const LessonStep& step : lesson_.steps) {
      if (watch_.before) watch_.before(at++, static_cast<int>(lesson_.steps.size()));
      text_ = step.session_text;
      const ResultsPtr first = shown(step.session, step.session_line);
      ResultsPtr answered = first;
      text_.clear();
      if (step.question && step.answered != step.session) answered = shown(step.answered, step.answered_line);
      if (held_out_ == HeldOut::counted) count_at_once(step, first, answered);
      std::vector<LessonNumber> there;
      for (const LessonNumber& number : step.numbers) {
        if (read(number, number.in_answer ? answered : first)) there.push_back(number);
      }
      if (held_out_ == HeldOut::counted) draw(step, first);
      if (lesson_.any_model && held_out_ == HeldOut::counted) read_on_another(step, there);
      for (const LessonClaim& claim : step.claims) hold(claim, claim.in_answer ? answered : first);
      count.numbers += static_cast<int>(step.numbers.size());
      count.claims += static_cast<int>(step.claims.size());
    }
    std::stable_sort(problems_.begin(), problems_.end(),
                     [](const Problem& a, const Problem& b) { return a.line < b.line; });
    if (problems_.size() > most_problems) problems_.resize(most_problems);
    return std::move(problems_);
  }

 private:
  void problem(int line, const std::string& what) { problems_.push_back({lesson_.file, line, what}); }

  // Null when it could not be computed; then that was the problem.
  ResultsPtr shown(const Session& session, int line) {
    last_ = compute(session, last_, {.begun = {}, .cancel = watch_.cancel, .progress = {}});
    if (watch_.cancel != nullptr && watch_.cancel->requested()) throw CheckCancelled();
    if (const std::string error = error_of(*last_); !error.empty()) {
      problem(line, error);
      return nullptr;
    }
    names(session, *last_, line);
    return last_;
  }

  // A session is clamped to what there is without a word; a lesson's has to fit as it is.
  void names(const Session& session, const Results& results, int line) {
    const Session fit = clamped(session, {results});
    const auto number = [&](const char* field, int asked, int there) {
      if (asked == there) return;
      const std::string name = "\"" + std::string(field) + "\"";
      const std::size_t at = text_.find(name);
      const bool here = at != std::string::npos;
      const auto before = text_.begin() + static_cast<std::ptrdiff_t>(here ? at : 0);
      problem(line + static_cast<int>(std::count(text_.begin(), before, '\n')),
              say(here || text_.empty()
                      ? to_be_said("{name}: {asked} does not exist; the nearest is {there}")
                      : to_be_said(
                            "{name}: {asked} does not exist; the nearest is {there} (this block does not set "
                            "it: the block before the first step does, or it is a default of sessions)"),
                  {{"name", name}, {"asked", std::to_string(asked)}, {"there", std::to_string(there)}}));
    };
    // A step brings the layer and the head that it is of.
    const Session in_place = shown_in_place(session);
    number("layer", in_place.layer, fit.layer);
    number("head", in_place.head, fit.head);
    number("token", session.token, fit.token);
    const auto words = [&](const char* field, const std::vector<int>& asked, const std::vector<int>& there) {
      for (const int word : asked) {
        if (word != fit.token && std::find(there.begin(), there.end(), word) == there.end())
          problem(line, say("\"{field}\": {word} does not exist",
                            {{"field", std::string(field)}, {"word", std::to_string(word)}}));
      }
    };
    words("also_tokens", session.also_tokens, fit.also_tokens);
    words("key_tokens", session.key_tokens, fit.key_tokens);
    number("picture_layer", session.picture_layer, fit.picture_layer);
    number("side", session.side, fit.side);
    const Trace* of_cells = trace_of_cells(fit, results);
    const Trace& trace = results.trace(fit.side) != nullptr ? *results.trace(fit.side) : *results.trace(0);
    // What nobody asked for is what a session begins with; a model without heads has no part of one.
    if (session.step != fit.step && !session.step.empty()) path(trace, "step", session.step, line);
    if (session.part != fit.part && session.part != Session{}.part)
      path(trace, "part", selected_path(session), line);
    if (session.trail != fit.trail) {
      const CellName& gone = session.trail[fit.trail.size()];
      if (!path(of_cells != nullptr ? *of_cells : trace, "trail", gone.path, line)) {
        problem(line, say("\"trail\": {step} has no cell [{row}, {column}]",
                          {{"step", gone.path},
                           {"row", std::to_string(gone.row)},
                           {"column", std::to_string(gone.col)}}));
      }
    }
    for (const SessionEdit& edit : session.edits) {
      const Trace* own = !edit.run                    ? &trace
                         : results.has_run(*edit.run) ? results.runs[*edit.run].trace.get()
                                                      : nullptr;
      if (own == nullptr) {
        problem(line, "\"edits\": there is no second sentence for \"side\": 1");
      } else {
        cell(*own, edit, line);
      }
    }
  }

  // Whether the path was the problem.
  bool path(const Trace& trace, const char* field, const std::string& name, int line) {
    try {
      trace.at(name);
      return false;
    } catch (const std::out_of_range& error) {
      problem(line, "\"" + std::string(field) + "\": " + error.what());
      return true;
    }
  }

  void cell(const Trace& trace, const Edit& edit, int line) {
    if (path(trace, "edits", edit.path, line)) return;
    const Shape shape = trace.tape().node(trace.find(edit.path)).shape;
    const auto there = [](int place, int count) { return place >= 0 && place < count; };
    if (there(edit.row.value_or(0), shape.rows) && there(edit.col.value_or(0), shape.cols) &&
        there(edit.other, shape.cols))
      return;
    problem(line, say("\"edits\": {step} has {rows} rows and {columns} columns, counted from 0",
                      {{"step", edit.path},
                       {"rows", std::to_string(shape.rows)},
                       {"columns", std::to_string(shape.cols)}}));
  }

  // All that a step counts over held-out sentences in one pass.
  static void count_at_once(const LessonStep& step, const ResultsPtr& first, const ResultsPtr& answered) {
    for (const bool in_answer : {false, true}) {
      const ResultsPtr& results = in_answer ? answered : first;
      std::vector<ExpressionPtr> expressions;
      for (const LessonNumber& number : step.numbers) {
        if (number.in_answer == in_answer) expressions.push_back(number.expression);
      }
      for (const LessonClaim& claim : step.claims) {
        if (claim.in_answer == in_answer) expressions.push_back(claim.expression);
      }
      if (results != nullptr) make_counts(expressions, *results);
    }
  }

  bool skips(const LessonExpression& expression, const Results& results) const {
    return held_out_ == HeldOut::skipped && awaits_counts(expression, results);
  }

  // Whether it is there.
  bool read(const LessonNumber& number, const ResultsPtr& results) {
    if (lesson_.any_model && !no_path(number.expression->root(), number.line)) return false;
    if (results == nullptr || skips(*number.expression, *results)) return false;
    try {
      number.expression->text(*results);
      return true;
    } catch (const ExpressionError& error) {
      problem(number.line, error.what());
      return false;
    }
  }

  // In the text of a lesson for any model: a path is that of one model, but for HEAD.
  bool no_path(const ExpressionNode& node, int line) {
    for (const ExpressionNode& part : node.parts) {
      if (!no_path(part, line)) return false;
    }
    if (node.kind != ExpressionNode::Kind::values || node.lab || node.name.find('.') == std::string::npos ||
        node.name.starts_with("HEAD."))
      return true;
    problem(line, say("{path} is a path of one model, but this lesson is for any model; write HEAD for each "
                      "head in turn: average(HEAD.weights[it, animal])",
                      {{"path", node.name}}));
    return false;
  }

  // What another kind of model lacks stands there as not computed: each number is tried on one that reads in
  // the other directions, unless it does not know the words.
  void read_on_another(const LessonStep& step, const std::vector<LessonNumber>& numbers) {
    const Results* own = last_.get();
    if (own == nullptr || own->model == nullptr) return;
    const AttentionHeads* reading = own->model->anatomy().reading();
    const std::string other =
        reading != nullptr && reading->id == Attention::encoder ? "causal" : "translator";
    for (const bool in_answer : {false, true}) {
      if (std::none_of(numbers.begin(), numbers.end(),
                       [&](const LessonNumber& number) { return number.in_answer == in_answer; }))
        continue;
      const Session session = on_model(in_answer ? step.answered : step.session, other);
      others_ = compute(session, others_, {.begun = {}, .cancel = watch_.cancel, .progress = {}});
      if (watch_.cancel != nullptr && watch_.cancel->requested()) throw CheckCancelled();
      if (!error_of(*others_).empty()) continue;
      for (const LessonNumber& number : numbers) {
        if (number.in_answer != in_answer || awaits_counts(*number.expression, *others_)) continue;
        try {
          number.expression->text(*others_);
        } catch (const ExpressionError& error) {
          problem(number.line,
                  say("on the {model} this number does not exist, so “not computed” appears instead: {why}",
                      {{"model", other}, {"why", error.what()}}));
        }
      }
    }
  }

  void draw(const LessonStep& step, const ResultsPtr& results) {
    for (const LessonFigure& figure : step.figures) {
      if (results == nullptr) return;
      const FigureValues values = figure_values(figure, *results);
      if (!values.error.empty()) problem(figure.line, values.error);
    }
  }

  void hold(const LessonClaim& claim, const ResultsPtr& results) {
    if (results == nullptr || skips(*claim.expression, *results)) return;
    try {
      std::string found;
      if (!claim.expression->holds(*results, &found))
        problem(claim.line,
                say("not true: {claim} (found {found})", {{"claim", claim.text}, {"found", found}}));
    } catch (const ExpressionError& error) {
      problem(claim.line, error.what());
    }
  }

  const Lesson& lesson_;
  HeldOut held_out_;
  const CheckWatch& watch_;
  ResultsPtr last_, others_;  // what was computed last: on the lesson's own model, and on another one
  std::string text_;          // of the session block that is checked; empty where there is none
  std::vector<Problem> problems_;
};

constexpr std::size_t most_advised_steps = 9;

// Whether nothing of it is read from anywhere.
bool is_typed(const ExpressionNode& node) {
  if (node.kind == ExpressionNode::Kind::values || node.kind == ExpressionNode::Kind::call) return false;
  return std::all_of(node.parts.begin(), node.parts.end(), is_typed);
}

}  // namespace

std::vector<std::string> strong_words(const LessonStep& step) {
  std::vector<std::string> words;
  for (const Paragraph& paragraph : step.text) {
    for (const Inline& run : paragraph.runs) {
      if (run.kind == Inline::Kind::strong) words.push_back(run.text);
    }
  }
  return words;
}

std::vector<Problem> check_lesson(const Lesson& lesson, LessonCount* count, HeldOut held_out,
                                  const CheckWatch& watch) {
  LessonCount unused;
  return Checker(lesson, held_out, watch).check(count == nullptr ? unused : *count);
}

std::vector<Problem> advice_on(const Lesson& lesson) {
  std::vector<Problem> found;
  const auto advise = [&](int line, const std::string& what) { found.push_back({lesson.file, line, what}); };
  if (lesson.steps.size() > most_advised_steps) {
    advise(lesson.steps[most_advised_steps].line,
           say("{n} steps; a class follows five to nine: make it two lessons",
               {{"n", std::to_string(lesson.steps.size())}}));
  }
  for (const LessonStep& step : lesson.steps) {
    if (step.claims.empty()) advise(step.line, "nothing in this step is checked; add a ```check block");
    for (const LessonNumber& number : step.numbers) {
      if (is_typed(number.expression->root()))
        advise(number.line, "a typed number in braces; write its path in the model, or a word");
    }
    if (lesson.name == first_lesson) continue;  // its strong words are those of the screen
    for (const std::string& term : strong_words(step)) {
      if (shipped_glossary().find(term) == nullptr)
        advise(step.line,
               say("**{word}** is not in the glossary (headlight glossary): use another word, or *emphasis*",
                   {{"word", term}}));
    }
  }
  return found;
}

}  // namespace headlight
