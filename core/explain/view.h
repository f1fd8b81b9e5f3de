// What to draw for a node of a trace: its values as a heatmap with the words, the scale and the title that
// belong to it. Screen and figures are made from the same description.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/figure/figure.h"
#include "core/figure/heatmap.h"
#include "core/models/trace.h"

namespace headlight {

// Whether a node's numbers are shares or probabilities: made by a softmax, so that rows add up to one, or
// gathered from what one made at each time; of labels that exclude nothing, each by a sigmoid.
bool is_distribution(const Trace& trace, int node);

// Of weights from a file, the same for all of it.
Scale scale_of(const GivenWeights& given);

// The whole node. Throws std::out_of_range with the nearest names when the trace has no such node.
//   scale   what a softmax made runs from 0 to 1; everything else is signed, symmetric about 0; weights from
//           a file that are no shares have one scale for all of it
//   states  scores of minus infinity, and the weights made from them, are masked
Heatmap view_of(const Trace& trace, std::string_view path);
// Its rows first .. first + count alone, read as Trace::rows() does; a signed scale is that of these rows.
Heatmap view_of_rows(const Trace& trace, std::string_view path, int first, int count);

// The columns that say most about the rows of these maps, which have the same columns: the largest of every
// row, then row by row the next ones until there are `most`. In the maps' order; a picture of a whole
// vocabulary would be hundreds of columns wide.
std::vector<int> largest_columns(std::span<const Heatmap> maps, int most);
// The same map with these columns, or these rows, alone.
Heatmap with_columns(const Heatmap& map, std::span<const int> columns);
Heatmap with_rows(const Heatmap& map, std::span<const int> rows);

// Two sentences side by side: which word of one stands for which of the other, and how their values differ.

// A place in both sentences; in one of them the word may be missing.
struct AlignedWord {
  std::optional<int> first;
  std::optional<int> second;
  std::string label;  // "animal"; "tired | wide" where one word took the place of another
  bool operator==(const AlignedWord&) const = default;
};

// The words paired up as pairs_of() does, each pair with its label.
std::vector<AlignedWord> align(std::span<const std::string> first, std::span<const std::string> second,
                               const PieceWords* first_pieces = nullptr,
                               const PieceWords* second_pieces = nullptr);

// What tells two sentences apart: the one pair of words that was replaced ("tired", "wide") after the word
// before it, or "first" and "second" where they differ in more.
ComparisonNames names_of(std::span<const std::string> first, std::span<const std::string> second);

// Two traces next to each other: which word of one stands for which of the other.
struct TraceAlignment {
  std::vector<AlignedWord> source, target;  // the tokens of either stream
  std::vector<AlignedWord> next;            // the likeliest word at each place
  std::vector<AlignedWord> crossing;        // what asks another stream: "<s> → L'"
  std::vector<AlignedWord> written;         // the answers, word by word
  ComparisonNames names;                    // of what was typed

  const std::vector<AlignedWord>& of(Stream stream) const {
    return stream == Stream::source ? source : target;
  }
  // What stands in the other trace for a place of an axis of tokens, `from` the first or the second.
  std::optional<int> counterpart(Axis axis, int from, int place) const;
};
TraceAlignment alignment_of(const Trace& first, const Trace& second);

// One node in both traces: the first map, the second on the same scale, and second minus first on a scale
// symmetric about 0, on common rows and columns; where a word has no counterpart the cell is absent.
// `words`: weights by whole words, as by_words() makes them. Throws std::out_of_range when one of the traces
// has no such node.
ComparedFigure comparison_of(const Trace& first, const Trace& second, std::string_view path,
                             bool words = false);

// The third of these maps alone.
Heatmap difference_of(const Trace& first, const Trace& second, std::string_view path);

}  // namespace headlight
