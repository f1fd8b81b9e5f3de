#include "core/explain/align.h"

#include <algorithm>

#include "core/explain/view.h"

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

}  // namespace

std::vector<AlignedWord> align(std::span<const std::string> first, std::span<const std::string> second) {
  const CommonLengths common(first, second);
  std::vector<AlignedWord> words;
  std::size_t i = 0;
  std::size_t j = 0;
  std::size_t done_first = 0;
  std::size_t done_second = 0;
  const auto pair_up = [&] {
    while (done_first < i || done_second < j) {
      AlignedWord word;
      if (done_first < i) word.first = static_cast<int>(done_first++);
      if (done_second < j) word.second = static_cast<int>(done_second++);
      word.label = !word.second  ? first[*word.first]
                   : !word.first ? second[*word.second]
                                 : first[*word.first] + " | " + second[*word.second];
      words.push_back(std::move(word));
    }
  };
  while (i < first.size() && j < second.size()) {
    if (first[i] == second[j]) {
      pair_up();
      words.push_back({static_cast<int>(i), static_cast<int>(j), first[i]});
      done_first = ++i;
      done_second = ++j;
    } else if (common.at(i + 1, j) >= common.at(i, j + 1)) {
      ++i;
    } else {
      ++j;
    }
  }
  i = first.size();
  j = second.size();
  pair_up();
  return words;
}

ComparisonNames names_of(std::span<const std::string> first, std::span<const std::string> second) {
  const ComparisonNames plain{"first", "second", ""};
  const std::vector<AlignedWord> words = align(first, second);
  const auto differs = [&](const AlignedWord& word) {
    return !word.first || !word.second || first[*word.first] != second[*word.second];
  };
  if (std::count_if(words.begin(), words.end(), differs) != 1) return plain;
  const auto found = std::find_if(words.begin(), words.end(), differs);
  if (!found->first || !found->second) return plain;
  const std::string before = found == words.begin() ? "" : "… " + std::prev(found)->label + " ";
  return {first[*found->first], second[*found->second], before};
}

Figure comparison_of(const Trace& first, const Trace& second, std::string_view path) {
  Heatmap one = view_of(first, path);
  Heatmap other = view_of(second, path);
  const RichText title = one.title;
  // The panels are named by the words that differ; what they show stands above all three.
  one.title = {};
  other.title = {};
  Figure figure = compare(one, other, names_of(first.words().source, second.words().source));
  figure.title = title;
  return figure;
}

Heatmap difference_of(const Trace& first, const Trace& second, std::string_view path) {
  return comparison_of(first, second, path).panels.back();
}

}  // namespace headlight
