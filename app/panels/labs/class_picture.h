// A lab before a class: one picture that the back row can read, and one sentence about it. The picture is
// bars, curves, a matrix, or words in lines.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/panels/labs/labs.h"
#include "app/widgets/plot.h"

namespace headlight {

// One below the other, each with its name and its number.
struct ClassBars {
  struct Bar {
    std::string name, number;
    double share = 0;  // of the longest possible bar: 0 to 1
    std::optional<Rgb> colour = {};
  };
  std::vector<Bar> bars;
  int hot = 0;  // the one that it is about; -1: none
};
// Their names stand at their right ends; those of dots in a line above.
struct ClassCurves {
  PlotAxis x, y;
  std::vector<PlotSeries> series;
  std::optional<double> at = {};    // the x that it is about,
  std::optional<double> from = {};  // or all from this one up to it
};
// Rows and columns have the map's labels, where there is room for them.
struct ClassCells {
  HeatmapPtr map;
  int hot = -1;  // the row that it is about
};
struct ClassLines {
  struct Line {
    std::string name;
    std::vector<std::string> words;
    bool pieces = false;  // of words: each has a frame
  };
  std::vector<Line> lines;
};

struct ClassPicture {
  std::string word = {}, about = {};  // above it: whom it is about, in yellow, and what is shown of that
  std::variant<ClassBars, ClassCurves, ClassCells, ClassLines> shows = {};
  std::string says = {};  // below it: what follows
};

// The smallest letters before a class, in units.
inline constexpr Type class_text{Face::regular, 23};

void draw_class_picture(Ui& ui, Area area, const ClassPicture& picture);
// A bar in a line of its own; of the one that it is about all is darker, on a yellow ground.
void draw_class_bar(Ui& ui, const Area& line, const ClassBars::Bar& bar, bool hot);

// The largest shares with their words, and what all the others have together.
ClassBars class_shares(std::span<const std::string> words, std::span<const float> shares, Rgb colour);
// The numbers that are farthest from 0, below it in another colour.
ClassBars class_scores(std::span<const std::string> names, std::span<const float> numbers, const Palette& c);

// Whether the lab that is open has such a picture of what it is set to; and that picture, nothing as long as
// it is computed.
bool has_class_picture(const Session& session);
std::optional<ClassPicture> class_picture_of(const PanelContext& context);

}  // namespace headlight
