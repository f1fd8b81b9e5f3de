// Several words of a map of weights together: those that ask, and those that are looked at.
#pragma once

#include <string>
#include <vector>

#include "core/figure/heatmap.h"
#include "core/matrix/matrix.h"

namespace headlight {

// Rows and columns of a map, in their order, each once.
struct ChosenWords {
  std::vector<int> queries, keys;

  // Whether more is chosen than one word that asks.
  bool several() const { return queries.size() > 1 || !keys.empty(); }
  bool operator==(const ChosenWords&) const = default;
};

// The weights for the chosen keys added, then the mean over the chosen queries.
//   together(Q, K) = 1/|Q| sum_{i in Q} sum_{j in K} W(i, j)
// With no query chosen every row stays by itself, with no key every column.
//   returns  [1, 1], [rows, 1], [1, columns] or [rows, columns]
// Throws std::invalid_argument where the map has no such row or column.
Matrix together(const Heatmap& map, const ChosenWords& chosen);

// The same in one line, without a full stop; empty where at most one word that asks is chosen.
//   “it” looks at “The animal”: 0.62 = 0.31 + 0.31 (sum over keys)
//   “it” and “street” look at “The animal”: 0.40 = (0.62 + 0.18) / 2 (sum over keys, mean over queries)
//   “it” and “street” (mean over queries): 0.44 “animal”, 0.12 “The”, 0.08 “was”
//   “The animal” (sum over keys): 0.62 from “it”, 0.18 from “street”, 0.11 from “was”
// Numbers have as many decimals, two to four, as the sum needs to come out as it is written. Of a map of
// numbers that are no weights it says that they are not added up.
std::string together_in_words(const Heatmap& map, const ChosenWords& chosen);
// Every summand, a line for each chosen query: "it: 0.62 = The 0.31 + animal 0.31". Empty without a query or
// a key, and of numbers that are no weights.
std::vector<std::string> summands_in_words(const Heatmap& map, const ChosenWords& chosen);

// Labels in quotes, those of neighbours together: “The animal” and “street”.
std::string quoted_words(const std::vector<std::string>& labels, const std::vector<int>& places);

}  // namespace headlight
