#include "core/explain/thumbnail.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace headlight {
namespace {

// What is no number stays.
float larger(float largest, float value) { return value > largest || std::isnan(value) ? value : largest; }

}  // namespace

void open_row(ConstView weights, ConstView scores, int row, Eigen::ArrayXf& open) {
  const float* const weight = weights.rows(row, 1).data;
  const float* const score = scores.rows(row, 1).data;
  for (int key = 0; key < weights.shape.cols; ++key)
    open(key) = score[key] == unseen && !std::isnan(weight[key]) ? unseen : weight[key];
}

Thumbnail::Thumbnail(Shape whole)
    : whole_(whole),
      cells_(std::min(whole.rows, thumbnail_size), std::min(whole.cols, thumbnail_size)),
      largest_(whole.cols) {}

void Thumbnail::add(const Eigen::ArrayXf& open) {
  const auto rows = static_cast<int>(cells_.rows());
  const auto cols = static_cast<int>(cells_.cols());
  const int place = place_of_cell(whole_.rows, rows, row_);
  if (row_ == first_of_place(whole_.rows, rows, place)) largest_.setConstant(unseen);
  for (int key = 0; key < whole_.cols; ++key) largest_(key) = larger(largest_(key), open(key));
  if (++row_ != first_of_place(whole_.rows, rows, place + 1)) return;
  for (int col = 0; col < cols; ++col) {
    float most = unseen;
    for (int key = first_of_place(whole_.cols, cols, col); key < first_of_place(whole_.cols, cols, col + 1);
         ++key)
      most = larger(most, largest_(key));
    cells_(place, col) = most;
  }
}

HeatmapPtr Thumbnail::drawn(const Label& label) const {
  auto picture = std::make_shared<Heatmap>();
  picture->path = label.path;
  picture->rows = static_cast<int>(cells_.rows());
  picture->columns = static_cast<int>(cells_.cols());
  picture->values.assign(cells_.data(), cells_.data() + cells_.size());
  picture->states.assign(picture->values.size(), CellState::value);
  for (std::size_t cell = 0; cell < picture->values.size(); ++cell) {
    if (picture->values[cell] != unseen) continue;
    picture->values[cell] = 0;
    picture->states[cell] = CellState::masked;
  }
  picture->row_axis = info(label.rows).label;
  picture->column_axis = info(label.cols).label;
  picture->scale = {Ramp::sequential, 0, 1, "weight", {}, {}};
  return picture;
}

}  // namespace headlight
