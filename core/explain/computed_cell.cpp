#include "core/explain/computed_cell.h"

#include <algorithm>
#include <ranges>
#include <utility>
#include <vector>

namespace headlight {
namespace {

// Those of a node that put a number of their own into cells, or pass one on; the last one decides.
std::vector<const Edit*> edits_of(const Tape& tape, int node) {
  std::vector<const Edit*> own;
  for (const Edit& edit : std::views::reverse(tape.edits())) {
    if (edit.path == tape.node(node).label.path) own.push_back(&edit);
  }
  return own;
}

bool sets_all(const Edit& edit, Shape shape) {
  return needs_values(edit.kind) && !edit.row && !edit.col && touches(edit, shape, 0, 0);
}

}  // namespace

std::optional<ComputedCell> computed_cell(const Tape& tape, int node, bool last) {
  const Shape shape = tape.node(node).shape;
  const std::vector<const Edit*> edits = edits_of(tape, node);
  // Else every cell would be computed again to find a number in it.
  if (!edits.empty() && sets_all(*edits.front(), shape)) return std::nullopt;
  for (Eigen::Index i = 0; i < shape.size(); ++i) {
    const Eigen::Index place = last ? shape.size() - 1 - i : i;
    const int row = static_cast<int>(place / shape.cols);
    const int column = static_cast<int>(place % shape.cols);
    const auto set = std::find_if(edits.begin(), edits.end(),
                                  [&](const Edit* edit) { return touches(*edit, shape, row, column); });
    if (set != edits.end() && (*set)->kind != Edit::Kind::pass) continue;
    Expression formula = tape.explain({node, row, column});
    if (formula.kind() != Expression::Kind::number) return ComputedCell{row, column, std::move(formula)};
  }
  return std::nullopt;
}

}  // namespace headlight
