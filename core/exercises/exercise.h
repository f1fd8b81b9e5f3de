// Tasks for pencil and paper, made of a step's own numbers: a small part of it, rounded so that it can be
// calculated by hand. Answers are calculated from the numbers that are printed; what the model has itself
// stands beside them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/exercises/work_sheet.h"
#include "core/models/trace.h"

namespace headlight {

// A kind of task.
struct ExerciseKind {
  const char* name;  // "a dot product"
  // A task on a step's row; nothing where the step is of another kind.
  std::optional<SheetTask> (*make)(const Trace& trace, int node, int row);
};
std::span<const ExerciseKind> exercise_kinds();

struct Exercise {
  const ExerciseKind* kind = nullptr;
  SheetTask task;
};

// All tasks on a step, about one of its rows: of the word that asks, or of the next one that gives something
// to calculate. Empty where there is nothing to calculate by hand, and where an edit has put other numbers
// there.
std::vector<Exercise> exercises_of(const Trace& trace, int node, int row);

// What steps of a trace that have tasks are called, the first one with each kind: "query", "score", "weight".
std::vector<std::string> steps_with_exercises(const Trace& trace);

}  // namespace headlight
