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

// The words from `first_begin` and `second_begin` up to the next common word.
void add_run(std::vector<WordPair>& pairs, int first_begin, int first_end, int second_begin, int second_end) {
  if (first_end - first_begin == second_end - second_begin) {
    for (int i = first_begin; i < first_end; ++i) pairs.push_back({i, second_begin + i - first_begin});
    return;
  }
  for (int i = first_begin; i < first_end; ++i) pairs.push_back({i, std::nullopt});
  for (int j = second_begin; j < second_end; ++j) pairs.push_back({std::nullopt, j});
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
  const CommonLengths common(first, second);
  std::vector<WordPair> pairs;
  std::size_t i = 0;
  std::size_t j = 0;
  int done_first = 0;
  int done_second = 0;
  while (i < first.size() && j < second.size()) {
    if (first[i] == second[j]) {
      const int here = static_cast<int>(i++);
      const int there = static_cast<int>(j++);
      add_run(pairs, done_first, here, done_second, there);
      pairs.push_back({here, there});
      done_first = here + 1;
      done_second = there + 1;
    } else if (common.at(i + 1, j) >= common.at(i, j + 1)) {
      ++i;
    } else {
      ++j;
    }
  }
  add_run(pairs, done_first, static_cast<int>(first.size()), done_second, static_cast<int>(second.size()));
  return pairs;
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
