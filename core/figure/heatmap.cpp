#include "core/figure/heatmap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace headlight {
namespace {

std::size_t place(const Heatmap& map, int row, int column) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(map.columns) +
         static_cast<std::size_t>(column);
}

std::string label_of(const std::vector<std::string>& labels, int index) {
  return labels.empty() ? std::to_string(index) : labels.at(index);
}

}  // namespace

bool operator==(const Scale& a, const Scale& b) {
  return a.ramp == b.ramp && a.low == b.low && a.high == b.high && a.label == b.label &&
         a.high_means.plain() == b.high_means.plain() && a.low_means.plain() == b.low_means.plain();
}

float position_on_scale(const Scale& scale, float value) {
  // In double, because the width of a scale may be more than a float holds.
  const double low = scale.low;
  const double width = static_cast<double>(scale.high) - low;
  if (!(width > 0)) return 0.5f;
  return static_cast<float>(std::clamp((static_cast<double>(value) - low) / width, 0.0, 1.0));
}

Scale symmetric_scale(std::span<const float> values, std::string label) {
  float most = 0;
  for (const float value : values) {
    if (std::isfinite(value)) most = std::max(most, std::fabs(value));
  }
  if (most == 0) most = 1;
  return {.ramp = Ramp::diverging, .low = -most, .high = most, .label = std::move(label)};
}

float Heatmap::value(int row, int column) const { return values[place(*this, row, column)]; }

CellState Heatmap::state(int row, int column) const {
  const CellState stated = states.empty() ? CellState::value : states[place(*this, row, column)];
  const bool minus_infinity = value(row, column) == -std::numeric_limits<float>::infinity();
  return stated == CellState::value && minus_infinity ? CellState::masked : stated;
}

bool Heatmap::is_error(int row, int column) const {
  return state(row, column) == CellState::value && !std::isfinite(value(row, column));
}

std::string Heatmap::row_label(int row) const { return label_of(row_labels, row); }
std::string Heatmap::column_label(int column) const { return label_of(column_labels, column); }

void check(const Heatmap& map) {
  const auto demand = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(std::string("heatmap: ") + what);
  };
  demand(map.rows > 0 && map.columns > 0, "it needs at least one row and one column");
  const std::size_t cells = static_cast<std::size_t>(map.rows) * static_cast<std::size_t>(map.columns);
  demand(map.values.size() == cells, "there are not as many values as cells");
  demand(map.states.empty() || map.states.size() == cells, "there are not as many states as cells");
  demand(map.row_labels.empty() || map.row_labels.size() == static_cast<std::size_t>(map.rows),
         "there are not as many row labels as rows");
  demand(map.column_labels.empty() || map.column_labels.size() == static_cast<std::size_t>(map.columns),
         "there are not as many column labels as columns");
  demand(std::isfinite(map.scale.low) && std::isfinite(map.scale.high) && map.scale.low <= map.scale.high,
         "its scale has no ends");
  const auto inside = [](int index, int size) { return index >= 0 && index < size; };
  demand(!map.focus_row || inside(*map.focus_row, map.rows), "the selected row is outside");
  demand(!map.focus_column || inside(*map.focus_column, map.columns), "the selected column is outside");
  for (const Mark& mark : map.marks) {
    demand(inside(mark.row, map.rows) && inside(mark.column, map.columns), "a marked cell is outside");
  }
}

Rgb cell_colour(const Heatmap& map, int row, int column, Theme theme) {
  return colour_at(colour_map(map.scale.ramp, theme), position_on_scale(map.scale, map.value(row, column)));
}

Heatmap with_axes_swapped(const Heatmap& map) {
  Heatmap turned = map;
  std::swap(turned.rows, turned.columns);
  std::swap(turned.row_labels, turned.column_labels);
  std::swap(turned.row_axis, turned.column_axis);
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      const auto at = static_cast<std::size_t>(column) * map.rows + row;
      turned.values[at] = map.value(row, column);
      if (!turned.states.empty()) turned.states[at] = map.state(row, column);
    }
  }
  return turned;
}

}  // namespace headlight
