// The parts of the Steps view.
#pragma once

#include "app/panels/panels.h"
#include "app/panels/product.h"

namespace headlight {

// The cell the matrices are drawn around: the one under the mouse or in the inspector when it is one of this
// step's, else the largest of the row in focus.
CellName hot_cell(const PanelContext& context, const std::string& path);
// The cell that the inspector explains.
CellName inspected_cell(const PanelContext& context);
// Remembers a matrix's hovered cell and opens the clicked one.
void follow_cell(const PanelContext& context, const std::string& path,
                 std::optional<std::pair<int, int>> hovered, std::optional<std::pair<int, int>> clicked);

// Which of two sentences is followed, with its left end in `area`; returns the width it takes, 0 for one
// sentence.
float draw_side_choice(const PanelContext& context, const Area& area);
// The chain of steps around the one shown, as thumbnails.
float step_strip_height(const Ui& ui);
void draw_step_strip(const PanelContext& context, const Area& area);

// A product: left factor below left, right factor above right, result where they meet, formula in the free
// corner.
void draw_product(const PanelContext& context, const Area& area, int node, const Product& product);
// Anything else: what goes in and what comes out side by side.
void draw_side_by_side(const PanelContext& context, const Area& area, int node);

// The products that add up to a cell, and which of them the lens shows.
struct Terms {
  const Product& product;
  int node;
  const CellName& cell;
  const std::vector<float>& values;
  int largest;  // the one the lens stands around
  int lens_first, lens_end;
};
// As a table with bars; as many lines as fit into the area.
void draw_terms(const PanelContext& context, const Area& area, const Terms& terms);

// Title, and the formula in letters unless `title_only`; returns its height.
float draw_step_formula(const PanelContext& context, const Area& area, int node, const CellName& cell,
                        bool title_only = false);

}  // namespace headlight
