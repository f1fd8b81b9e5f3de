// The parts of the Heads view: the grid of all heads at the left, the selected one at the right.
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
  HeatmapPtr map;
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

// "Encoder layer 1" and "self-attention"; "Decoder layer 0" and "encoder–decoder".
std::string layer_title(Attention attention, int layer);
std::string attention_name(Attention attention);
// "Encoder layer 1, head 0"
std::string head_title(Attention attention, int layer, int head);

// A trait's value as it is printed: "0.82", "2.17"; a dash where it cannot be said.
std::string trait_number(Trait trait, std::optional<float> value);
// "looks at the previous word  0.82"
std::string says(const Strongest& most);

// Whose words ask: a row hovered in one attention means the same row in all that share them.
inline bool same_queries(Attention a, Attention b) {
  return (a == Attention::encoder) == (b == Attention::encoder);
}

}  // namespace headlight
