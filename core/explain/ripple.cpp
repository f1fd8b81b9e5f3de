#include "core/explain/ripple.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

bool differs(float before, float after) {
  if (!std::isfinite(before) || !std::isfinite(after)) {
    const bool same = before == after || (std::isnan(before) && std::isnan(after));
    return !same;
  }
  const float larger = std::max(std::fabs(before), std::fabs(after));
  return std::fabs(after - before) > std::max(1e-6F, 1e-5F * larger);
}

namespace {

// Sums over the rows compared so far.
struct CellsCompared {
  NodeChange change;
  double moved = 0;
  double stood = 0;
  bool torn = false;

  void add(float before, float after) {
    if (std::isfinite(before)) stood += static_cast<double>(before) * before;
    if (!differs(before, after)) return;
    ++change.changed;
    if (!std::isfinite(before) || !std::isfinite(after)) {
      torn = true;
      return;
    }
    const double by = static_cast<double>(after) - before;
    moved += by * by;
    change.largest = std::max(change.largest, static_cast<float>(std::fabs(by)));
  }
};

using FloatRow = Eigen::Map<const Eigen::ArrayXf>;

// The same at once for many numbers that are finite.
void add_row(CellsCompared& all, const FloatRow& before, const FloatRow& after) {
  const auto by = after - before;
  const auto counts = by.abs() > (before.abs().max(after.abs()) * 1e-5F).max(1e-6F);
  const auto changed = static_cast<int>(counts.count());
  all.stood += before.cast<double>().square().sum();
  if (changed == 0) return;
  all.change.changed += changed;
  const Eigen::ArrayXf moved = counts.select(by, 0.0F);
  all.moved += moved.cast<double>().square().sum();
  all.change.largest = std::max(all.change.largest, moved.abs().maxCoeff());
}

}  // namespace

NodeChange change_of(ConstView before, ConstView after) {
  const int rows = std::min(before.shape.rows, after.shape.rows);
  const int cols = std::min(before.shape.cols, after.shape.cols);
  CellsCompared all;
  all.change.cells = rows * cols;
  for (int row = 0; row < rows; ++row) {
    const FloatRow was(before.rows(row, 1).data, cols);
    const FloatRow now(after.rows(row, 1).data, cols);
    if (std::isfinite(was.sum()) && std::isfinite(now.sum())) {
      add_row(all, was, now);
    } else {
      for (int col = 0; col < cols; ++col) all.add(was(col), now(col));
    }
  }
  NodeChange& change = all.change;
  if (all.torn || (all.moved > 0 && all.stood == 0)) {
    change.relative = std::numeric_limits<float>::infinity();
  } else if (all.moved > 0) {
    change.relative = static_cast<float>(std::sqrt(all.moved / all.stood));
  }
  return change;
}

namespace {

// Two tapes gone through in order. What they dropped is computed again step by step, in forks that are let go
// in the end, and only where it may have changed.
class SideBySide {
 public:
  SideBySide(const Trace& before, const Trace& after)
      : was_(before.tape().fork()), now_(after.tape().fork()) {
    for (int id = 0; id < now_.size(); ++id) own_.push_back(before.find(now_.node(id).label.path));
  }

  // Of the nodes in their order, each once.
  NodeChange change(int id) {
    const int own = own_[id];
    same_.resize(static_cast<std::size_t>(id) + 1, false);
    if (own < 0) return {};
    same_.back() = is_same(id, own);
    if (same_.back()) return {.cells = static_cast<int>(now_.node(id).shape.size())};
    was_.bring_back(own);
    now_.bring_back(id);
    return change_of(was_.value(own), now_.value(id));
  }

 private:
  // Known without a look at the cells: one memory, or made alike of what is the same.
  bool is_same(int id, int own) const {
    const Node& made = now_.node(id);
    const Node& was = was_.node(own);
    if (now_.holds(id) && was_.holds(own))
      return made.shape == was.shape && now_.value(id).data == was_.value(own).data;
    if (now_.holds(id) || was_.holds(own) || made.op != was.op || made.inputs.size() != was.inputs.size() ||
        edits_of(now_, made) != edits_of(was_, was))
      return false;
    for (std::size_t i = 0; i < made.inputs.size(); ++i) {
      const auto input = static_cast<std::size_t>(made.inputs[i]);
      if (own_[input] != was.inputs[i] || !same_[input]) return false;
    }
    return true;
  }

  static std::vector<Edit> edits_of(const Tape& tape, const Node& node) {
    std::vector<Edit> own;
    for (const Edit& edit : tape.edits()) {
      if (edit.path == node.label.path) own.push_back(edit);
    }
    return own;
  }

  Tape was_, now_;
  std::vector<int> own_;    // of each node now its place before; -1 for none
  std::vector<bool> same_;  // of each node so far
};

}  // namespace

std::vector<NodeChange> ripple(const Trace& before, const Trace& after) {
  SideBySide both(before, after);
  std::vector<NodeChange> changes;
  changes.reserve(after.steps().size());
  for (int id = 0; id < after.tape().size(); ++id) {
    const NodeChange change = both.change(id);
    if (after.tape().node(id).kind != Node::Kind::parameter) changes.push_back(change);
  }
  return changes;
}

}  // namespace headlight
