#include "app/labs/row_in_question.h"

#include <algorithm>

#include "core/labs/distribution.h"

namespace headlight {

int row_in_question(int token, const Trace& trace, int weights) {
  const Reading values = trace.read(weights);
  const int rows = values.shape().rows;
  if (token >= 0) return std::min(token, rows - 1);
  int row = 0;
  double most = -1;
  for (int each = 0; each < rows; ++each) {
    const auto shares = values.view().map().row(each);
    const double entropy = entropy_bits({shares.data(), static_cast<std::size_t>(shares.size())});
    if (!(entropy > most)) continue;  // not a number is never more
    most = entropy;
    row = each;
  }
  return row;
}

}  // namespace headlight
