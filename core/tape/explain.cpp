// Values computed again, and what a cell was made from: the tape stays as it is.
#include <ranges>
#include <stdexcept>

#include "core/tape/tape.h"

namespace headlight {

Matrix Tape::recomputed(int id) const { return recomputed(id, 0, nodes_.at(id).shape.rows); }

Matrix Tape::recomputed(int id, int first, int count) const {
  const Node& made = nodes_.at(id);
  if (first < 0 || count < 0 || first > made.shape.rows - count) {
    throw std::out_of_range(made.label.path + ": no rows " + std::to_string(first) + " to " +
                            std::to_string(Eigen::Index{first} + count - 1) + " in " + to_string(made.shape));
  }
  Matrix rows(count, made.shape.cols);
  compute_rows(id, first, view(rows));
  return rows;
}

// The rows of the value that begin with `first`, as many as `out` has.
void Tape::compute_rows(int id, int first, View out) const {
  const Node& made = nodes_[id];
  const int count = out.shape.rows;
  if (holds(id)) {
    out.map() = held(id).rows(first, count).map();
    return;
  }
  std::vector<Buffer> computed;
  std::vector<ConstView> inputs;
  ConstView passed;  // the same rows of the first input
  if (made.op) {
    for (std::size_t i = 0; i < made.inputs.size(); ++i) {
      const int input = made.inputs[i];
      const Shape shape = nodes_[input].shape;
      const bool same_rows = made.op->row_by_row(static_cast<int>(i));
      const int from = same_rows ? first : 0;
      const Shape wanted{same_rows ? count : shape.rows, shape.cols};
      if (holds(input)) {
        inputs.push_back(held(input).rows(from, wanted.rows));
      } else {
        const View rows{computed.emplace_back(wanted.size()).get(), wanted};
        compute_rows(input, from, rows);
        inputs.push_back(rows);
      }
      if (i == 0 && shape == made.shape) passed = same_rows ? inputs[0] : inputs[0].rows(first, count);
    }
    made.op->forward({inputs, out, noise_ + static_cast<std::uint32_t>(id), first});
  } else {
    out.map() = own(id).rows(first, count).map();
  }
  for (const Edit& edit : edits_) {
    if (edit.path == made.label.path) apply(edit, out, passed, first);
  }
}

Expression Tape::explain(Cell cell) const {
  const Node& made = nodes_.at(cell.node);
  if (cell.row < 0 || cell.col < 0 || cell.row >= made.shape.rows || cell.col >= made.shape.cols) {
    throw std::out_of_range(made.label.path + ": no cell [" + std::to_string(cell.row) + ", " +
                            std::to_string(cell.col) + "] in " + to_string(made.shape));
  }
  const auto number = [&] { return Expression::number(recomputed(cell.node, cell.row, 1)(0, cell.col)); };
  for (const Edit& edit : std::views::reverse(edits_)) {
    if (edit.path != made.label.path || !touches(edit, made.shape, cell.row, cell.col)) continue;
    const bool passed =
        edit.kind == Edit::Kind::pass && !made.inputs.empty() && nodes_[made.inputs[0]].shape == made.shape;
    return passed ? Expression::cell(made.inputs[0], cell.row, cell.col) : number();
  }
  if (!made.op) return number();
  std::vector<Matrix> dropped;
  dropped.reserve(made.inputs.size());
  std::vector<ConstView> views;
  for (std::size_t i = 0; i < made.inputs.size(); ++i) {
    const int input = made.inputs[i];
    if (holds(input)) {
      views.push_back(held(input));
    } else if (made.op->explained_by(static_cast<int>(i))) {
      views.push_back(view(dropped.emplace_back(recomputed(input))));
    } else {
      views.push_back({nullptr, nodes_[input].shape});
    }
  }
  return made.op->explain(views, cell.row, cell.col, noise_ + static_cast<std::uint32_t>(cell.node))
      .over(made.inputs);
}

}  // namespace headlight
