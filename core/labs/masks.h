// Masks as patterns: who may look at whom, what is reached through several layers, and what has to be kept.
// T tokens; queries are rows, keys are columns.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/tape/edit.h"

namespace headlight {

// Which cells of [T, T] are in sight. All of them to begin with.
class MaskPattern {
 public:
  explicit MaskPattern(int tokens = 0)
      : tokens_(tokens), cells_(static_cast<std::size_t>(tokens) * static_cast<std::size_t>(tokens), 1) {}

  int tokens() const { return tokens_; }
  bool operator()(int query, int key) const { return cells_[place(query, key)] != 0; }
  void set(int query, int key, bool in_sight) { cells_[place(query, key)] = in_sight ? 1 : 0; }

  int count() const;           // cells in sight
  int count(int query) const;  // of a row
  bool causal() const;         // no query sees a later key
  bool operator==(const MaskPattern&) const = default;

 private:
  std::size_t place(int query, int key) const {
    return static_cast<std::size_t>(query) * static_cast<std::size_t>(tokens_) +
           static_cast<std::size_t>(key);
  }
  int tokens_;
  std::vector<char> cells_;
};

enum class MaskKind { none, causal, padding, window, sink, own };

//   causal    key <= query (Vaswani et al. 2017, 3.2.3)
//   padding   key < T - padding: the last words only fill up the line
//   window    |query - key| < window (Beltagy et al. 2020, 3.1); with `looks_back` key <= query as well
//             (Jiang et al. 2023, 2)
//   sink      as window, or sink_from <= key < sink_from + sink (Xiao et al. 2024, 3.2, from 0); with
//             `looks_back` key <= query as well
//   own       all but the cells `masked`: query, key, query, key ...; those beyond T are left out
struct MaskRule {
  MaskKind kind = MaskKind::none;
  int padding = 0;
  int window = 1;
  int sink = 0;
  int sink_from = 0;
  bool looks_back = false;
  std::vector<int> masked = {};
};
MaskPattern pattern_of(const MaskRule& rule, int tokens);
// The masked cells as a rule of kind `own` writes them.
std::vector<int> masked_cells(const MaskPattern& pattern);

// The least number of layers after which something of a key's word has come to a query's place, [T][T]; -1
// for never. In each layer a place takes up what it sees, and the residual connection keeps what it has:
// after L layers (A or I)^L as a product of truth values. 0 on the diagonal.
std::vector<int> layers_needed(const MaskPattern& pattern);
// The same of layers of which every `every`-th has the other mask: near words in most, all in some (Gemma
// Team 2024, 2; 2025, 2).
std::vector<int> layers_needed(const MaskPattern& pattern, const MaskPattern& other, int every);
// The layers after which the query has something of each of the first `keys` words (those after them may be
// padding); nothing for never.
std::optional<int> sees_all_after(std::span<const int> needed, int tokens, int query, int keys);

// Rows without any key in sight: their softmax is 0/0.
std::vector<int> blind_rows(const MaskPattern& pattern);

// Writing word by word, a key and its value must be kept as long as a later query may look at them: for each
// word t, the keys up to t that some query from t on sees. Only for a pattern that looks at no later word.
std::vector<int> cache_sizes(const MaskPattern& pattern);

// The pattern as edits of a node of scores: minus infinity in every cell out of sight. Columns that nobody
// sees are one edit, and so are neighbours in a row.
std::vector<Edit> edits_for(const MaskPattern& pattern, const std::string& path);

}  // namespace headlight
