// The formula of a step in matrices: what they are called, one letter for one thing, in the notation of the
// table of sites ("W^Q", "head_1", "S / √d_k"), and which of them are multiplied.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/figure/palette.h"
#include "core/models/trace.h"
#include "core/tape/tape.h"

namespace headlight {

// "Q"; a head's output with the number of its head, counted from 1 as in the paper, "head_1"; of a parameter
// "W^Q", "b_1", "γ". Empty for what has no letter.
std::string symbol_of(std::string_view path);

// "N_1 W_1 + b_1": the right side of a step's formula as this model computes it. Products, sums, norms and
// activations are written from the tape, with the letters of their inputs and without the parts that the
// model does not have; the rest is the table's. Empty for leaves that the table does not know.
std::string letters_of(const Trace& trace, int node);
// "H = N_1 W_1 + b_1", or the formula alone where it is the symbol itself.
std::string equation_of(const Trace& trace, int node);

// The same as a line of text: Kᵀ and dₖ as Unicode has them, other letters raised and lowered.
RichText in_one_line(std::string_view formula, Role role = Role::ink, bool strong = false);

// The shape of the arithmetic behind a node, read from the formula of one of its cells: which matrices are
// multiplied, which way round, and what is added.

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
// The products that a cell adds up, in their order; empty when the node is no product of two matrices.
std::vector<float> terms_of(const Trace& trace, int node, int row, int column);

}  // namespace headlight
