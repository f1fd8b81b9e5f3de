// The attention of the selected head as maps over the picture: whose rows they are, their numbers as the
// trace has them, and the pictures made of them.
#pragma once

#include <string>
#include <vector>

#include "app/panels/panels.h"
#include "core/figure/raster.h"

namespace headlight {

// What an attention asks of the picture on one side of the stage.
struct PictureAsking {
  int side = 0;
  std::string weights;  // the path of the selected head's; empty where it does not ask the picture
  std::vector<std::string> queries;  // a label for each row
  int row = -1;                      // in focus: under the mouse, else selected, else the one that says most
};
PictureAsking picture_asking(const PanelContext& context, int side);

// Cells along a side of the grid that is asked.
int grid_side(const PanelContext& context, int side);
// The weights of a row for each cell of the grid, line by line from the top left; those for a class token are
// left out. Empty where there is no such row.
std::vector<float> weights_of_cells(const PanelContext& context, const PictureAsking& asking, int row);
// The column of the weights that a cell has: a class token stands before them.
int column_of_cell(const PanelContext& context, int side, int cell);

// The cell with the largest weight; -1 for none.
int largest_cell(const std::vector<float>& weights);
// "r2c5", as the trace calls it.
std::string cell_label(const PanelContext& context, int side, int cell);

// The picture that the trace was made of, and the same under weights, large enough for `size` pixels of the
// display. Kept until another trace is on stage.
RasterPtr picture_image(const PanelContext& context, int side, float size);
RasterPtr looked_at_image(const PanelContext& context, const PictureAsking& asking, int row, float size);
// One cell of the grid alone.
RasterPtr picture_cell(const PanelContext& context, int side, int cell);
// The same under any weights, kept by a name of their own.
RasterPtr looked_at_image(const PanelContext& context, int side, const std::vector<float>& weights,
                          const std::string& name, float size);
// The second picture's weights minus the first's, [grid, grid], each in its row in focus; null where one of
// them has none.
HeatmapPtr picture_difference(const PanelContext& context, const PictureAsking& first,
                              const PictureAsking& second);

}  // namespace headlight
