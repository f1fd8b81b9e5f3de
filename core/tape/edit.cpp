#include "core/tape/edit.h"

#include <algorithm>
#include <functional>

namespace headlight {

namespace {

void for_rows(const Edit& edit, Shape shape, const std::function<void(int)>& visit) {
  const int first = edit.row.value_or(0);
  const int last = edit.row ? *edit.row + 1 : shape.rows;
  for (int row = std::max(first, 0); row < std::min(last, shape.rows); ++row) visit(row);
}

void for_cells(const Edit& edit, Shape shape, const std::function<void(int, int)>& visit) {
  const int first = std::max(edit.col.value_or(0), 0);
  const int last = std::min(edit.col ? *edit.col + 1 : shape.cols, shape.cols);
  for_rows(edit, shape, [&](int row) {
    for (int col = first; col < last; ++col) visit(row, col);
  });
}

void swap_columns(const Edit& edit, View value) {
  const int a = edit.col.value_or(0);
  const int b = edit.other;
  const int cols = value.shape.cols;
  if (a < 0 || b < 0 || a >= cols || b >= cols) return;
  for_rows(edit, value.shape, [&](int row) { std::swap(value(row, a), value(row, b)); });
}

}  // namespace

void apply(const Edit& edit, View value) {
  if (edit.kind == Edit::Kind::swap) return swap_columns(edit, value);
  if (edit.values.empty()) return;
  for_cells(edit, value.shape, [&](int row, int col) {
    float& cell = value(row, col);
    if (edit.kind == Edit::Kind::multiply) {
      cell *= edit.values[0];
    } else if (edit.values.size() == 1) {
      cell = edit.values[0];
    } else if (col < static_cast<int>(edit.values.size())) {
      cell = edit.values[col];
    }
  });
}

void apply_backward(const Edit& edit, View gradient) {
  if (edit.kind == Edit::Kind::swap) return swap_columns(edit, gradient);
  if (edit.values.empty()) return;
  const float factor = edit.kind == Edit::Kind::multiply ? edit.values[0] : 0.0F;
  for_cells(edit, gradient.shape, [&](int row, int col) {
    const bool reached = edit.kind == Edit::Kind::multiply || edit.values.size() == 1 ||
                         col < static_cast<int>(edit.values.size());
    if (reached) gradient(row, col) *= factor;
  });
}

bool touches(const Edit& edit, int row, int col) {
  if (edit.row && *edit.row != row) return false;
  if (edit.kind == Edit::Kind::swap) return col == edit.col.value_or(0) || col == edit.other;
  return !edit.col || *edit.col == col;
}

}  // namespace headlight
