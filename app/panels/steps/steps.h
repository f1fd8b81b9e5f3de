// The parts of the Steps view, and the lens on an axis that is too long to print.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/panels/common/panels.h"
#include "app/panels/steps/playing.h"
#include "app/widgets/formula.h"
#include "app/widgets/matrix_view.h"
#include "core/explain/product.h"

namespace headlight {

// An axis that is too long to print: what of it stands under the lens, and how much.

// What of a long axis is printed, and what of it is on screen at all.
struct LensPlace {
  int first = 0, end = 0;
  int shown_first = 0, shown_end = 0;
  std::optional<int> about = {};  // the place for the sake of which it stands there
};

struct Lenses {
  Zoom zoom = Zoom::lens;
  std::map<std::string, LensPlace> places;  // by node and axis
};

// The zoom of the matrices, and what their lenses stand around: the place they are `about`, else where
// somebody moved them. One that is kept goes no farther than it must for another place, so that what was
// clicked stays under the mouse.
int lens_centre(const Ui& ui, const std::string& axis, int about, int count);
void keep_lens(Ui& ui, const std::string& axis, const AxisPlaces& places, int about);
void move_lens(Ui& ui, const std::string& axis, const AxisPlaces& places, int by);
void zoom_by(Ui& ui, int by);
// Less and more, at the right end of a line; returns their left end.
float draw_zoom(Ui& ui, const Area& line);

// How a step is drawn: the cell it is about, its title, formulas and terms.

bool has_cell(const HeatmapPtr& map, const CellName& cell);
// The cell the matrices are drawn around: the one under the mouse or in the inspector when it is one of this
// step's, else the largest of the row in focus.
CellName hot_cell(const PanelContext& context, const std::string& path);
// The same without a mouse: what an animation is about.
CellName resting_cell(const PanelContext& context, const std::string& path);
// The cell that a played product of this shape is at: `first` while its terms are added, then the one that
// was filled last.
CellName played_cell(const CellName& first, const ProductMoment& moment, Shape shape);
// The cell that the inspector explains.
CellName inspected_cell(const PanelContext& context);
// Remembers a matrix's hovered cell and opens the clicked one.
void follow_cell(const PanelContext& context, const std::string& path,
                 std::optional<std::pair<int, int>> hovered, std::optional<std::pair<int, int>> clicked);

// The chain of steps around the one shown, as thumbnails.
float step_strip_height(const Ui& ui);
void draw_step_strip(const PanelContext& context, const Area& area);

// A product: left factor below left, right factor above right, result where they meet, formula in the free
// corner.
void draw_product(const PanelContext& context, const Area& area, int node, const Product& product);
// Anything else: what goes in and what comes out side by side.
void draw_side_by_side(const PanelContext& context, const Area& area, int node);

// The step's result for two sentences and their difference.
void draw_both_sides(const PanelContext& context, const Area& area, const std::string& path);

// The products that add up to a cell, and which of them the lens shows.
struct Terms {
  const Product& product;
  int node;
  const CellName& cell;
  const std::vector<float>& values;
  int largest;  // the one the lens stands around
  int summed;   // so many are in the sum, the bias after the last of them
  int lens_first, lens_end;
};
// As a table with bars; as many lines as fit into the area.
void draw_terms(const PanelContext& context, const Area& area, const Terms& terms);

// How many times larger than usual cells are on a large display.
float cell_growth(const Ui& ui, const Area& area);
// Each returns the height it takes.
// The cell in words, with the zoom at the right end of the line.
float draw_step_title(const PanelContext& context, Area area, const CellName& cell);
// The step's formula in letters, as large as fits.
float draw_letters(const PanelContext& context, const Area& area, int node,
                   FormulaSize largest = FormulaSize::large);
// The same with the numbers of a cell: with the letters, or alone.
float draw_step_formula(const PanelContext& context, const Area& area, const CellName& cell);
float draw_numbers(const PanelContext& context, const Area& area, const CellName& cell);
// A product's sum over its inner dimension, in letters, for a cell.
float draw_sum(const PanelContext& context, const Area& area, int node, const Product& product,
               const CellName& cell);
// "Q", "W^Q": what a factor is called, or its part's name where it has no letter.
std::string product_letter(const std::string& path);

// Play, and how far the product is, to be dragged. Nothing when motion is not wanted.
void draw_product_player(const PanelContext& context, const Area& area, const ProductMotion& motion);

}  // namespace headlight
