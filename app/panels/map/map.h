// The Map view: where its blocks lie, what it keeps from one frame to the next, and what its parts draw.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab_work.h"
#include "app/panels/common/panels.h"
#include "app/widgets/area.h"
#include "core/layers/weights.h"
#include "core/models/trace.h"

namespace headlight {

// Where the blocks of the model lie on the map, as plain data: made from a trace, drawn afterwards.

struct MapBlock {
  enum class Kind {
    words,          // the sentence read, or what was written so far
    embedding,      // words to vectors
    positions,      // beside the stream
    sum,            // a circle where two streams are added
    normalization,  //
    attention,
    feed_forward,
    recurrent,  // the cells of a recurrent layer, in one direction or both
    linear,
    softmax,
    written,  // the words the model writes
    folded,   // layers that are not drawn one by one
  };
  Kind kind = Kind::words;
  std::string id;                       // "encoder.1.self_attention"
  std::string step;                     // the node a click goes to
  std::vector<std::string> stands_for;  // paths of the nodes in it, without what follows a dot
  std::string title;
  std::int64_t parameters = 0;
  Area area = {};
  // Of an attention block, and the layers of a folded one.
  Attention attention = Attention::encoder;
  int heads = 0;
  int layer = 0, last_layer = 0;
  StackInfo stack = {};
  bool at_right = false;  // its column: residual paths and names stand to its right

  bool stands_for_path(std::string_view path) const;
};

// A line of the stream, from its first to its last point, with rounded corners.
struct MapLine {
  enum class Kind { stream, residual, query, key, value };
  Kind kind = Kind::stream;
  std::vector<ImVec2> points;
  std::string shape_of = {};  // the node whose shape is written beside it
  ImVec2 label = {};          // the left middle of that text, or the right one
  bool label_ends_there = false;
  bool arrow = true;
};

// The frame around the blocks of a layer that is unfolded.
struct MapFrame {
  std::string id;  // "encoder.1"
  int layer = 0;
  StackInfo stack = {};
  bool at_right = false;
  Area area = {};
  Area label = {};  // beside it: the layer's name; a click folds it
  std::int64_t parameters = 0;
};

struct BlockLayout {
  std::vector<MapBlock> blocks;
  std::vector<MapLine> lines;
  std::vector<MapFrame> frames;
  float height = 0;  // of all; more than the area's when it has to be scrolled

  // The block that a node belongs to; null for none.
  const MapBlock* block_of(std::string_view path) const;
};

struct MapInput {
  const Trace& trace;                           // its anatomy, and which nodes there are
  const Weights& weights;                       // for counting; of the same model
  Area area = {};                               // in pixels
  float unit = 1;                               // pixels per unit
  std::string shown = {};                       // the current step: its layer is unfolded where not all are
  const std::map<std::string, bool>& unfolded;  // what somebody decided about a layer, by its path
  int word_lines = 1;                           // of the words below and above
};

// Whether a stack stands in the right one of two columns.
bool map_at_right(const Anatomy& anatomy, const StackInfo& stack);
// Left and right end of a stack's blocks, and of the words below and above them.
Area map_column(const Area& area, float unit, bool two_stacks, bool at_right);
Area map_words_column(const Area& column, float unit);
// From the bottom of `area` upwards; what is higher than it begins above its top.
BlockLayout lay_out_map(const MapInput& input);

// What stands in a stack of the map from its words to its end, before anything has a place.

// A block, or a stretch of the stream between blocks; bottom up.
struct MapRow {
  enum class Kind {
    block,
    stretch,  // an arrow
    split,    // the stream becomes query, key and value
    sum,      // two streams become one
    begin_frame,
    end_frame,
  };
  Kind kind;
  float height;  // units
  MapBlock block = {};
  std::optional<MapBlock> beside = {};  // what is added, where it is no residual path
  std::string shape_of = {};
  bool branch = false;       // a residual path leaves the stream here
  bool cards_below = false;  // the edges of folded layers reach into it
};

std::vector<MapRow> map_rows(const MapInput& input, const StackInfo& stack);

struct MapState {
  std::map<std::string, bool> unfolded;  // layers that somebody folded or unfolded, by path
  std::string followed;                  // the block that was last scrolled into sight
};

// How the parts of the map are drawn, and what a click on them does.

void draw_map_frame(const PanelContext& context, const MapFrame& frame, const MapBlock* here);
// Layers behind one another; a number for each opens it.
void draw_map_folded(const PanelContext& context, const MapBlock& block, bool here);
// `with_shape`: what flows has its shape beside it, where the line has one.
void draw_map_line(const PanelContext& context, const MapLine& line, bool with_shape);
void draw_map_block(const PanelContext& context, const MapBlock& block, bool here);

// What comes over from the other sentence behind a block: as wide as the largest measured effect of its rows.
struct MapRibbon {
  const MapBlock* block = nullptr;
  const CauseWays::Row* row = nullptr;
  std::vector<ImVec2> points = {};
  float label_y = 0;  // the middle of its text
};
// Where they are asked for and measured; else none.
std::vector<MapRibbon> map_ribbons(const PanelContext& context, const BlockLayout& layout);
void draw_map_causes(const PanelContext& context, const BlockLayout& layout,
                     const std::vector<MapRibbon>& ribbons);
// In the place of the shapes of what flows there.
void draw_map_cause_words(const PanelContext& context, const BlockLayout& layout,
                          const std::vector<MapRibbon>& ribbons);

// A sentence in up to three lines of a width; how many it takes.
int map_word_lines(const Ui& ui, const std::vector<std::string>& words, float width);
void draw_map_words(const PanelContext& context, const Area& area, const std::vector<std::string>& words,
                    int focus);

// "[11, 64]", each number in the colour of its axis; empty when the trace has no such node.
RichText shape_text(const Trace& trace, const std::string& path);

}  // namespace headlight
