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
  };

  std::string path;  // the node, "encoder.1.self_attention.head.0.weights"
  Kind kind = Kind::set;
  std::optional<int> row;  // none: every row
  std::optional<int> col;  // none: every column
  std::vector<float> values;
  int other = 0;

  bool operator==(const Edit&) const = default;
};

// Changes `value` in place; rows or columns that the value does not have are left alone.
void apply(const Edit& edit, View value);
// What the edit does to a gradient that flows back through it: nothing flows into a cell that was set.
void apply_backward(const Edit& edit, View gradient);
// Whether the cell's value was put there by the edit.
bool touches(const Edit& edit, int row, int col);

}  // namespace headlight
