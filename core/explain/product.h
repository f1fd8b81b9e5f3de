// The shape of the arithmetic behind a node, read from the formula of one of its cells: which matrices are
// multiplied, which way round, and what is added.
#pragma once

#include <optional>

#include "core/models/trace.h"
#include "core/tape/tape.h"

namespace headlight {

// A cell that tells how those of its node are made.

struct ComputedCell {
  int row = 0, column = 0;
  Expression formula;
};

// The first cell of a node, or the last, that is no plain number, as one is that was set by an edit or
// masked. Nothing where all of them are.
std::optional<ComputedCell> computed_cell(const Tape& tape, int node, bool last = false);

// out(r, c) = sum over d of left(r, d) times right, (+ bias).
struct Product {
  int left = 0, right = 0;  // nodes
  bool by_rows = false;     // the right factor is read by rows: right(first + c, d), else right(d, first + c)
  int first = 0;            // of the right factor's columns (or rows) that this node uses
  int inner = 0;            // how many terms
  std::optional<int> bias = {};
};

// Nothing when the node is no product of two matrices.
std::optional<Product> product_of(const Trace& trace, int node);

// The factors of a term of a cell.
Cell left_cell(const Product& product, int row, int term);
Cell right_cell(const Product& product, int column, int term);

}  // namespace headlight
