// A recurrent network unrolled over time, as plain data: where each cell, word and line lies. Made from a
// trace before anything is drawn.
#pragma once

#include <string>
#include <vector>

#include "app/widgets/area.h"
#include "core/models/read_trace.h"

namespace headlight {

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

}  // namespace headlight
