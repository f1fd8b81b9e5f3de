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

NodeChange change_of(ConstView before, ConstView after) {
  const int rows = std::min(before.shape.rows, after.shape.rows);
  const int cols = std::min(before.shape.cols, after.shape.cols);
  NodeChange change;
  change.cells = rows * cols;
  double moved = 0;
  double stood = 0;
  bool torn = false;
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      const float a = before(row, col);
      const float b = after(row, col);
      if (std::isfinite(a)) stood += static_cast<double>(a) * a;
      if (!differs(a, b)) continue;
      ++change.changed;
      if (!std::isfinite(a) || !std::isfinite(b)) {
        torn = true;
        continue;
      }
      const double by = static_cast<double>(b) - a;
      moved += by * by;
      change.largest = std::max(change.largest, static_cast<float>(std::fabs(by)));
    }
  }
  if (torn || (moved > 0 && stood == 0)) {
    change.relative = std::numeric_limits<float>::infinity();
  } else if (moved > 0) {
    change.relative = static_cast<float>(std::sqrt(moved / stood));
  }
  return change;
}

std::vector<NodeChange> ripple(const Trace& before, const Trace& after) {
  std::vector<NodeChange> changes;
  changes.reserve(after.steps().size());
  for (const int step : after.steps()) {
    const int own = before.find(after.label(step).path);
    changes.push_back(own < 0 ? NodeChange{} : change_of(before.read(own).view(), after.read(step).view()));
  }
  return changes;
}

}  // namespace headlight
