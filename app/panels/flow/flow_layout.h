// The flow of a sentence through the model as plain data: where the vectors lie, and how wide the ribbons
// between them are. Made from a trace and a session before anything is drawn.
#pragma once

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/panels/common/trace_maps.h"
#include "app/session/session.h"
#include "app/widgets/area.h"
#include "core/matrix/matrix.h"
#include "core/models/trace.h"

namespace headlight {

inline constexpr float flow_units_per_weight = 13;
inline constexpr float least_flow_weight = 0.02F;  // below it no ribbon
// Where only some of the words have rows: below it a ribbon for the word in focus alone.
inline constexpr float least_weight_of_many = 0.1F;
inline constexpr float lit_weight = 0.2F;  // from it on a word belongs to the paths of another

// From the left to the right.
struct FlowColumn {
  enum class Kind {
    words,
    input,
    folded,  // a layer: its heads' mean weights and its output
    group,   // several layers: their output alone
    open,    // the layer whose selected head is shown in full
    other,   // a narrow bar for what has no place in this picture; a click opens it
    answer,
  };
  Kind kind = Kind::words;
  std::string id;                    // "encoder.1"
  const StackInfo* stack = nullptr;  // of the trace; of all but an answer without one
  bool target = false;               // the stream that goes through it
  int layer = 0, last_layer = 0;
  Attention attention = Attention::encoder;  // whose ribbons a folded block shows, and what a click opens
  int heads = 0;                             // of that attention
  int mean_of = 0;                           // how many of these take part
  int off = 0;                               // how many of all the block's heads do not
  Area area = {};
};

// A vector: one row of a node, a cell a number.
struct FlowStrip {
  std::string path;
  int row = 0;
  int place = 0;    // among its stream's words that have a row on screen
  int numbers = 0;  // how many of the row's numbers fit
  bool target = false;
  Area area = {};
  enum class Kind { stream, query, key, value } kind = Kind::stream;
};

struct FlowRibbon {
  enum class Kind {
    vector,  // hands a whole vector on
    query,
    key,
    value,  // hands it to a projection
    mean,   // weight of the mean of heads
    mixed,  // weight of the open head: a value on its way into a mix
  };
  Kind kind = Kind::vector;
  ImVec2 from = {}, to = {};
  float bend = 0;  // x up to where it stays level
  float width = 0;
  float weight = -1;                            // of `mean` and `mixed`
  int from_token = 0, to_token = 0;             // places among those shown of their streams
  bool from_target = false, to_target = false;  // stream of the two
  bool behind = false;                          // after the open block
  int heads = 0, mean_of = 0;                   // of `mean`, as those of its column
};

// The open block's parts.
struct FlowOpen {
  Area frame;
  std::string weights;  // the node
  Matrix values;        // [queries, keys] between the words shown
  Area map;
  float query_title_y = 0, key_title_y = 0, value_title_y = 0;
  float strips_x = 0, mixed_x = 0, so_far_x = -1;  // left ends; so_far_x -1 where there is no such column
  float so_far_right = -1;                         // of its words
  Area other = {};                                 // the decoder's cross-attention, folded
  float sum_x = 0, forward_x = 0, forward_right = 0, last_sum_x = 0;
  float residual_x = 0;
};

struct FlowLayout {
  std::vector<FlowColumn> columns;
  std::vector<FlowStrip> strips;
  std::vector<FlowRibbon> ribbons;
  bool is_open = false;
  FlowOpen open;
  std::vector<float> source_y, target_y;        // the middle of each word's row
  std::vector<int> source_shown, target_shown;  // the words these are of: all, of a long sentence some
  float pitch = 0;                              // of the closer of the two
  float per_weight = 0;                         // pixels
  float width = 0, height = 0;                  // of all; more than the area's when it has to be scrolled
  Matrix cross;  // [target, source] the first decoder layer's mean between the words shown; empty without one

  const FlowColumn* column(FlowColumn::Kind kind) const;
  const std::vector<int>& shown(bool target) const { return target ? target_shown : source_shown; }
  // The place of a word among those shown; -1 where it is none of them.
  int place_of(bool target, int word) const;
};

struct FlowInput {
  const Trace& trace;
  const Session& session;                             // its attention, layer and head say what is open
  std::set<std::string> off = {};                     // outputs of heads that take no part
  bool closed = false;                                // all are folded
  Area area = {};                                     // below the heading, above the legend
  float unit = 1;                                     // pixels per unit
  float words = 80, target_words = 80, answer = 130;  // pixels that the words need
  // A block on its way open: where the columns were, and how far it is.
  const std::map<std::string, Area>* from = nullptr;
  float progress = 1;
  // Of a long sentence the words that have a row, in their order; all of them where it is empty.
  std::vector<int> source_shown = {}, target_shown = {};
  // Keeps what was read of a long sentence from frame to frame; null: it is read again.
  KeptRows* kept = nullptr;

  // Of a stream, those named or all.
  std::vector<int> shown(Stream stream) const;
};

FlowLayout lay_out_flow(const FlowInput& input);

// A head's weights between the words shown, [queries, keys].
Matrix weights_between(const FlowInput& input, Attention attention, const std::string& weights_path);
// The mean of the weights of an attention's heads that take part, [queries, keys], between the words shown;
// empty where none does, and when the trace has none.
Matrix mean_weights(const FlowInput& input, Attention attention, int layer);
// How many heads take part.
int heads_on(const FlowInput& input, Attention attention, int layer);

// Which words of the two streams belong to the paths of the word in focus; none: all stay as they are. By
// their places among those shown.
struct FlowFocus {
  int token = -1;
  bool target = false;  // the stream that the token belongs to
  std::vector<bool> source_lit, target_lit;
};
// Of a word by its place in the sentence; of none where it has no row.
FlowFocus focus_on(const FlowLayout& layout, Attention attention, int token);
bool is_lit(const FlowLayout& layout, const FlowFocus& focus, const FlowRibbon& ribbon);
bool is_lit(const FlowLayout& layout, const FlowFocus& focus, const FlowStrip& strip);

// Which columns the flow has, and how they share its width.

// Widths of an open block's parts in pixels.
struct OpenWidths {
  float pad = 0, split = 0, strip = 0, link = 0, map = 0, gather = 0, mixed = 0, sum = 0, forward = 0;
  float so_far = 0;  // words and vectors of the stream that asks, where it is not the one that comes in
  float other = 0;   // a bar for the decoder's cross-attention
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
