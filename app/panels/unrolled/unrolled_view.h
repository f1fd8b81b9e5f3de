// How the unrolled network is drawn. For the files of this folder alone.
#pragma once

#include <optional>

#include "app/panels/panels.h"
#include "app/panels/unrolled/unrolled_layout.h"

namespace headlight {

// The cell that is opened up: one time of one lane.
struct ChosenCell {
  int lane = 0;
  int time = 0;
};

struct UnrolledFrame {
  const PanelContext& context;
  UnrolledLayout layout;
  int side = 0;
  ChosenCell chosen;
  float most = 1;  // of all states: their one scale is from -most to most
};

// Words, cells and what goes from one to another; with attention the weights as lines, else the bottleneck.
void draw_unrolled_cells(const UnrolledFrame& frame);
void draw_unrolled_between(const UnrolledFrame& frame);
// Of what stands before the rows of words, "reads", with the space behind it. `predicts`: what is above is
// the likeliest next token, else what is written.
float row_names_width(const Ui& ui, bool predicts);

// The chosen cell: its parts over time as strips, and how one number of it was made.
void draw_opened_cell(const UnrolledFrame& frame, const Area& area);

// "“cross”, GRU"
std::string lane_title(const RecurrentLane& lane);

}  // namespace headlight
