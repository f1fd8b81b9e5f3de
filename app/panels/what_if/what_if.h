// The parts of the what-if column. Each draws from the top of `area` and returns the height it took.
#pragma once

#include "app/panels/common/panels.h"

namespace headlight {

// The edits with their switches: in words, on or off, remove, a click goes there.
float draw_edit_list(const PanelContext& context, const Area& area);
// What the edits changed: the translation, and every step as a bar.
float draw_ripple(const PanelContext& context, const Area& area);
// Where a row of weights could look instead, and its weights as bars that can be dragged, each `line` high.
float draw_turned_row(const PanelContext& context, const Area& area, const std::string& weights_path, int row,
                      float line);
// The same without its bars.
float turned_row_head(const Ui& ui);
// How many bars a row has: of many keys the heaviest alone.
int bars_of_turned_row(const Heatmap& weights);
// Switches and sliders for the selected head, and for the positions.
float draw_head_levers(const PanelContext& context, const Area& area);

// All of it, scrolled where it does not fit.
void draw_what_if_panel(const PanelContext& context, const Area& area);

}  // namespace headlight
