// A small picture of weights that are too many to draw: each of its cells is the largest of those it stands
// for.
#pragma once

#include <limits>

#include "core/figure/heatmap.h"
#include "core/tape/tape.h"

namespace headlight {

// Of rows and columns.
inline constexpr int thumbnail_size = 64;

// Where the cells begin that a place of a thumbnail stands for: along an axis of `size` of which it has
// `places`. They end where those of the next one begin; behind the last one that is `size`.
constexpr int first_of_place(int size, int places, int place) {
  return static_cast<int>(static_cast<long long>(size) * place / places);
}
// The place that stands for a cell.
constexpr int place_of_cell(int size, int places, int cell) {
  return static_cast<int>((static_cast<long long>(places) * (cell + 1) - 1) / size);
}

// In a row of weights: a key that the query may not look at.
inline constexpr float unseen = -std::numeric_limits<float>::infinity();

// A row of weights, `unseen` where the head may not look, whatever an edit has put there. `scores` is what
// the softmax read. Where a whole row is masked its weights are no numbers, and that is not hidden.
void open_row(ConstView weights, ConstView scores, int row, Eigen::ArrayXf& open);

// Is made of the rows in their order.
class Thumbnail {
 public:
  explicit Thumbnail(Shape whole);
  void add(const Eigen::ArrayXf& open);
  // When all rows were added: without labels, on the scale of weights; masked where all cells are that it
  // stands for, and no number where one is none.
  HeatmapPtr drawn(const Label& label) const;

 private:
  Shape whole_;
  int row_ = 0;
  Matrix cells_;
  Eigen::ArrayXf largest_;  // of each column, over the rows of one place
};

}  // namespace headlight
