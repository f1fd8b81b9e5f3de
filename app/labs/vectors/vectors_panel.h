// What the lab on vectors draws.
#pragma once

#include <vector>

#include "app/labs/vectors/vectors_lab.h"
#include "app/panels/labs/labs.h"

namespace headlight {

// The item under the mouse, in the plot or in the matrix, of this frame and of the last one; -1: none.
struct VectorsHover {
  int item = -1;
  int followed = -1;
};

// Where vectors lie along the principal axes: a point each, in the colour and shape of its group.
void draw_vectors_plot(const PanelContext& context, const Area& area, const VectorsStudy& study);

Rgb vectors_colour(const Palette& colours, int group);
// The mark of a group: a disc, a square, a triangle.
void vectors_mark(Ui& ui, ImVec2 at, float radius, int group, Rgb colour);

}  // namespace headlight
