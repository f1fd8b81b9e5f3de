// Two sentences side by side: which word of one stands for which of the other, and how their values differ.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/figure/figure.h"
#include "core/models/trace.h"

namespace headlight {

// A place in both sentences; in one of them the word may be missing.
struct AlignedWord {
  std::optional<int> first;
  std::optional<int> second;
  std::string label;  // "animal"; "tired | wide" where one word took the place of another
  bool operator==(const AlignedWord&) const = default;
};

// The words paired up as pair_words() does, each pair with its label.
std::vector<AlignedWord> align(std::span<const std::string> first, std::span<const std::string> second);

// What tells two sentences apart: the one pair of words that was replaced ("tired", "wide") after the word
// before it, or "first" and "second" where they differ in more.
ComparisonNames names_of(std::span<const std::string> first, std::span<const std::string> second);

// One node in both traces: the first map, the second on the same scale, and second minus first on a scale
// symmetric about 0, on common rows and columns; where a word has no counterpart the cell is absent. Throws
// std::out_of_range when one of the traces has no such node.
Figure comparison_of(const Trace& first, const Trace& second, std::string_view path);

// The third of these maps alone.
Heatmap difference_of(const Trace& first, const Trace& second, std::string_view path);

}  // namespace headlight
