// The dial over a step or a cell: the same in words, in numbers, as a formula and as code. One choice for all
// of them, which the session keeps.
#pragma once

#include "app/panels/common/panels.h"

namespace headlight {

enum class DialSize { small, usual, large };  // large: before a class

// What it is about.
struct Explained {
  const PanelContext& context;
  TracePtr trace;
  Cell cell;
  bool whole = false;  // the step, told by this cell of it
  DialSize size = DialSize::usual;
};

float dial_width(const Ui& ui, DialSize size = DialSize::usual);
float dial_height(const Ui& ui, DialSize size = DialSize::usual);
// Draws it at the left end of a line, of code also NumPy or PyTorch and Copy at its right end, and leaves in
// `line` what is between them. In a narrow area that is high enough it has two rows. Returns what is chosen.
Dial draw_dial(const Explained& of, Area& line);
// NumPy or PyTorch and Copy alone, at the right end of a line.
void draw_code_choices(const Explained& of, Area& line);

// Lines that compute the number, or all of the step. Returns the height taken.
float draw_code(const Explained& of, const Area& area);
// Of a mask whose code is shown, the lines that follow: True hides in some, keeps in others. Nothing where
// the area is too low for them.
void draw_both_ways(const Explained& of, const Area& area);
// A step in words, as its formula or as code; its numbers are the page's own.
void draw_step_explained(const Explained& of, const Area& area);
// The same of a cell, in words or as code. Returns the height taken, 0 where the dial is at another choice.
float draw_cell_explained(const Explained& of, const Area& area);

// A matrix that a line of code may read or give: marked while the mouse is on such a line; while it is on the
// matrix, all lines that read or give it are.
bool is_marked_for_code(const PanelContext& context, int node);
void point_for_code(const PanelContext& context, int node);
// Both, where its cells are drawn in `area`.
void mark_for_code(const PanelContext& context, int node, const Area& area);

}  // namespace headlight
