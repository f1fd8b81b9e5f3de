// The parts of the Heads view: the grid of all heads at the left, the selected one at the right.
#pragma once

#include "app/panels/panels.h"

namespace headlight {

void draw_head_grid(const PanelContext& context, const Area& area);
void draw_head_detail(const PanelContext& context, const Area& area);

// "Encoder 1" and "self-attention"; "Decoder 0" and "encoder–decoder".
std::string layer_title(Attention attention, int layer);
std::string attention_name(Attention attention);
// "Encoder 1, head 0"
std::string head_title(Attention attention, int layer, int head);

// A trait's value as it is printed: "0.82", "2.17"; a dash where it cannot be said.
std::string trait_number(Trait trait, std::optional<float> value);

// Whose words ask: a row hovered in one attention means the same row in all that share them.
inline bool same_queries(Attention a, Attention b) {
  return (a == Attention::encoder) == (b == Attention::encoder);
}

}  // namespace headlight
