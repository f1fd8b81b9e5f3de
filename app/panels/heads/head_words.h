// Layers, heads and what they do, in words.
#pragma once

#include <optional>
#include <string>

#include "app/panels/panels.h"

namespace headlight {

// "Encoder layer 1"
std::string layer_title(Attention attention, int layer);
// "Encoder layer 1, head 0"
std::string head_title(Attention attention, int layer, int head);

// A trait's value as it is printed: "0.82", "2.17"; a dash where it cannot be said.
std::string trait_number(Trait trait, std::optional<float> value);
// "looks at the previous word  0.82"
std::string says(const Strongest& most);

// Whose words ask: a row hovered in one attention means the same row in all that share them.
inline bool same_queries(Attention a, Attention b) { return info(a).asks == info(b).asks; }

}  // namespace headlight
