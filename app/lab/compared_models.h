// What labs share that put several shipped models side by side.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/lab/lab_work.h"
#include "app/shared/run.h"
#include "core/models/card.h"
#include "core/models/trace.h"

namespace headlight {

struct NamedModel {
  const char* folder;
  const char* name;  // on screen
};

// Of a model by its name; null where it has none: whoever loads the model says what is wrong.
std::shared_ptr<const Card> card_of(const std::string& model);

// The words between spaces.
std::vector<std::string> spaced_words(const std::string& text);

// One of the models that stand side by side, on the text that all of them read: a column on screen, a row in
// tables.
struct ComparedRun {
  struct Word {
    std::string text;
    bool other = false;  // not so in the answer known to be right; where none is known, not so in all of them
  };
  std::string name;  // on screen
  int number = 0;    // among them, from 0: its colour
  Run run;           // without a trace its error says why
  std::vector<Word> written = {};
  bool right = false;        // as an answer known to be right
  std::string verdict = {};  // a sentence on that

  const Trace* trace() const { return run.trace.get(); }
  std::vector<std::string> words() const;
  int others() const;  // how many words are marked
};
inline constexpr std::size_t most_compared = 5;

// The shipped models, without the session's edits; behind them those runs of the session that read the same
// text and have an answer of this kind: by another model, or edited and off the stage. What the stage or
// `before` has is not computed again. Throws LabCancelled, and std::runtime_error, in one line for the stage,
// where no shipped model can read the text.
std::vector<ComparedRun> compared_runs(const LabInput& input, const std::string& text,
                                       std::span<const NamedModel> shipped, AnswerKind answer,
                                       std::vector<const Run*> before);
// Those of the models that a lab found before, for `before`; of none where that is null.
template <typename Study>
std::vector<const Run*> runs_of(const Study* study) {
  std::vector<const Run*> runs;
  if (study != nullptr) {
    for (const ComparedRun& model : study->models) runs.push_back(&model.run);
  }
  return runs;
}

// Marks the words that the nearest of these answers has not; of `all_of_them`, those that one of them has
// not. None of an answer that is right.
void mark_others(ComparedRun& model, std::span<const std::vector<std::string>> answers,
                 bool all_of_them = false);

// What they write, a row each: how many words, and how many of these are marked.
LabTable written_table(const char* name, const char* rows_are, const auto& models) {
  LabTable table{.name = name, .columns = {"words", "words that differ"}, .rows_are = rows_are};
  for (const ComparedRun& model : models) {
    if (model.trace() == nullptr) continue;
    table.row_names.push_back(model.name + ": " + written(*model.trace()));
    table.rows.push_back({static_cast<double>(model.written.size()), static_cast<double>(model.others())});
  }
  return table;
}

// A curve of a card.
struct CardCurve {
  std::string model;  // as it is called beside the curve
  MeasuredCurve curve;
};
// Adds the curve of this name of a model's card, or to `without` one line that says it is not there.
void add_curve(std::vector<CardCurve>& curves, std::vector<std::string>& without, const NamedModel& model,
               const char* name, const char* called);
// A row for each place along which the curves were measured, with how many were measured there (`of`).
LabTable curves_table(const char* name, const std::vector<CardCurve>& curves, const std::string& of);

}  // namespace headlight
