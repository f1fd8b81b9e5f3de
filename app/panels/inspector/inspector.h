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

// The cell's place on the rows and columns that both sentences share, where a view with their difference is
// on it and both have the node; nothing else.
std::optional<CellAt> compared_cell(const PanelContext& context, const CellName& cell);
// Of which sentence the cell is, or that it is the difference of both, cut off the top of `rest`.
void draw_whose(const PanelContext& context, const CellName& cell, Area& rest);

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

// What the cell's row adds up to, where such a row is made to add up to 1 and this one does not: "This row
// was set by hand: it adds up to 0.00." Empty else.
std::string row_sum_note(const PanelContext& context, const Inspected& inspected);
// Whether draw_what_if() says that, and offers what can be done about it.
bool offers_repair(const PanelContext& context, const Inspected& inspected);

// Another value for this cell; once it has one, what came of that. Of a weight the others make room, as they
// do for one that is dragged, unless it alone is to change: then its row's sum is said, and where the rest
// can go.
float what_if_height(const PanelContext& context, const Inspected& inspected, float width);
void draw_what_if(const PanelContext& context, const Inspected& inspected, Area area);

}  // namespace headlight
