#include "core/labs/masks.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>

namespace headlight {

int MaskPattern::count() const { return static_cast<int>(std::count(cells_.begin(), cells_.end(), 1)); }

int MaskPattern::count(int query) const {
  const auto row = cells_.begin() + static_cast<std::ptrdiff_t>(place(query, 0));
  return static_cast<int>(std::count(row, row + tokens_, 1));
}

bool MaskPattern::causal() const {
  for (int query = 0; query < tokens_; ++query) {
    for (int key = query + 1; key < tokens_; ++key) {
      if ((*this)(query, key)) return false;
    }
  }
  return true;
}

namespace {

bool in_sight(const MaskRule& rule, int tokens, int query, int key) {
  const bool ahead = key > query;
  const bool near = std::abs(query - key) < rule.window;
  switch (rule.kind) {
    case MaskKind::none:
    case MaskKind::own:
      return true;
    case MaskKind::causal:
      return !ahead;
    case MaskKind::padding:
      return key < tokens - rule.padding;
    case MaskKind::window:
      return near && !(rule.looks_back && ahead);
    case MaskKind::sink: {
      const bool kept = key >= rule.sink_from && key - rule.sink_from < rule.sink;
      return (near || kept) && !(rule.looks_back && ahead);
    }
  }
  return true;
}

}  // namespace

MaskPattern pattern_of(const MaskRule& rule, int tokens) {
  MaskPattern pattern(tokens);
  for (int query = 0; query < tokens; ++query) {
    for (int key = 0; key < tokens; ++key) pattern.set(query, key, in_sight(rule, tokens, query, key));
  }
  if (rule.kind != MaskKind::own) return pattern;
  for (std::size_t i = 0; i + 1 < rule.masked.size(); i += 2) {
    const int query = rule.masked[i];
    const int key = rule.masked[i + 1];
    if (std::max(query, key) < tokens) pattern.set(query, key, false);
  }
  return pattern;
}

std::vector<int> masked_cells(const MaskPattern& pattern) {
  std::vector<int> cells;
  for (int query = 0; query < pattern.tokens(); ++query) {
    for (int key = 0; key < pattern.tokens(); ++key) {
      if (!pattern(query, key)) cells.insert(cells.end(), {query, key});
    }
  }
  return cells;
}

std::vector<int> layers_needed(const MaskPattern& pattern) {
  const auto tokens = static_cast<std::size_t>(pattern.tokens());
  // Whom each place sees, a bit for each: a place is taken up once, and adds its whole row at a time.
  constexpr std::size_t bits = 64;
  const std::size_t words = (tokens + bits - 1) / bits;
  std::vector<std::uint64_t> sees(tokens * words);
  for (std::size_t query = 0; query < tokens; ++query) {
    for (std::size_t key = 0; key < tokens; ++key) {
      if (pattern(static_cast<int>(query), static_cast<int>(key)))
        sees[query * words + key / bits] |= std::uint64_t{1} << (key % bits);
    }
  }
  std::vector<int> needed(tokens * tokens, -1);
  std::vector<std::uint64_t> left(words);  // not reached so far
  std::vector<std::size_t> reached, next;  // after the layer before, and after this one
  for (std::size_t query = 0; query < tokens; ++query) {
    std::fill(left.begin(), left.end(), ~std::uint64_t{0});
    left[query / bits] &= ~(std::uint64_t{1} << (query % bits));
    needed[query * tokens + query] = 0;
    reached = {query};
    for (int layer = 1; !reached.empty(); ++layer) {
      next.clear();
      for (const std::size_t place : reached) {
        for (std::size_t word = 0; word < words; ++word) {
          std::uint64_t found = sees[place * words + word] & left[word];
          left[word] &= ~found;
          for (; found != 0; found &= found - 1) {
            const std::size_t key = word * bits + static_cast<std::size_t>(std::countr_zero(found));
            needed[query * tokens + key] = layer;
            next.push_back(key);
          }
        }
      }
      std::swap(reached, next);
    }
  }
  return needed;
}

// After a layer a place has what those have that it sees: their rows of bits, one after another, since
// another order of the layers is another result.
std::vector<int> layers_needed(const MaskPattern& pattern, const MaskPattern& other, int every) {
  const auto tokens = static_cast<std::size_t>(pattern.tokens());
  constexpr std::size_t bits = 64;
  const std::size_t words = (tokens + bits - 1) / bits;
  std::vector<std::uint64_t> has(tokens * words);
  std::vector<int> needed(tokens * tokens, -1);
  for (std::size_t place = 0; place < tokens; ++place) {
    has[place * words + place / bits] |= std::uint64_t{1} << (place % bits);
    needed[place * tokens + place] = 0;
  }
  int without_news = 0;
  for (int layer = 1; without_news < every; ++layer, ++without_news) {
    const MaskPattern& sees = layer % every == 0 ? other : pattern;
    const std::vector<std::uint64_t> before = has;
    for (std::size_t query = 0; query < tokens; ++query) {
      std::uint64_t* const own = &has[query * words];
      for (std::size_t key = 0; key < tokens; ++key) {
        if (!sees(static_cast<int>(query), static_cast<int>(key))) continue;
        for (std::size_t word = 0; word < words; ++word) own[word] |= before[key * words + word];
      }
      for (std::size_t word = 0; word < words; ++word) {
        for (std::uint64_t found = own[word] & ~before[query * words + word]; found != 0;
             found &= found - 1) {
          needed[query * tokens + word * bits + static_cast<std::size_t>(std::countr_zero(found))] = layer;
          without_news = -1;
        }
      }
    }
  }
  return needed;
}

std::optional<int> sees_all_after(std::span<const int> needed, int tokens, int query, int keys) {
  const auto row = needed.subspan(static_cast<std::size_t>(query) * static_cast<std::size_t>(tokens),
                                  static_cast<std::size_t>(keys));
  if (std::find(row.begin(), row.end(), -1) != row.end()) return std::nullopt;
  return *std::max_element(row.begin(), row.end());
}

std::vector<int> blind_rows(const MaskPattern& pattern) {
  std::vector<int> rows;
  for (int query = 0; query < pattern.tokens(); ++query) {
    if (pattern.count(query) == 0) rows.push_back(query);
  }
  return rows;
}

std::vector<int> cache_sizes(const MaskPattern& pattern) {
  const int tokens = pattern.tokens();
  std::vector<int> last(static_cast<std::size_t>(tokens), -1);  // the last query that sees a key
  for (int query = 0; query < tokens; ++query) {
    for (int key = 0; key < tokens; ++key) {
      if (pattern(query, key)) last[key] = query;
    }
  }
  std::vector<int> sizes;
  sizes.reserve(static_cast<std::size_t>(tokens));
  for (int t = 0; t < tokens; ++t) {
    sizes.push_back(
        static_cast<int>(std::count_if(last.begin(), last.begin() + t + 1, [t](int q) { return q >= t; })));
  }
  return sizes;
}

std::vector<Edit> edits_for(const MaskPattern& pattern, const std::string& path) {
  const int tokens = pattern.tokens();
  std::vector<Edit> edits;
  // One edit for all neighbours in a row that are hidden.
  const auto add_runs = [&](std::optional<int> row, const std::function<bool(int)>& hidden) {
    for (int key = 0; key < tokens; ++key) {
      if (!hidden(key)) continue;
      const int first = key;
      while (key < tokens && hidden(key)) ++key;
      edits.push_back({.path = path,
                       .row = row,
                       .col = first,
                       .cols = key - first,
                       .values = {-std::numeric_limits<float>::infinity()}});
    }
  };
  std::vector<bool> seen(static_cast<std::size_t>(tokens));
  for (int query = 0; query < tokens; ++query) {
    for (int key = 0; key < tokens; ++key) {
      if (pattern(query, key)) seen[key] = true;
    }
  }
  add_runs({}, [&](int key) { return !seen[key]; });
  for (int query = 0; query < tokens; ++query)
    add_runs(query, [&](int key) { return seen[key] && !pattern(query, key); });
  return edits;
}

}  // namespace headlight
