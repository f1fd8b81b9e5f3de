// Puts vectors and ribbons down, from the left to the right. For flow_layout.cpp and flow_open_layout.cpp
// alone.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "app/panels/flow/flow_columns.h"
#include "app/panels/flow/flow_layout.h"
#include "core/models/stack_nodes.h"

namespace headlight {

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

// The parts of the open block, and what goes into them and comes out (flow_open_layout.cpp). `looseness` is
// what flow_columns() said.
void place_open_block(FlowPen& pen, const FlowColumn& column, float looseness);

}  // namespace headlight
