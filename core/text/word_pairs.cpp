#include "core/text/word_pairs.h"

#include <algorithm>

namespace headlight {
namespace {

// The length of the longest common subsequence of what follows places (i, j).
class CommonLengths {
 public:
  CommonLengths(std::span<const std::string> first, std::span<const std::string> second)
      : columns_(second.size() + 1), lengths_((first.size() + 1) * columns_, 0) {
    for (std::size_t i = first.size(); i-- > 0;) {
      for (std::size_t j = second.size(); j-- > 0;) {
        lengths_[i * columns_ + j] =
            first[i] == second[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
      }
    }
  }
  int at(std::size_t i, std::size_t j) const { return lengths_[i * columns_ + j]; }

 private:
  std::size_t columns_;
  std::vector<int> lengths_;
};

// The words from `first` and `second` up to the next common word.
void add_run(std::vector<WordPair>& pairs, std::size_t first, std::size_t first_end, std::size_t second,
             std::size_t second_end) {
  const bool replaced = first_end - first == second_end - second;
  for (; first < first_end; ++first) {
    pairs.push_back({static_cast<int>(first), std::nullopt});
    if (replaced) pairs.back().second = static_cast<int>(second++);
  }
  for (; second < second_end; ++second) pairs.push_back({std::nullopt, static_cast<int>(second)});
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace

std::vector<WordPair> pair_words(std::span<const std::string> first, std::span<const std::string> second) {
  // Most sentences differ in little: only what lies between the common ends is compared word by word.
  const std::size_t shorter = std::min(first.size(), second.size());
  std::size_t before = 0;
  while (before < shorter && first[before] == second[before]) ++before;
  std::size_t after = 0;
  while (after < shorter - before && first.end()[-1 - static_cast<std::ptrdiff_t>(after)] ==
                                         second.end()[-1 - static_cast<std::ptrdiff_t>(after)])
    ++after;
  const std::size_t first_end = first.size() - after;
  const std::size_t second_end = second.size() - after;

  const CommonLengths common(first.subspan(before, first_end - before),
                             second.subspan(before, second_end - before));
  std::vector<WordPair> pairs;
  const auto pair = [&](std::size_t here, std::size_t there) {
    pairs.push_back({static_cast<int>(here), static_cast<int>(there)});
  };
  for (std::size_t i = 0; i < before; ++i) pair(i, i);
  std::size_t i = before;
  std::size_t j = before;
  std::size_t done_first = before;
  std::size_t done_second = before;
  while (i < first_end && j < second_end) {
    if (first[i] == second[j]) {
      add_run(pairs, done_first, i, done_second, j);
      pair(i, j);
      done_first = ++i;
      done_second = ++j;
    } else if (common.at(i + 1 - before, j - before) >= common.at(i - before, j + 1 - before)) {
      ++i;
    } else {
      ++j;
    }
  }
  add_run(pairs, done_first, first_end, done_second, second_end);
  for (std::size_t k = 0; k < after; ++k) pair(first_end + k, second_end + k);
  return pairs;
}

namespace {

// The places of the pieces of each word.
std::vector<std::vector<int>> places_of(const PieceWords& pieces) {
  std::vector<std::vector<int>> places(pieces.words.size());
  for (std::size_t i = 0; i < pieces.word_of.size(); ++i)
    places[static_cast<std::size_t>(pieces.word_of[i])].push_back(static_cast<int>(i));
  return places;
}

}  // namespace

std::vector<WordPair> pair_pieces(const PieceWords& first, const PieceWords& second) {
  const std::vector<std::vector<int>> ones = places_of(first), others = places_of(second);
  std::vector<WordPair> pairs;
  for (const WordPair& word : pair_words(first.words, second.words)) {
    const std::vector<int> none;
    const std::vector<int>& one = word.first ? ones[static_cast<std::size_t>(*word.first)] : none;
    const std::vector<int>& other = word.second ? others[static_cast<std::size_t>(*word.second)] : none;
    const std::size_t both = std::min(one.size(), other.size());
    for (std::size_t i = 0; i + 1 < both; ++i) pairs.push_back({one[i], other[i]});
    const std::size_t done = both == 0 ? 0 : both - 1;
    for (std::size_t i = done; i + (both > 0 ? 1 : 0) < one.size(); ++i)
      pairs.push_back({one[i], std::nullopt});
    for (std::size_t i = done; i + (both > 0 ? 1 : 0) < other.size(); ++i)
      pairs.push_back({std::nullopt, other[i]});
    if (both > 0) pairs.push_back({one.back(), other.back()});
  }
  return pairs;
}

namespace {

PieceWords whole_words(std::span<const std::string> tokens) {
  PieceWords pieces{.word_of = {}, .words = {tokens.begin(), tokens.end()}};
  for (std::size_t i = 0; i < tokens.size(); ++i) pieces.word_of.push_back(static_cast<int>(i));
  return pieces;
}

}  // namespace

std::vector<WordPair> pairs_of(std::span<const std::string> first, const PieceWords* first_pieces,
                               std::span<const std::string> second, const PieceWords* second_pieces) {
  if (first_pieces == nullptr && second_pieces == nullptr) return pair_words(first, second);
  return pair_pieces(first_pieces != nullptr ? *first_pieces : whole_words(first),
                     second_pieces != nullptr ? *second_pieces : whole_words(second));
}

std::string joint_label(std::string_view first, std::string_view second) {
  if (first == second) return std::string(first);
  const std::vector<std::string_view> a = words_of(first);
  const std::vector<std::string_view> b = words_of(second);
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t before = 0;
  std::size_t after = 0;
  while (before < shorter && a[before] == b[before]) ++before;
  while (after < shorter - before && a[a.size() - 1 - after] == b[b.size() - 1 - after]) ++after;
  // One that only goes on where the other ends ("new", "new york") has nothing to stand before the bar.
  if (before + after == shorter) before = after = 0;
  std::string label;
  const auto append = [&](const std::vector<std::string_view>& words, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) (label += label.empty() ? "" : " ") += words[i];
  };
  append(a, 0, before);
  append(a, before, a.size() - after);
  label += " |";
  append(b, before, b.size() - after);
  append(a, a.size() - after, a.size());
  return label;
}

}  // namespace headlight
