// The Heads view: the grid of all heads at the left, the selected one at the right.
#pragma once

#include "app/panels/panels.h"

namespace headlight {

// What stands in the grid.
struct HeadEntry {
  enum class Kind { head, mean, rollout };
  Attention attention = Attention::encoder;
  int layer = 0;
  Kind kind = Kind::head;
  int head = 0;
  std::string path;  // of the head's weights; of the block for mean and rollout
  Shape shape = {};  // of the weights
  // What follows is looked up for those in sight.
  HeatmapPtr map = nullptr;                 // of what is long a thumbnail; null while it is being made
  const HeadTraits* traits = nullptr;       // of a head
  const LayerHeads* layer_heads = nullptr;  // of a mean
};
struct HeadCellSize {
  float cell = 0;   // how wide the words under a picture may be
  float thumb = 0;  // the picture, square
};
void draw_head_cell(const PanelContext& context, const HeadEntry& entry, ImVec2 at, const HeadCellSize& size);

void draw_head_grid(const PanelContext& context, const Area& area);
void draw_head_detail(const PanelContext& context, const Area& area);

}  // namespace headlight
