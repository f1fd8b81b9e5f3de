// The heatmaps as the export sheet would write them, beside its choices.
#pragma once

#include "app/panels/common/panels.h"

namespace headlight {

void draw_figure_preview(const PanelContext& context, const Area& area);

}  // namespace headlight
