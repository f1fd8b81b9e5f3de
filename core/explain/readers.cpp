#include "core/explain/readers.h"

#include <algorithm>
#include <optional>

namespace headlight {
namespace {

bool reads(const Trace& trace, Cell reader, Cell cell) {
  const std::vector<Cell> cells = trace.tape().explain(reader).cells();
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

// `likely` first, then all others below `count`.
std::vector<int> order(std::vector<int> likely, int count) {
  std::erase_if(likely, [count](int place) { return place < 0 || place >= count; });
  const auto known = static_cast<std::ptrdiff_t>(likely.size());
  for (int place = 0; place < count; ++place) {
    if (std::find(likely.begin(), likely.begin() + known, place) == likely.begin() + known)
      likely.push_back(place);
  }
  return likely;
}

// Whether a row reads none of this input's but its own.
bool reads_row_by_row(const Node& node, int input) {
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i] == input && !node.op->row_by_row(static_cast<int>(i))) return false;
  }
  return true;
}

// Most ops read whole rows or single cells: a few places of a few rows usually tell. The rest is looked
// through only where they do not.
std::optional<Cell> find_reader(const Trace& trace, int node, Cell cell, int row) {
  const Shape shape = trace.tape().node(node).shape;
  std::vector<int> rows = order({row, cell.row}, shape.rows);
  if (reads_row_by_row(trace.tape().node(node), cell.node)) rows = {cell.row};
  const std::vector<int> likely = {cell.col, cell.row};
  for (const int r : rows) {
    for (const int c : likely) {
      if (c < shape.cols && reads(trace, {node, r, c}, cell)) return Cell{node, r, c};
    }
  }
  for (const int r : rows) {
    for (const int c : order(likely, shape.cols)) {
      if (reads(trace, {node, r, c}, cell)) return Cell{node, r, c};
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<Cell> readers(const Trace& trace, Cell cell, int row) {
  std::vector<Cell> found;
  for (int node = cell.node + 1; node < trace.tape().size(); ++node) {
    const std::vector<int>& inputs = trace.tape().node(node).inputs;
    if (std::find(inputs.begin(), inputs.end(), cell.node) == inputs.end()) continue;
    if (const auto reader = find_reader(trace, node, cell, row)) found.push_back(*reader);
  }
  return found;
}

}  // namespace headlight
