// What the lab on attention draws, and what its files share.
#pragma once

#include <map>
#include <string>

#include "app/labs/attention/attention_lab.h"
#include "app/labs/attention/attention_work.h"
#include "app/panels/labs/labs.h"
#include "app/widgets/heatmap_view.h"

namespace headlight {

template <typename Change>
void set_attention(const PanelContext& context, Change change) {
  change_labs(context, [&](Labs& labs) { change(labs.get<AttentionLab>()); });
}

// What the layer is made of; at the left, as wide as its widest choice.
float attention_controls_width(const Ui& ui);
void draw_attention_controls(const PanelContext& context, const Area& area);

// The matrices on screen and where their cells are, by their part of the layer: "query".
struct ShownMatrix {
  HeatmapPtr map;
  Area cells;
};
using AttentionCells = std::map<std::string, ShownMatrix>;
// The row and the column that meet in the cell that is open or under the mouse. When it is opened they move
// there.
void draw_meeting(const PanelContext& context, const AttentionCells& shown);

}  // namespace headlight
