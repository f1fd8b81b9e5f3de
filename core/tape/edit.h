// An intervention on a node: what a person changed in the computation, kept beside the tape.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix/matrix.h"

namespace headlight {

struct Edit {
  enum class Kind {
    set,       // the cells become `values`: one for all of them, or one a column of the row
    multiply,  // the cells are multiplied by values[0] (a temperature t is 1 / t on `scaled`)
    swap,      // in the rows, the columns `col` and `other` change places
    pass,      // the cells take those of the node's first input: the step is left out
    causal,    // minus infinity where the column comes after the row: no looking ahead
  };

  std::string path;  // the node, "encoder.1.self_attention.head.0.weights"
  Kind kind = Kind::set;
  std::optional<int> row = {};  // none: every row
  std::optional<int> col = {};  // none: every column
  int cols = 1;                 // how many from `col` on
  std::vector<float> values = {};
  int other = 0;

  bool operator==(const Edit&) const = default;
};

// Whether the kind says nothing without `values`.
bool needs_values(Edit::Kind kind);

// Changes `value` in place; rows or columns that the value does not have are left alone, and so is a row for
// which `values` has another number of columns. `input` is the node's first input, of which `pass` takes the
// cells where the shapes agree. `value` and `input` can be some rows of the node's, from `first` on.
void apply(const Edit& edit, View value, ConstView input = {}, int first = 0);
// What the edit does to a gradient that flows back through it: nothing flows into a cell that was set, and
// what passes goes to `input`, the gradient of the first input, unless that has none.
void apply_backward(const Edit& edit, View gradient, View input = {});
// Whether the value of a cell of this shape was put there by the edit.
bool touches(const Edit& edit, Shape shape, int row, int col);

}  // namespace headlight
