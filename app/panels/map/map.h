// The Map view: what it keeps from one frame to the next, and what its parts draw.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/lab/cause_ways.h"
#include "app/panels/common/panels.h"
#include "app/panels/map/map_layout.h"

namespace headlight {

// What the Map view keeps from one frame to the next.

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
