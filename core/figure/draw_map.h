// What a laid-out map is drawn of: boxes, lines and texts. Private to core/figure.
#pragma once

#include <vector>

#include "core/figure/drawing.h"
#include "core/figure/layout.h"
#include "core/figure/text.h"

namespace headlight {

void draw_map(const Heatmap& map, const MapLayout& layout, Theme theme, TextRuler& ruler,
              std::vector<DrawnItem>& onto);

}  // namespace headlight
