// Reads a trace cell by cell, as formulas do.
#pragma once

#include <vector>

#include "core/models/trace.h"

namespace headlight {

// Keeps what had to be computed again: the row of the first cell, and of the second row that is asked for on
// the whole value, because a formula that goes down a column wants all of it. The trace must outlive it.
class CellReader {
 public:
  explicit CellReader(const Trace& trace) : trace_(&trace) {}
  double operator()(Cell cell);

 private:
  struct Rows {
    int node = 0;
    int first = 0;
    Reading values;
    bool has(Cell cell) const {
      return cell.node == node && cell.row >= first && cell.row - first < values.shape().rows;
    }
  };
  const Rows& rows_with(Cell cell);

  const Trace* trace_;
  std::vector<Rows> kept_;
  std::size_t last_ = 0;  // of those kept, the one that was read last
};

}  // namespace headlight
