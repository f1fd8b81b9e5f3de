// What the inspector shows below the value.
#pragma once

#include "app/panels/common/panels.h"
#include "app/widgets/heatmap_view.h"

namespace headlight {

struct Inspected {
  const Trace& trace;
  int node;
  CellName cell;
  HeatmapPtr map;  // of the node
};

bool has_cell(const HeatmapPtr& map, const CellName& cell);
// Whether an edit that is on is of this very cell: alone, or with its row or its node.
bool is_edited(const PanelContext& context, const Inspected& inspected);

// The number, cut off the top of `rest`; where something is edited with the choice of what it was before, is
// now and how these differ, and its row.
void draw_value(const PanelContext& context, const Inspected& inspected, Area& rest);

// How it was made: its formula in letters and with its numbers, as many of a long sum's terms as there is
// room for. Returns the height taken.
float draw_formula(const PanelContext& context, const Inspected& inspected, const Area& area);

// The way up: the nodes that read this cell, each a link. Returns the height taken.
float draw_used_by(const PanelContext& context, const Inspected& inspected, const Area& area);

// The bars of a sum's terms, in units: no lower than this, and higher where there is room.
inline constexpr float least_bars = 84, most_bars = 118;
// What the cell is made from: its source cells by node, each a strip to click, and the terms as bars. Returns
// the height taken.
float draw_sources(const PanelContext& context, const Inspected& inspected, const Area& area, bool with_bars);

}  // namespace headlight
