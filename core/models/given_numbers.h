// What the numbers of a file of attention weights have in common, and what a person should know of them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/matrix/matrix.h"
#include "core/models/anatomy.h"

namespace headlight {

// Programs hide a cell before softmax by a large negative number: -1e9, -1e4 (old GPT-2), or the smallest of
// a type of numbers, -65504 or -3.4e38. Where all cells at or below -1e4 hold one and the same number, it
// stands for a mask. Every matrix goes to add() first, then every one to survey().
class GivenNumbers {
 public:
  void add(ConstView head);
  // The number that stands for a mask; nothing where there is none.
  std::optional<float> mask() const;
  void survey(ConstView head);
  // Whether there is no number at all, and nothing that is masked or infinite.
  bool none() const { return low_ > high_ && infinite_ + hidden_ + masked_ == 0; }
  // low, high, add_up, columns_add_up, mask and says.
  GivenWeights about() const;

 private:
  // Sums of the rows, or of the columns: how many, how many are not 1, and from where to where they go.
  struct Sums {
    double least = std::numeric_limits<double>::infinity(), most = -std::numeric_limits<double>::infinity();
    std::int64_t count = 0, others = 0;

    void add(double sum);
    bool are_one() const { return others == 0 && least <= most; }
  };

  std::optional<float> far_below_;
  bool several_far_below_ = false;
  float low_ = std::numeric_limits<float>::infinity(), high_ = -std::numeric_limits<float>::infinity();
  Sums rows_, columns_;
  std::int64_t nan_ = 0, infinite_ = 0, hidden_ = 0, masked_ = 0;
};

}  // namespace headlight
