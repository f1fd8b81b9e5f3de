// The Heads view: words for heads, the pair under the mouse, and its parts.
#pragma once

#include <optional>
#include <string>

#include "app/panels/common/panels.h"
#include "app/widgets/heatmap_view.h"

namespace headlight {

// Layers, heads and what they do, in words.

// A trait's value as it is printed: "0.82", "2.17"; a dash where it cannot be said.
std::string trait_number(Trait trait, std::optional<float> value);
// "looks at the previous word  0.82"
std::string says(const Strongest& most, bool cells = false);

// Whose words ask: a row hovered in one attention means the same row in all that share them.
inline bool same_queries(Attention a, Attention b) { return info(a).asks == info(b).asks; }

// Two words of one attention, under the mouse in the grid of heads: it stays while the mouse crosses the
// gaps.

struct HeadPair {
  Attention attention = Attention::encoder;
  int row = 0, column = 0;
};

struct PairUnderMouse {
  std::optional<HeadPair> pair;
  void let_go() { pair.reset(); }
};

// The Heads view: the grid of all heads at the left, the selected one at the right; or one below the other.

// The least height for all of it; both in pixels.
float heads_height(const PanelContext& context, float width);

// What stands in the grid.
struct HeadEntry {
  enum class Kind { head, mean, rollout };
  Attention attention = Attention::encoder;
  int layer = 0;
  Kind kind = Kind::head;
  int head = 0;
  std::string path;     // of the head's weights; of the block for mean and rollout
  std::string weights;  // of the head, or of one in the block
  Shape shape = {};     // of the weights
  // What follows is looked up for those in sight.
  HeatmapPtr map = nullptr;                // of what is long a thumbnail; null while it is being made
  const HeadTraits* traits = nullptr;      // of a head
  const HeadTraits* called_by = nullptr;   // what it is called by; null while it is being measured
  const LayerMaps* layer_heads = nullptr;  // of a mean
  Colouring colouring = {};                // one scale for the grid
};
struct HeadCellSize {
  float cell = 0;   // how wide the words under a picture may be
  float thumb = 0;  // the picture, square
};
void draw_head_cell(const PanelContext& context, const HeadEntry& entry, ImVec2 at, const HeadCellSize& size);

void draw_head_grid(const PanelContext& context, const Area& area);
void draw_head_detail(const PanelContext& context, const Area& area);

}  // namespace headlight
