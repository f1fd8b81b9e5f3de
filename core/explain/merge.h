// Attention weights by groups of tokens: the pieces of a word together.
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

}  // namespace headlight
