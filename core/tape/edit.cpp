#include "core/tape/edit.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace headlight {

namespace {

// Rows and columns are counted in what is given, whose first row is the node's row `above`.
void for_rows(const Edit& edit, Shape shape, int above, const std::function<void(int)>& visit) {
  if (!edit.row) {
    for (int row = 0; row < shape.rows; ++row) visit(row);
  } else if (*edit.row >= above && *edit.row - above < shape.rows) {
    visit(*edit.row - above);
  }
}

void for_cells(const Edit& edit, Shape shape, int above, const std::function<void(int, int)>& visit) {
  const int first = std::max(edit.col.value_or(0), 0);
  const int last = std::min(edit.col ? *edit.col + edit.cols : shape.cols, shape.cols);
  for_rows(edit, shape, above, [&](int row) {
    for (int col = first; col < last; ++col) {
      if (edit.kind != Edit::Kind::causal || col > above + row) visit(row, col);
    }
  });
}

// Whether the edit means something for a value of this shape.
bool fits(const Edit& edit, Shape shape) {
  switch (edit.kind) {
    case Edit::Kind::swap: {
      const int a = edit.col.value_or(0);
      return a >= 0 && edit.other >= 0 && a < shape.cols && edit.other < shape.cols;
    }
    case Edit::Kind::set:
      return edit.values.size() == 1 ||
             (!edit.values.empty() && static_cast<int>(edit.values.size()) == shape.cols);
    case Edit::Kind::multiply:
      return !edit.values.empty();
    case Edit::Kind::pass:
    case Edit::Kind::causal:
      return true;
  }
  return false;
}

void swap_columns(const Edit& edit, View value, int above) {
  for_rows(edit, value.shape, above,
           [&](int row) { std::swap(value(row, edit.col.value_or(0)), value(row, edit.other)); });
}

}  // namespace

bool needs_values(Edit::Kind kind) { return kind == Edit::Kind::set || kind == Edit::Kind::multiply; }

void apply(const Edit& edit, View value, ConstView input, int first) {
  if (!fits(edit, value.shape)) return;
  if (edit.kind == Edit::Kind::swap) return swap_columns(edit, value, first);
  if (edit.kind == Edit::Kind::pass && (input.data == nullptr || input.shape != value.shape)) return;
  for_cells(edit, value.shape, first, [&](int row, int col) {
    float& cell = value(row, col);
    switch (edit.kind) {
      case Edit::Kind::set:
        cell = edit.values.size() == 1 ? edit.values[0] : edit.values[col];
        break;
      case Edit::Kind::multiply:
        cell *= edit.values[0];
        break;
      case Edit::Kind::pass:
        cell = input(row, col);
        break;
      case Edit::Kind::causal:
        cell = -std::numeric_limits<float>::infinity();
        break;
      case Edit::Kind::swap:
        break;
    }
  });
}

void apply_backward(const Edit& edit, View gradient, View input) {
  if (!fits(edit, gradient.shape)) return;
  if (edit.kind == Edit::Kind::swap) return swap_columns(edit, gradient, 0);
  for_cells(edit, gradient.shape, 0, [&](int row, int col) {
    float& cell = gradient(row, col);
    if (edit.kind == Edit::Kind::multiply) {
      cell *= edit.values[0];
      return;
    }
    if (edit.kind == Edit::Kind::pass && input.data != nullptr && input.shape == gradient.shape)
      input(row, col) += cell;
    cell = 0;
  });
}

bool touches(const Edit& edit, Shape shape, int row, int col) {
  if (!fits(edit, shape)) return false;
  if (edit.row && *edit.row != row) return false;
  if (edit.kind == Edit::Kind::swap) return col == edit.col.value_or(0) || col == edit.other;
  if (edit.kind == Edit::Kind::causal && col <= row) return false;
  return !edit.col || (col >= *edit.col && col < *edit.col + edit.cols);
}

}  // namespace headlight
