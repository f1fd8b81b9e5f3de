// Attention weights by groups of tokens: the pieces of a word together, or words that a person chose.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/figure/heatmap.h"
#include "core/matrix/matrix.h"
#include "core/text/word_pairs.h"

namespace headlight {

// Which places belong together: of each the number of its group, from 0, or none for a place in no group.
struct Groups {
  static constexpr int none = -1;

  std::vector<int> of;
  int count = 0;

  // The places of a group, in their order.
  std::vector<int> places(int group) const;
};
// Every place alone.
Groups each_alone(int places);
// These places in one group, all others in none. Throws std::invalid_argument where one of them is not there.
Groups one_group(int places, const std::vector<int>& together);
// The pieces of every word.
Groups by_word(const PieceWords& pieces);

// Weights by groups: summed over the keys of a group, the mean over its queries.
//   merged(a, b) = 1/|a| sum_{i in a} sum_{j in b} W(i, j)
// Rows that add up to 1 still do, unless a key is in no group. A group without places has zeros.
//   weights  [rows, cols]
//   returns  [rows.count, cols.count]
// Throws std::invalid_argument where the groups are not of so many places.
Matrix merged(ConstView weights, const Groups& rows, const Groups& columns);

// Whether a map is of weights between tokens of which some are pieces of one word.
bool has_pieces_to_merge(const Heatmap& map);
// The map by words; a map without pieces to merge is left as it is. A cell is masked where all that it is
// made of is. Focus and marks are moved to the words; an axis is called "key word".
Heatmap by_words(const Heatmap& map);
// The groups of its rows and of its columns; without pieces each alone.
Groups row_words(const Heatmap& map);
Groups column_words(const Heatmap& map);
// The row of its map by words that a row belongs to; nothing where there is no such row.
std::optional<int> row_in_words(const Heatmap& map, int row);
// What is said of such a map once it is by words: "pieces of a word together: weights summed over keys, mean
// over queries", and where pieces may not look ahead that they do not; empty without pieces to merge.
std::string merging_in_words(const Heatmap& map);
// What is said of a map where weights stand by words: that, or of numbers between pieces that are no weights
// that they stay apart; empty of all others.
std::string words_note(const Heatmap& map);

// Several words of a map of weights together: those that ask, and those that are looked at.

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

// Labels in quotes, those of neighbours together: “The animal” and “street”.
std::string quoted_words(const std::vector<std::string>& labels, const std::vector<int>& places);

}  // namespace headlight
