#include "core/learn/by_length.h"

#include <algorithm>

namespace headlight {

void ExactByLength::add(int words, bool exact) {
  Count& count = counts_[words];
  count.exact += exact ? 1 : 0;
  ++count.all;
}

double ExactByLength::share_within(int least, int most) const {
  Count sum;
  for (const auto& [words, count] : counts_) {
    if (words < least || words > most) continue;
    sum.exact += count.exact;
    sum.all += count.all;
  }
  return static_cast<double>(sum.exact) / std::max(1, sum.all);
}

MeasuredCurve ExactByLength::curve(int fewest) const {
  MeasuredCurve curve{exact_by_length, "words read", {}};
  for (const auto& [words, count] : counts_) {
    if (count.all >= fewest)
      curve.points.push_back(
          {static_cast<double>(words), static_cast<double>(count.exact) / count.all, count.all});
  }
  return curve;
}

}  // namespace headlight
