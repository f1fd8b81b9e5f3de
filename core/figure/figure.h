// A figure: heatmaps side by side under one title, with a caption. Described here, drawn by drawing_of.
#pragma once

#include <array>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/figure/drawing.h"
#include "core/figure/heatmap.h"
#include "core/files/tables.h"
#include "core/text/say.h"

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
  // What stands around the maps. `corner`: what rows and columns are; `keys`: what cells without a value
  // mean.
  bool title = true, path = true, caption = true, bar = true, corner = true, keys = true;
  // What is selected is set apart: a band, bold letters, outlines. Its words are never left out, either way.
  bool focus = true;
  // Of the page: the cells are as large as fit. 0: as wide as it comes out.
  double width_mm = 0;
  // Size of words and numbers, 4 to 40; titles are half as large again. 0: 9.75; of a width 8, or as small as
  // 6 where the words of all rows and columns have room only then.
  double points = 0;
  std::string font = {};  // a family that is installed; empty: Inter, and JetBrains Mono for numbers
  bool grey = false;      // every colour as a grey; signed maps then get signs
  bool signs = false;     // a dash in the negative cells of signed maps, where no number says it
};

// What of a figure can be turned on and off, as it is offered: the sheet of the window and the command line
// are made from this list.
struct FigureSwitch {
  // Where the sheet has it. With a figure are things that are there; for print is what is not as usual.
  enum class Row { with, print, more, none };

  bool FigureOptions::*field;
  Row row;
  const char* name;   // on the sheet: "with bar" of "export/with bar"
  const char* title;  // there, and under the mouse
  const char* hint;
  const char* option;  // makes it what it usually is not: "--no-bar"; null where others say it
  const char* help;
  bool of_maps = true;  // it has no meaning for the stage, or for a picture with its maps
};
inline constexpr std::array figure_switches{
    FigureSwitch{&FigureOptions::title, FigureSwitch::Row::with, "with title", to_be_said("title"),
                 to_be_said("What the maps show, above them"), nullptr, nullptr},
    FigureSwitch{&FigureOptions::numbers, FigureSwitch::Row::with, "with numbers",
                 to_be_said("numbers in the cells"), to_be_said("Where there is room for them"),
                 "--no-numbers", "No numbers in the cells"},
    FigureSwitch{&FigureOptions::bar, FigureSwitch::Row::with, "with bar", to_be_said("colour bar"),
                 to_be_said("Beside the maps"), "--no-bar", "No colour bar"},
    FigureSwitch{&FigureOptions::caption, FigureSwitch::Row::with, "with caption", to_be_said("caption"),
                 to_be_said("Sentence, answer and model, below the maps"), nullptr, nullptr},
    FigureSwitch{&FigureOptions::grey, FigureSwitch::Row::print, "grey", to_be_said("without colours"),
                 to_be_said("In greys: negative cells have a dash"), "--grey",
                 "For printing without colours: in greys, with a dash in negative cells"},
    FigureSwitch{&FigureOptions::ground, FigureSwitch::Row::print, "no ground", to_be_said("no background"),
                 to_be_said("The page behind it shows through"), "--transparent",
                 "No background behind the picture", false},
    FigureSwitch{&FigureOptions::path, FigureSwitch::Row::more, "with path", to_be_said("path"),
                 to_be_said("The name of the step, under the title"), "--no-path", "No name of the step"},
    FigureSwitch{&FigureOptions::stacked, FigureSwitch::Row::none, nullptr, nullptr, nullptr, "--stacked",
                 "Heatmaps one below the other, for a narrow column", false},
    FigureSwitch{&FigureOptions::signs, FigureSwitch::Row::none, nullptr, nullptr, nullptr, "--signs",
                 "A dash in negative cells that have no number"}};

// The width of a column of a paper, and of the page, as many journals have it.
inline constexpr double one_column_mm = 85, two_columns_mm = 174;
// Maps of more cells are drawn as an image, a pixel a cell: 512 x 512 shapes are megabytes.
inline constexpr int most_drawn_cells = 200 * 200;
// Throws std::invalid_argument where a map has too many rows or columns for any picture.
void require_drawable(int rows, int columns);

// The figure laid out. Throws std::invalid_argument when it is empty or a part of it does not fit. What of
// the options did not fit is added to `notes`, a sentence each: "Numbers: cells of 0.3 mm have no room for
// them."
Drawing drawing_of(const Figure& figure, const FigureOptions& options = {},
                   std::vector<std::string>* notes = nullptr);

// Draws to .png, .svg or .pdf, or writes the numbers alone to .csv, .tsv or .npy, by the extension of `path`.
//   .csv  words as heads; cells that are no values say "masked" or are empty; .tsv the same between tabs
//   .npy  [rows, columns], or [panels, rows, columns]; NaN where a cell is absent, minus infinity where it is
//         masked in scores. Panels must have one shape.
// Throws FormatError for another extension, AccessError when the place cannot be written, and
// std::invalid_argument as drawing_of does.
void write_figure(const Figure& figure, const std::filesystem::path& path, const FigureOptions& options = {},
                  std::vector<std::string>* notes = nullptr);

// Whether a file of this name holds numbers rather than a picture.
bool holds_numbers(const std::filesystem::path& path);

// The numbers with words as heads, a line a row, tabs between cells: what a spreadsheet takes from the
// clipboard.
std::string tab_separated(const Figure& figure);

// What a picture, its numbers or an animation can be written as: a row for each format, by the ending of the
// file's name.

// `pass`: every number of a forward pass.
enum class FormatKind { picture, numbers, animation, pass };

struct Format {
  const char* ending;  // ".png"
  const char* name;    // "PNG"
  FormatKind kind;
  bool pixels;  // of a chosen size
  // Of a picture without pixels, and of numbers; null for other kinds.
  void (*draw)(std::ostream& out, const Drawing& drawing, bool ground);
  void (*write)(const std::filesystem::path& path, const NumberTable& numbers);
};

std::vector<const Format*> formats_of(FormatKind kind);
// ".png", ".svg", ".pdf"; those of the first kind come first.
std::vector<std::string> endings_of(std::span<const FormatKind> kinds);

// ".csv, .npy or .tsv".
std::string in_words(std::span<const std::string> endings);

// The format of `path`. Throws FormatError, "no figure can be written with this ending", where it is of none
// of the `kinds`.
const Format& format_of(const std::filesystem::path& path, const std::string& what,
                        std::span<const FormatKind> kinds);

}  // namespace headlight
