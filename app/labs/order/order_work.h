// What the lab on order finds: how far the encoder's rows are from the same words' in another order.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace headlight {

struct LabInput;
struct LabWork;

struct OrderStudy {
  std::array<double, 2> largest{};  // difference of a cell: without positions, with them
  std::vector<std::string> words;
  std::vector<double> of_words;  // the largest of each word's row, of the way that is shown

  double largest_difference(bool positions) const { return largest[positions ? 1 : 0]; }
};

// Maps: "before", "after" and "difference".
void compute_order(const LabInput& input, LabWork& work);

}  // namespace headlight
