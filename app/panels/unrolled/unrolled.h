// The Unrolled view: where everything lies, and its parts.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/widgets/area.h"
#include "app/widgets/ui.h"
#include "core/models/trace.h"

namespace headlight {

// A recurrent network unrolled over time, as plain data: where each cell, word and line lies. Made from a
// trace before anything is drawn.

// The tokens of a stream that have a column, of a long text those that fit.
struct UnrolledColumns {
  Stream stream = Stream::none;
  int first = 0;
  std::vector<float> x;  // the middle of each
  float pitch = 0;
  int all = 0;      // tokens of the stream
  Area words = {};  // the row of what is read
  Area next = {};   // the row of what is written; empty for a stream that is only read

  int end() const { return first + static_cast<int>(x.size()); }
  bool shows(int token) const { return token >= first && token < end(); }
  float x_of(int token) const { return x.at(token - first); }
};

struct UnrolledLane {
  RecurrentLane lane;
  int columns = 0;  // which of the layout's
  Area row = {};    // of all its strips
};

struct UnrolledLayout {
  std::vector<UnrolledColumns> columns;  // the stream read first, the one written from it above
  std::vector<UnrolledLane> lanes;
  Area between = {};     // where the decoder gets what was read; empty with one stream
  Area bottleneck = {};  // of its strip; empty where there is none
  float strip = 0;       // width of a state

  Area cell(const UnrolledLane& lane, int time) const;
  // All cells of one token: what its annotation is made of.
  Area column(int columns, int token) const;
};

struct UnrolledInput {
  const Trace& trace;
  Area area = {};
  float unit = 1;
  std::vector<int> first = {};  // of the columns of each stream, clamped
};

// How many tokens of `all` have a column where so many pixels are.
int unrolled_columns(float width, int all, float unit);

UnrolledLayout lay_out_unrolled(const UnrolledInput& input);

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
