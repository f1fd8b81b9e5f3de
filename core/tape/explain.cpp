// Values computed again, and what a cell was made from: the tape stays as it is.
#include <ranges>
#include <stdexcept>

#include "core/tape/tape.h"

namespace headlight {

Matrix Tape::recomputed(int id) const {
  if (holds(id)) return held(id).map();
  std::vector<Matrix> inputs;
  std::vector<ConstView> views;
  inputs.reserve(nodes_[id].inputs.size());
  views.reserve(nodes_[id].inputs.size());
  for (const int input : nodes_[id].inputs) inputs.push_back(recomputed(input));
  for (const Matrix& input : inputs) views.push_back(view(input));
  Matrix out = Matrix::Zero(nodes_[id].shape.rows, nodes_[id].shape.cols);
  nodes_[id].op->forward({views, view(out), noise_ + static_cast<std::uint32_t>(id)});
  for (const Edit& edit : edits_) {
    if (edit.path == nodes_[id].label.path) apply(edit, view(out), views.empty() ? ConstView{} : views[0]);
  }
  return out;
}

Expression Tape::explain(Cell cell) const {
  const Node& made = nodes_.at(cell.node);
  if (cell.row < 0 || cell.col < 0 || cell.row >= made.shape.rows || cell.col >= made.shape.cols) {
    throw std::out_of_range(made.label.path + ": no cell [" + std::to_string(cell.row) + ", " +
                            std::to_string(cell.col) + "] in " + to_string(made.shape));
  }
  const auto own = [&] { return recomputed(cell.node)(cell.row, cell.col); };
  for (const Edit& edit : std::views::reverse(edits_)) {
    if (edit.path != made.label.path || !touches(edit, made.shape, cell.row, cell.col)) continue;
    const bool passed =
        edit.kind == Edit::Kind::pass && !made.inputs.empty() && nodes_[made.inputs[0]].shape == made.shape;
    return passed ? Expression::cell(made.inputs[0], cell.row, cell.col) : Expression::number(own());
  }
  if (!made.op) return Expression::number(own());
  std::vector<Matrix> dropped;
  dropped.reserve(made.inputs.size());
  std::vector<ConstView> views;
  for (const int input : made.inputs) {
    views.push_back(holds(input) ? held(input) : view(dropped.emplace_back(recomputed(input))));
  }
  return made.op->explain(views, cell.row, cell.col, noise_ + static_cast<std::uint32_t>(cell.node))
      .with_cells([&](Cell source) {
        return Cell{made.inputs[source.node], source.row, source.col};
      });
}

}  // namespace headlight
