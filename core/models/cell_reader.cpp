#include "core/models/cell_reader.h"

#include <algorithm>

namespace headlight {

double CellReader::operator()(Cell cell) {
  const Rows& rows = rows_with(cell);
  return static_cast<double>(rows.values(cell.row - rows.first, cell.col));
}

const CellReader::Rows& CellReader::rows_with(Cell cell) {
  if (last_ < kept_.size() && kept_[last_].has(cell)) return kept_[last_];
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [cell](const Rows& each) { return each.has(cell); });
  last_ = static_cast<std::size_t>(found - kept_.begin());
  if (found != kept_.end()) return *found;
  const bool whole =
      trace_->tape().holds(cell.node) ||
      std::any_of(kept_.begin(), kept_.end(), [cell](const Rows& each) { return each.node == cell.node; });
  if (whole) return kept_.emplace_back(Rows{cell.node, 0, trace_->read(cell.node)});
  return kept_.emplace_back(Rows{cell.node, cell.row, trace_->rows(cell.node, cell.row, 1)});
}

}  // namespace headlight
