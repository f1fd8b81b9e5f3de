// Bars below a text: how surprised the model was by each token.
#pragma once

#include <span>

#include "app/panels/panels.h"

namespace headlight {

// Room that the bars and their numbers want.
float surprise_height(const Ui& ui);

// A bar for each token from `first` on, its middle at `x`, `pitch` apart, hanging from the top of `area`; at
// its left what they are and their mean. Nothing for a model that does not say what comes next.
void draw_surprise(const PanelContext& context, const Area& area, int side, int first,
                   std::span<const float> x, float pitch);

}  // namespace headlight
