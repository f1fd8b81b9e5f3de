#include "core/exercises/exercise.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/exercises/parts.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

constexpr std::array exercise_table{ExerciseKind{"a dot product", exercises::dot_product},
                                    ExerciseKind{"one number of a product", exercises::number_of_product},
                                    ExerciseKind{"scaling", exercises::scaling},
                                    ExerciseKind{"a mask", exercises::masking},
                                    ExerciseKind{"softmax", exercises::softmax_of_row},
                                    ExerciseKind{"a weighted sum", exercises::weighted_sum},
                                    ExerciseKind{"a sum", exercises::sum_of_two},
                                    ExerciseKind{"a product", exercises::product_of_two},
                                    ExerciseKind{"ReLU", exercises::not_negative},
                                    ExerciseKind{"mean and standard deviation", exercises::mean_and_spread},
                                    ExerciseKind{"normalization", exercises::normalization},
                                    ExerciseKind{"a position", exercises::position},
                                    ExerciseKind{"counting", exercises::counting}};

bool is_edited(const Trace& trace, int node) {
  const std::vector<Edit>& edits = trace.tape().edits();
  return std::any_of(edits.begin(), edits.end(),
                     [&](const Edit& edit) { return edit.path == trace.label(node).path; });
}

}  // namespace

std::span<const ExerciseKind> exercise_kinds() { return exercise_table; }

std::vector<Exercise> exercises_of(const Trace& trace, int node, int row) {
  std::vector<Exercise> found;
  const Node& about = trace.tape().node(node);
  if (is_edited(trace, node) || about.shape.size() == 0) return found;
  // What was made at each time, one below the other: the row is a step of its own.
  if (about.op == stack() && std::ssize(about.inputs) == about.shape.rows)
    return exercises_of(trace, about.inputs[std::clamp(row, 0, about.shape.rows - 1)], 0);
  for (const ExerciseKind& kind : exercise_table) {
    try {
      std::optional<SheetTask> task = kind.make(trace, node, std::clamp(row, 0, about.shape.rows - 1));
      // Of a word that may look at itself alone there is nothing to calculate: the last one sees most.
      if (!task) task = kind.make(trace, node, about.shape.rows - 1);
      if (task) found.push_back({&kind, std::move(*task)});
    } catch (const std::domain_error&) {
      // Numbers that cannot be calculated with: there is no such task.
    }
  }
  return found;
}

std::vector<std::string> steps_with_exercises(const Trace& trace) {
  std::vector<std::string> names;
  std::set<std::string_view> asked;
  std::set<const ExerciseKind*> had;
  for (const int node : trace.steps()) {
    const Site* site = site_of(trace.label(node).path);
    if (site == nullptr || !asked.insert(site->part).second) continue;
    bool is_new = false;
    for (const Exercise& exercise : exercises_of(trace, node, 0))
      is_new = had.insert(exercise.kind).second || is_new;
    if (is_new && std::find(names.begin(), names.end(), site->noun) == names.end())
      names.emplace_back(site->noun);
  }
  return names;
}

}  // namespace headlight
