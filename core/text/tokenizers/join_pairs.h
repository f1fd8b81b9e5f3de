// Neighbours of a list joined pair by pair, in the order of a rank: what byte-pair encoding and
// SentencePiece's pairs have in common.
#pragma once

#include <queue>
#include <utility>
#include <vector>

namespace headlight {

// `rank_of(left, right)` gives the rank of two neighbours as an optional: the lowest is joined first, the
// leftmost of these first. `join(left, right)` makes the left one both; then `joined(place, rank, gone)` is
// called: where that is, and which places are empty by now. Takes n log n steps for n symbols.
template <typename Symbol, typename RankOf, typename Join, typename Joined>
void join_pairs(std::vector<Symbol>& symbols, RankOf rank_of, Join join, Joined joined) {
  using Rank = typename decltype(rank_of(symbols[0], symbols[0]))::value_type;
  struct Candidate {
    Rank rank;
    int left, right;
    bool operator<(const Candidate& other) const {
      return other.rank < rank || (!(rank < other.rank) && left > other.left);
    }
  };
  const int count = static_cast<int>(symbols.size());
  std::vector<int> before(symbols.size()), after(symbols.size());
  std::vector<bool> gone(symbols.size());
  std::priority_queue<Candidate> queue;
  const auto propose = [&](int left, int right) {
    if (left < 0 || right >= count) return;
    if (const auto rank = rank_of(symbols[left], symbols[right])) queue.push({*rank, left, right});
  };
  for (int i = 0; i < count; ++i) {
    before[i] = i - 1;
    after[i] = i + 1;
    propose(i, i + 1);
  }
  while (!queue.empty()) {
    const auto [rank, left, right] = queue.top();
    queue.pop();
    // What was proposed before one of them changed no longer holds.
    if (gone[left] || gone[right] || after[left] != right) continue;
    const auto now = rank_of(symbols[left], symbols[right]);
    if (!now || *now < rank || rank < *now) continue;
    join(symbols[left], symbols[right]);
    gone[right] = true;
    after[left] = after[right];
    if (after[right] < count) before[after[right]] = left;
    joined(left, rank, gone);
    propose(before[left], left);
    propose(left, after[left]);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (!gone[i]) symbols[kept++] = symbols[i];
  }
  symbols.resize(kept);
}

}  // namespace headlight
