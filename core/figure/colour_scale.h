// How the numbers of heatmaps become colours, as a person chooses it: linear or logarithmic, on a range of
// one's own, without the column in which attention only rests.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/figure/heatmap.h"

namespace headlight {

struct Figure;

struct ColourScale {
  bool logarithmic =
      false;  // from a power of ten near a ten-thousandth of the high end on, or from a low end above 0
  bool own_range = false;  // from `low` to `high`; of signed numbers as far to either side as the farther one
  float low = 0, high = 1;
  bool without_sink =
      false;  // of weights: the sink's column is left out, and the range is that of the others

  bool operator==(const ColourScale&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("logarithmic", self.logarithmic);
    visit("own_range", self.own_range);
    visit("low", self.low);
    visit("high", self.high);
    visit("without_sink", self.without_sink);
  }
};
// Numbers for ends, the low one below the high one; else the range is not one's own.
ColourScale clamped(ColourScale scale);

// "linear", "logarithmic, 0 to 0.2, without the sink".
std::string in_words(const ColourScale& scale);

// The least and the greatest number of each column, of cells that are values and no errors; where it has none
// the least is above the greatest.
struct ColumnRanges {
  std::vector<float> low, high;  // [columns]
};
ColumnRanges ranges_of(const Heatmap& map);

struct ValueRange {
  float low = std::numeric_limits<float>::infinity(), high = -std::numeric_limits<float>::infinity();
  // Takes in those of all columns but one.
  void add(const ColumnRanges& columns, std::optional<int> left_out);
};

// The scale of maps whose own one is `own` and whose numbers, without a column that is left out, are `range`.
Scale scale_by(const ColourScale& by, const Scale& own, const ValueRange& range, bool column_left_out);

// Whether a column can be left out: weights of words for words.
bool has_sink_column(const Heatmap& map);

// Weights so small that a scale from 0 to 1 hardly shows them, as those of long texts are.
struct FaintWeights {
  static constexpr float below = 0.2F;   // the largest weight of a faint row is less
  static constexpr float least = 0.75F;  // so many of the rows are faint

  int rows = 0, faint = 0;  // without those that have no weight
  float largest = 0;        // of all rows
  float high =
      0;  // 1, 2 or 5 times a power of ten: not less than the largest weights of three in four faint rows
};
// Without the column `sink`. Empty where the map is no such map: its own scale is not from 0 to 1, or fewer
// of its rows are faint.
std::optional<FaintWeights> faint_weights(const Heatmap& map, std::optional<int> sink);

// All panels of a figure. Those that had one scale have one again. `sinks` are columns of them; nothing where
// none is left out.
void colour_by(const ColourScale& by, Figure& figure, const std::vector<std::optional<int>>& sinks);

}  // namespace headlight
