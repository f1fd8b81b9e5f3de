// A matrix of a lab: its formula above it, its cells followed by mouse and keyboard and opened in the
// inspector.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/panels.h"
#include "app/widgets/heatmap_view.h"

namespace headlight {

struct LabMatrix {
  std::string id;
  HeatmapPtr map;
  std::string path;  // the recorded node that its cells are opened in; empty: they are not
  int side = 0;      // of what the lab recorded
  std::optional<int> focus_row = {};
  bool row_labels = true;
  bool column_labels = false;
  float row_label_width = 0;
  std::vector<int> rows = {}, columns = {};  // the node's places of what a cut shows; empty: all of it
};

// Whole pixels for each cell: as large as fits into the room, but not larger than these.
Area lab_cells(float left, float top, const Heatmap& map, float wide_room, float tall_room, float most_wide,
               float most_tall);
HeatmapTouch lab_matrix(const PanelContext& context, const Area& cells, const LabMatrix& matrix);

// A line such as "S = Q K^T" over the left end of a matrix, and its shape below it. Returns their height.
float lab_matrix_head_height(const Ui& ui);
float lab_matrix_head(Ui& ui, float left, float top, float room, const std::string& formula,
                      const std::string& note);

// Under a matrix, as wide as it: its colours from the lowest number to the highest. Wider where its numbers
// need it; where `room` is too little for both, one stands for either: ±2.75.
float lab_colour_bar_height(const Ui& ui);
void lab_colour_bar(Ui& ui, const Area& cells, const Scale& scale, float room = 1e9F);

// A measured difference: "0", or with a power of ten. Returns its right end.
float draw_measured(Ui& ui, float x, float middle_y, double value, bool large = false);

}  // namespace headlight
