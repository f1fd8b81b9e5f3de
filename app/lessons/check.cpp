#include "app/lessons/check.h"

#include <algorithm>

#include "app/lessons/held_out.h"
#include "app/session/action.h"
#include "app/session/document.h"
#include "app/session/open_lab.h"
#include "app/session/session_figure.h"
#include "app/session/world.h"

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
      const DocumentPtr first = shown(step.session, step.session_line);
      DocumentPtr answered = first;
      if (step.question && step.answered != step.session) answered = shown(step.answered, step.answered_line);
      if (held_out_ == HeldOut::counted) count_at_once(step, first, answered);
      for (const LessonNumber& number : step.numbers) read(number, number.in_answer ? answered : first);
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
  DocumentPtr shown(const Session& session, int line) {
    last_ = compute(session, last_, {.begun = {}, .cancel = watch_.cancel, .progress = {}});
    if (watch_.cancel != nullptr && watch_.cancel->requested()) throw CheckCancelled();
    if (const std::string error = error_of(*last_); !error.empty()) {
      problem(line, error);
      return nullptr;
    }
    names(session, *last_, line);
    return last_;
  }

  // A session is fitted to what there is without a word; a lesson's has to fit as it is.
  void names(const Session& session, const Document& document, int line) {
    const Session fit = fitted(session, {document});
    const auto number = [&](const char* field, int asked, int there) {
      if (asked == there) return;
      problem(line, "\"" + std::string(field) + "\": " + std::to_string(asked) +
                        " is not there; the nearest is " + std::to_string(there));
    };
    number("layer", session.layer, fit.layer);
    number("head", session.head, fit.head);
    number("token", session.token, fit.token);
    number("side", session.side, fit.side);
    const Trace* of_cells = trace_of_cells(fit, document);
    const Trace& trace = document.trace(fit.side) != nullptr ? *document.trace(fit.side) : *document.trace(0);
    // What nobody asked for is what a session begins with; a model without heads has no part of one.
    if (session.step != fit.step && !session.step.empty()) path(trace, "step", session.step, line);
    if (session.part != fit.part && session.part != Session{}.part)
      path(trace, "part", selected_path(session), line);
    if (session.trail != fit.trail) {
      const CellName& gone = session.trail[fit.trail.size()];
      if (!path(of_cells != nullptr ? *of_cells : trace, "trail", gone.path, line)) {
        problem(line, "\"trail\": " + gone.path + " has no cell [" + std::to_string(gone.row) + ", " +
                          std::to_string(gone.col) + "]");
      }
    }
    for (const SessionEdit& edit : session.edits) {
      const Trace* own = edit.side ? document.trace(*edit.side) : &trace;
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
    problem(line, "\"edits\": " + edit.path + " has " + std::to_string(shape.rows) + " rows and " +
                      std::to_string(shape.cols) + " columns, counted from 0");
  }

  // All that a step counts over held-out sentences in one pass.
  static void count_at_once(const LessonStep& step, const DocumentPtr& first, const DocumentPtr& answered) {
    for (const bool in_answer : {false, true}) {
      const DocumentPtr& document = in_answer ? answered : first;
      std::vector<QuotePtr> quotes;
      for (const LessonNumber& number : step.numbers) {
        if (number.in_answer == in_answer) quotes.push_back(number.quote);
      }
      for (const LessonClaim& claim : step.claims) {
        if (claim.in_answer == in_answer) quotes.push_back(claim.quote);
      }
      if (document != nullptr) make_counts(quotes, *document);
    }
  }

  bool skips(const Quote& quote, const Document& document) const {
    return held_out_ == HeldOut::skipped && awaits_counts(quote, document);
  }

  void read(const LessonNumber& number, const DocumentPtr& document) {
    if (document == nullptr || skips(*number.quote, *document)) return;
    try {
      number.quote->text(*document);
    } catch (const QuoteError& error) {
      problem(number.line, error.what());
    }
  }

  void hold(const LessonClaim& claim, const DocumentPtr& document) {
    if (document == nullptr || skips(*claim.quote, *document)) return;
    try {
      std::string found;
      if (!claim.quote->holds(*document, &found))
        problem(claim.line, "not true: " + claim.text + " (found " + found + ")");
    } catch (const QuoteError& error) {
      problem(claim.line, error.what());
    }
  }

  const Lesson& lesson_;
  HeldOut held_out_;
  const CheckWatch& watch_;
  DocumentPtr last_;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<Problem> check_lesson(const Lesson& lesson, LessonCount* count, HeldOut held_out,
                                  const CheckWatch& watch) {
  LessonCount unused;
  return Checker(lesson, held_out, watch).check(count == nullptr ? unused : *count);
}

}  // namespace headlight
