// What a frame shows, for somebody who cannot see it: each text as a whole, what maps and charts are drawn
// from, and what can be pressed. Kept only while somebody listens.
#pragma once

#include <string>
#include <vector>

#include "app/widgets/area.h"
#include "core/figure/drawing.h"
#include "core/figure/heatmap.h"

namespace headlight {

struct ToldText {
  std::string words;
  Area area;
  int layer = 0;  // as of Placed
};

// The part of a map whose cells are drawn.
struct ToldMap {
  HeatmapPtr map;
  int row = 0, column = 0, rows = 0, columns = 0;
  Area area;
  int layer = 0;
};

// A number with its name: a bar, a row of a table, "entropy" over "2.31 bits". Those that come one after
// another are told in one sentence, under what stands over them.
struct ToldNumber {
  std::string name, number;
  float value = 0;      // by which the largest of many are found
  Area area = {};       // of its row, or of all that it is one of
  std::string of = {};  // what all of these are; empty: the text over them says it
  int layer = 0;
  std::size_t texts_before = 0;
};

struct ToldCurve {
  enum class Kind { line, dots, bars };
  std::string name;
  std::vector<Point> points;
  Kind kind = Kind::line;
  std::vector<std::string> labels = {};  // of the points
};
struct ToldChart {
  std::string along, up;                                       // what its axes are, with their units
  std::string (*says_along)(double), (*says_up)(double) = {};  // of a tick; null: as a number
  std::vector<ToldCurve> curves;
  Area area;
  int layer = 0;
};

struct ToldItem {
  std::string id, hint;
  std::string name, state;  // where what stands in it does not say these: "Positions", "on"
  Area area;
  int layer = 0;
  bool reachable = true;  // with Tab
  bool in_sight = true;
};

// In the order in which it is drawn.
struct Told {
  std::vector<ToldText> texts;
  std::vector<ToldMap> maps;
  std::vector<ToldNumber> numbers;
  std::vector<ToldChart> charts;
  std::vector<ToldItem> items;
};

struct Listening {
  bool on = false;
  Told now;  // of this frame
};

}  // namespace headlight
