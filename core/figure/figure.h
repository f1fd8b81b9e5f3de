// A figure: heatmaps side by side under one title, with a caption. Described here, drawn by drawing_of.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/figure/drawing.h"
#include "core/figure/heatmap.h"

namespace headlight {

struct Figure {
  RichText title = {};
  std::string caption = {};
  std::vector<Heatmap> panels = {};  // left to right; neighbours with equal scales share one colour bar
};

// Gives every panel the range that holds them all, so that their colours can be compared. The panels must
// have the same ramp; a diverging range stays symmetric.
void share_scale(Figure& figure);

// How two sentences are told apart: "tired" in the first one's colour, "wide" in the second's.
struct ComparisonNames {
  std::string first, second;     // the words that differ
  std::string lead = "\u2026 ";  // before each of them in the titles: "... too "
};

// The rows or columns that two maps have in common, and where either map has them.
struct CommonPlaces {
  // Of each map, for each common place its own place; nothing where it has no such word.
  std::array<std::vector<std::optional<int>>, 2> own;

  // Where one of the maps' own places stands; nothing where there is no such place.
  std::optional<int> common(int map, int place) const;
};

struct ComparedFigure : Figure {
  CommonPlaces rows = {}, columns = {};
};

// Three panels on common rows and columns: the first map, the second, and second minus first. Words pair
// up as pair_words() has it; where one has no counterpart its cells are absent, and where two different words
// meet the label is "tired | wide". `first` and `second` keep titles they already have.
// Throws std::invalid_argument unless both maps pass `check`.
ComparedFigure compare(const Heatmap& first, const Heatmap& second, const ComparisonNames& names);

struct FigureOptions {
  Theme theme = Theme::light;
  int scale = 2;         // PNG: pixels per unit, 1 to 4; one unit is a pixel on an ordinary screen
  bool ground = true;    // fill the page with the theme's paper; otherwise it stays transparent
  bool numbers = true;   // print the values where cells are large enough (34 x 20 units)
  bool stacked = false;  // panels one below the other, for a narrow column; otherwise side by side
  int cell_width = 0, cell_height = 0;  // in units; 0 lets the figure choose
};

// The figure laid out. Throws std::invalid_argument when it is empty or a part of it does not fit.
Drawing drawing_of(const Figure& figure, const FigureOptions& options = {});

// Draws to .png, .svg or .pdf, or writes the numbers alone to .csv, .tsv or .npy, by the extension of `path`.
//   .csv  words as heads; cells that are no values say "masked" or are empty; .tsv the same between tabs
//   .npy  [rows, columns], or [panels, rows, columns]; NaN where a cell is absent, minus infinity where it is
//         masked in scores. Panels must have one shape.
// Throws FormatError for another extension, AccessError when the place cannot be written, and
// std::invalid_argument as drawing_of does.
void write_figure(const Figure& figure, const std::filesystem::path& path, const FigureOptions& options = {});

// Whether a file of this name holds numbers rather than a picture.
bool holds_numbers(const std::filesystem::path& path);

// The numbers with words as heads, a line a row, tabs between cells: what a spreadsheet takes from the
// clipboard.
std::string tab_separated(const Figure& figure);

}  // namespace headlight
