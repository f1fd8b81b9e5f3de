// The dial over a step or a cell: the same in words, in numbers, as a formula and as code. One choice for all
// of them, which the session keeps.
#pragma once

#include "app/panels/place/place_parts.h"

namespace headlight::place {

// Draws it at the left end of a line, of code also NumPy or PyTorch and Copy at its right end, and leaves in
// `line` what is between them. In a narrow area that is high enough it has two rows. Returns what is chosen.
Dial draw_dial(const Page& page, Area& line, const Cell& cell);

// Lines that compute one number of a step; with `whole`, all of them.
void draw_code(const Page& page, const Area& area, const Cell& cell, bool whole, bool small = false);

// Of a mask whose code is shown, the lines that follow: True hides in some, keeps in others. Nothing where
// the area is too low for them.
void draw_both_ways(const Page& page, const Area& area, const Cell& cell);

// A step in words, as its formula or as code; its numbers are the page's own. `cell` is one of its cells.
void draw_step_explained(const Page& page, Area area, const Cell& cell, bool small);

// A matrix that a line of code may read or give: marked while the mouse is on such a line; while it is on the
// matrix those lines are. `area` is where its cells are drawn.
void mark_for_code(const Page& page, int node, const Area& area);

}  // namespace headlight::place
