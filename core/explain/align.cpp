#include "core/explain/align.h"

#include <algorithm>

#include "core/explain/view.h"
#include "core/text/word_pairs.h"

namespace headlight {

std::vector<AlignedWord> align(std::span<const std::string> first, std::span<const std::string> second) {
  std::vector<AlignedWord> words;
  for (const auto& [here, there] : pair_words(first, second)) {
    words.push_back({here, there,
                     !there  ? first[*here]
                     : !here ? second[*there]
                             : joint_label(first[*here], second[*there])});
  }
  return words;
}

ComparisonNames names_of(std::span<const std::string> first, std::span<const std::string> second) {
  ComparisonNames plain{"first", "second", ""};
  const std::vector<AlignedWord> words = align(first, second);
  const auto differs = [&](const AlignedWord& word) {
    return !word.first || !word.second || first[*word.first] != second[*word.second];
  };
  if (std::count_if(words.begin(), words.end(), differs) != 1) return plain;
  const auto found = std::find_if(words.begin(), words.end(), differs);
  if (!found->first || !found->second) return plain;
  return {first[*found->first], second[*found->second], found == words.begin() ? "" : "… "};
}

Figure comparison_of(const Trace& first, const Trace& second, std::string_view path) {
  Heatmap one = view_of(first, path);
  Heatmap other = view_of(second, path);
  const RichText title = one.title;
  // The panels are named by the words that differ; what they show stands above all three.
  one.title = {};
  other.title = {};
  Figure figure = compare(one, other, names_of(first.typed(), second.typed()));
  figure.title = title;
  return figure;
}

Heatmap difference_of(const Trace& first, const Trace& second, std::string_view path) {
  return comparison_of(first, second, path).panels.back();
}

}  // namespace headlight
