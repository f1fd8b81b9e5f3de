#pragma once

#include <imgui.h>

#include "core/figure/palette.h"

namespace headlight {

// Dear ImGui's own style, for the one widget of it that is used: the text field.
void apply_theme(ImGuiStyle& style, const Palette& colours, float scale);

}  // namespace headlight
