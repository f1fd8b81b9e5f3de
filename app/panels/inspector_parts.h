// The parts of the inspector below the value.
#pragma once

#include "app/panels/panels.h"

namespace headlight {

struct Inspected {
  const Trace& trace;
  int node;
  CellName cell;
  HeatmapPtr map;  // of the node
};

// What the cell is made from: its source cells by node, each a strip to click, and the terms as bars. Returns the
// height taken.
float draw_sources(const PanelContext& context, const Inspected& inspected, const Area& area);

// Another value for this cell, and what follows from the edits there are.
float what_if_height(const PanelContext& context, const Inspected& inspected);
void draw_what_if(const PanelContext& context, const Inspected& inspected, Area area);

}  // namespace headlight
