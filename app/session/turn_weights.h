// Attention turned by hand: one weight of a row moves, the rest makes room for it.
#pragma once

#include <span>
#include <vector>

namespace headlight {

// The row with weight `key` at `value` (kept between 0 and 1), and the others in the proportions they have in
// `row`, so that all add up to 1. Where nothing of the others is left, what remains is shared out evenly
// among those that `may_look` allows. A key that may not be looked at stays at 0, and a key alone keeps its
// weight.
std::vector<float> turned_weights(std::span<const float> row, int key, float value,
                                  std::span<const char> may_look);

}  // namespace headlight
