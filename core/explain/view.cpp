#include "core/explain/view.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>

#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

bool is_token_axis(Axis axis) { return info(axis).kind == AxisKind::tokens; }

// Rows that add up to one.
bool is_distribution(const Node& node) { return node.op == softmax(); }

NumberFormat format_of(const Node& node) {
  const bool between_tokens = is_token_axis(node.label.rows) && is_token_axis(node.label.cols);
  if (is_distribution(node)) return between_tokens ? NumberFormat::weight : NumberFormat::probability;
  return between_tokens ? NumberFormat::score : NumberFormat::value;
}

std::string_view scale_label(NumberFormat format) {
  switch (format) {
    case NumberFormat::weight:
      return "weight";
    case NumberFormat::probability:
      return "probability";
    case NumberFormat::score:
      return "score";
    case NumberFormat::value:
      break;
  }
  return "value";
}

// A formula of the table of sites in one line of text: raised and lowered letters as Unicode has them.
std::string in_one_line(std::string_view formula) {
  static constexpr std::pair<std::string_view, std::string_view> signs[] = {
      {"^T", "ᵀ"}, {"_k", "ₖ"}, {"_1", "₁"}, {"_2", "₂"}, {"_0", "₀"}, {"_h", "ₕ"}};
  std::string line(formula);
  for (const auto& [from, to] : signs) {
    for (std::size_t at = line.find(from); at != std::string::npos; at = line.find(from, at + to.size())) {
      line.replace(at, from.size(), to);
    }
  }
  return line;
}

// As the table of sites has it; a softmax of the general layer is of what it was computed from, the scores or
// the scaled scores.
std::string formula_of(const Trace& trace, const Node& node, const Site& site) {
  const bool general = site.family == Family::attention_lab && is_distribution(node);
  const Site* from = general ? site_of(trace.label(node.inputs[0]).path) : nullptr;
  if (from == nullptr) return in_one_line(site.formula);
  return "softmax(" + in_one_line(from->symbol) + ")";
}

RichText title_of(const Trace& trace, const Node& node) {
  const std::string& path = node.label.path;
  const Site* site = site_of(path);
  if (site == nullptr) return path;
  const std::string formula = formula_of(trace, node, *site);
  const std::string symbol = in_one_line(site->symbol);
  return std::vector<TextRun>{
      {place_of(path).part, Role::ink, true},
      {" · " + (symbol == formula ? formula : symbol + " = " + formula), Role::text_2, false}};
}

void mark_masked(Heatmap& map, ConstView values) {
  for (int row = 0; row < map.rows; ++row) {
    for (int col = 0; col < map.columns; ++col) {
      if (!std::isinf(values(row, col)) || values(row, col) > 0) continue;
      // Where a whole row is masked, its weights are no numbers: that is not hidden.
      const std::size_t at = static_cast<std::size_t>(row) * map.columns + col;
      if (!std::isnan(map.values[at])) map.states[at] = CellState::masked;
    }
  }
}

}  // namespace

Heatmap view_of(const Trace& trace, std::string_view path) {
  const int id = trace.at(path);
  const Node& node = trace.tape().node(id);
  const Reading reading = trace.read(id);
  const Shape shape = reading.shape();

  Heatmap map;
  map.title = title_of(trace, node);
  map.path = path;
  map.rows = shape.rows;
  map.columns = shape.cols;
  map.values.assign(reading.view().data, reading.view().data + shape.size());
  map.states.assign(map.values.size(), CellState::value);
  map.row_labels = trace.labels(node.label.rows, shape.rows);
  map.column_labels = trace.labels(node.label.cols, shape.cols);
  map.row_axis = info(node.label.rows).label;
  map.column_axis = info(node.label.cols).label;
  map.format = format_of(node);

  mark_masked(map, reading.view());
  if (is_distribution(node)) {
    // A masked cell's weight is a plain 0: what went into the softmax tells it from a small one.
    mark_masked(map, trace.read(node.inputs[0]).view());
    map.scale = {Ramp::sequential, 0, 1, std::string(scale_label(map.format)), {}, {}};
  } else {
    map.scale = symmetric_scale(map.values, std::string(scale_label(map.format)));
    // Of small scores one decimal would leave nothing.
    if (map.format == NumberFormat::score && map.scale.high < 1) map.format = NumberFormat::value;
  }
  return map;
}

std::vector<int> largest_columns(std::span<const Heatmap> maps, int most) {
  const int count = maps.front().columns;
  std::vector<std::vector<int>> orders;  // of each row, its columns from the largest down
  for (const Heatmap& map : maps) {
    for (int row = 0; row < map.rows; ++row) {
      std::vector<int>& order = orders.emplace_back(count);
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(),
                       [&](int a, int b) { return map.value(row, a) > map.value(row, b); });
    }
  }
  std::set<int> chosen;
  for (int rank = 0; rank < count; ++rank) {
    for (const std::vector<int>& order : orders) {
      if (rank == 0 || static_cast<int>(chosen.size()) < most) chosen.insert(order[rank]);
    }
  }
  return {chosen.begin(), chosen.end()};
}

Heatmap with_columns(const Heatmap& map, std::span<const int> columns) {
  Heatmap narrow = map;
  narrow.columns = static_cast<int>(columns.size());
  narrow.values.clear();
  narrow.states.clear();
  narrow.column_labels.clear();
  narrow.focus_column.reset();
  narrow.marks.clear();
  for (const int column : columns) narrow.column_labels.push_back(map.column_label(column));
  for (int row = 0; row < map.rows; ++row) {
    for (const int column : columns) {
      narrow.values.push_back(map.value(row, column));
      narrow.states.push_back(map.state(row, column));
    }
  }
  return narrow;
}

}  // namespace headlight
