// What a heatmap shows, as plain data: the same description is drawn on screen and into files.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/figure/numbers.h"
#include "core/figure/palette.h"
#include "core/text/word_pairs.h"

namespace headlight {

enum class CellState : std::uint8_t {
  value,
  masked,  // attention may not look there; in scores the number is minus infinity
  absent,  // not computed, or without a counterpart; the number means nothing
};

// From numbers to colours. A group of maps drawn with an equal scale shares one colour bar.
struct Scale {
  Ramp ramp = Ramp::sequential;
  float low = 0, high = 1;                   // the ends of the ramp; nothing shown should lie outside
  std::string label = {};                    // above the bar: "weight"
  RichText high_means = {}, low_means = {};  // beside its ends: "more in wide", "more in tired"; may be empty
  // Above 0 the scale is logarithmic from here on: what is smaller lies at the low end, of a diverging ramp
  // in the middle, and equal factors are equally far apart.
  float log_from = 0;
  bool more_below = false, more_above = false;  // some cells lie beyond an end, and have its colour
  bool one_way = false;  // numbers of both signs in the colours of a sequential ramp: in greys

  Ramp colours() const { return one_way ? Ramp::sequential : ramp; }
};
bool operator==(const Scale& a, const Scale& b);

// Where a number lies on its scale, 0 to 1, the nearer end when outside; 0.5 when the scale has no width.
//   linear                   (v - low) / (high - low)
//   logarithmic, sequential  log(v / log_from) / log(high / log_from)
//   logarithmic, diverging   1/2 + 1/2 sign(v) log(|v| / log_from) / log(high / log_from)
// The number must not be NaN.
float position_on_scale(const Scale& scale, float value);

// The numbers beside a colour bar, from the low end to the high one: its ends, where a signed scale changes
// sign or a linear one has its middle, and of a logarithmic one powers of ten.
struct ScaleTick {
  float share = 0;   // of the bar, from its low end
  std::string text;  // "0.2"; "\u22650.2" where some cells lie beyond
};
std::vector<ScaleTick> ticks_of(const Scale& scale);

// Diverging, from -m to m with m the largest magnitude among the finite numbers (1 when all are zero).
Scale symmetric_scale(std::span<const float> values, std::string label = "");

struct Mark {  // an outline around one cell
  int row = 0, column = 0;
  Role role = Role::ink;
};

struct Heatmap {
  RichText title = {};
  std::string path = {};  // the node's name, "encoder.1.self_attention.head.0.weights"; may be empty
  int rows = 0, columns = 0;
  std::vector<float> values = {};               // [rows][columns]
  std::vector<CellState> states = {};           // [rows][columns], or empty when every cell is a value
  std::vector<std::string> row_labels = {};     // one for each row, or none: then the index is the label
  std::vector<std::string> column_labels = {};  // the same for columns
  // Where these are pieces of words: which are paired by these in a comparison; else null.
  std::shared_ptr<const PieceWords> row_pieces = nullptr, column_pieces = nullptr;
  std::string row_axis = "query", column_axis = "key";
  std::string absent_means = "not computed";  // said under the map when a cell is absent
  Scale scale = {};
  NumberFormat format = NumberFormat::weight;
  std::optional<int> focus_row = {}, focus_column = {};    // the selected word
  std::vector<int> chosen_rows = {}, chosen_columns = {};  // outlined, in their order, neighbours as one
  std::vector<Mark> marks = {};                            // cells the caption speaks of
  // A number that stands for a mask (-1e9): its cells are masked, and a table still has the number.
  std::optional<float> mask = {};
  std::optional<int> left_out = {};  // a column that the scale leaves out: hatched, and no colour of the ramp

  float value(int row, int column) const;
  // A value of minus infinity, or of `mask`, counts as masked, whatever `states` says.
  CellState state(int row, int column) const;
  // NaN or plus infinity in a cell that is neither masked nor absent: drawn in the colour of errors.
  bool is_error(int row, int column) const;
  std::string row_label(int row) const;
  std::string column_label(int column) const;
};

using HeatmapPtr = std::shared_ptr<const Heatmap>;

// Throws std::invalid_argument, saying which part does not fit, unless sizes, focus and marks agree.
void check(const Heatmap& map);

// Places in their order, those that follow one another together: from the first up to before the end.
struct PlaceRun {
  int first = 0, end = 0;
};
std::vector<PlaceRun> runs_of(std::span<const int> places);

// The colour of a number that is no error.
Rgb colour_on_scale(const Scale& scale, float value, Theme theme);
// The ground of the cells in a column that is left out.
Rgb left_out_colour(Theme theme);
// The colour of one cell that is a value and no error.
Rgb cell_colour(const Heatmap& map, int row, int column, Theme theme);

// A map with its rows as columns and its columns as rows: labels, axes, values and states.
Heatmap with_axes_swapped(const Heatmap& map);

}  // namespace headlight
