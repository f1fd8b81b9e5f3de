// How many sentences come out right, by how many words are read: what a sentence squeezed into one vector
// loses as it grows.
#pragma once

#include <map>

#include "core/models/card.h"

namespace headlight {

inline constexpr const char* exact_by_length = "exact_by_length";
inline constexpr int longest_short = 7;   // words of a sentence that counts as short
inline constexpr int shortest_long = 12;  // and as long

class ExactByLength {
 public:
  void add(int words, bool exact);

  // Over all, over the short, over the long; 0 where there are none.
  double share() const { return share_within(0, 1 << 30); }
  double share_of_short() const { return share_within(0, longest_short); }
  double share_of_long() const { return share_within(shortest_long, 1 << 30); }
  // A point for each length of at least `fewest` sentences.
  MeasuredCurve curve(int fewest = 20) const;

 private:
  struct Count {
    int exact = 0, all = 0;
  };
  double share_within(int least, int most) const;

  std::map<int, Count> counts_;
};

}  // namespace headlight
