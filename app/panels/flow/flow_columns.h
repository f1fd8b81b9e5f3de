// Which columns the flow has, and how they share its width.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "app/panels/flow/flow_layout.h"
#include "core/models/read_trace.h"

namespace headlight {

// Widths of an open block's parts in pixels.
struct OpenWidths {
  float pad = 0, split = 0, strip = 0, link = 0, map = 0, gather = 0, mixed = 0, sum = 0, forward = 0;
  float so_far = 0;  // words and vectors of the stream that asks, where it is not the one that comes in
  float other = 0;   // a bar for the decoder's encoder-decoder attention
  float total() const;
};
// Between the narrowest (0) and the usual (1).
OpenWidths open_widths(const FlowInput& input, float looseness);

// How many numbers the heads of the open block make together.
int mixed_numbers(const FlowInput& input);

// What the row of a vector takes: every number a whole pixel, the same for all.
struct StripSize {
  int numbers = 0;  // that are shown
  float width = 0;
};
StripSize strip_size(int numbers, float unit);

// The columns with their areas; `looseness` is what open_widths() was asked with.
std::vector<FlowColumn> flow_columns(const FlowInput& input, float& looseness);

// Puts vectors and ribbons down, from the left to the right. For flow_layout.cpp and flow_columns.cpp
// alone.

inline constexpr float flow_above_rows = 66;  // units: the columns' titles

struct FlowPen {
  const FlowInput& input;
  FlowLayout& layout;
  float exit_x = 0;          // where the stream was left off
  bool exit_target = false;  // and which one it is
  bool behind = false;       // after the open block

  float px(float units) const { return std::round(units * input.unit); }
  float bottom() const { return input.area.top + layout.height; }
  const std::vector<int>& shown(bool target) const { return layout.shown(target); }
  const std::vector<float>& rows(bool target) const { return target ? layout.target_y : layout.source_y; }
  StripSize stream_strip() const { return strip_size(stream_size(input.trace), input.unit); }

  // A vector for each word of a stream; what follows begins at its right end.
  void station(const std::string& path, bool target, float x) { station(path, target, x, stream_strip()); }
  void station(const std::string& path, bool target, float x, const StripSize& size);
  // A row of a node at each of the places `y`.
  void strips(const std::string& path, bool target, float x, const StripSize& size,
              const std::vector<float>& y, float tall, FlowStrip::Kind kind);

  // The stream goes on level from where it was left off to `x`.
  void arrive(float x);
  void hand_on(float from, float to, bool target);

  // One ribbon for each weight worth one. At the receiving end they lie on one another: together they are as
  // wide as a weight of 1.
  void weighted(const Matrix& weights, FlowRibbon like, float from_x, const std::vector<float>& from_y,
                float to_x, const std::vector<float>& to_y);
};

// The parts of the open block, and what goes into them and comes out (flow_columns.cpp). `looseness` is
// what flow_columns() said.
void place_open_block(FlowPen& pen, const FlowColumn& column, float looseness);

}  // namespace headlight
