// The parts of the Unrolled view.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/panels/common/panels.h"
#include "app/panels/unrolled/unrolled_layout.h"
#include "app/widgets/ui.h"

namespace headlight {

// Bars below a text: how surprised the model was by each token.

// Room that the bars and their numbers want.
float surprise_height(const Ui& ui);

// A bar for each token from `first` on, its middle at `x`, `pitch` apart, hanging from the top of `area`; at
// its left what they are and their mean. Nothing for a model that does not say what comes next.
void draw_surprise(const PanelContext& context, const Area& area, int side, int first,
                   std::span<const float> x, float pitch);

// How the unrolled network is drawn. For the files of this folder alone.

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
