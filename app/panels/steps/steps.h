// The parts of the Steps view, what plays, and the lens on an axis that is too long to print.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/panels/common/panels.h"
#include "app/widgets/formula.h"
#include "app/widgets/matrix_view.h"
#include "core/explain/matrix_formulas.h"

namespace headlight {

// The steps played one after another, and the product of a step played term by term. What is played, and how
// far it is, is Playing; a step that is not played is shown complete.

// What of a matrix product is there after some seconds: first the terms of one cell, one by one, with their
// running sum; then that cell; then all cells, row by row. Pure: the screen, the scrubber, pictures of an
// animation and tests ask for any moment.

struct ProductMotion {
  int terms = 0;            // of the first cell
  int cells = 0;            // of the result
  double per_term = 0.09;   // seconds; shorter for very long sums
  double per_cell = 0.012;  // and for very large results

  // When the last term was added, when the first cell stands, when all of them do.
  double terms_end() const { return per_term * terms; }
  double pop_end() const { return terms_end() + pop; }
  double end() const { return pop_end() + per_cell * cells; }

  static constexpr double pop = 0.18;  // seconds in which a cell takes its place
};

ProductMotion product_motion(int terms, int cells);

struct ProductMoment {
  int terms = 0;          // so many terms of the first cell are summed; the last of them is being added
  float pop = 0;          // of the first cell: 0 not there, 1 in its place
  int cells = 0;          // so many cells stand, row by row, besides the first one
  bool adding = false;    // terms are being added
  bool complete = false;  // nothing is left to come
};

ProductMoment product_moment(const ProductMotion& motion, double elapsed);

// An animation is a function of the session and of this: with `step` the step shown and `elapsed` some
// seconds, the Steps view shows that moment of its product, moving or not (the motion of a product says when
// what appears).
struct Playing {
  enum class Mode {
    paused,
    steps,    // step after step, each product on the way
    product,  // the product of this step alone
  };
  Mode mode = Mode::paused;
  std::string step;    // the step that `elapsed` belongs to; any other one is shown complete
  double elapsed = 0;  // seconds into it, at speed 1
  double seen = 0;     // WidgetState::now when `elapsed` was last brought forward
  float speed = 1;     // of everything that plays

  void let_go() { mode = Mode::paused; }
};

// Brings forward what plays by the time that went by, and goes to the next step when its time has come;
// whoever steps, drags or leaves the view meanwhile has paused it. Once a frame, before anything is drawn.
void play_on(const PanelContext& context);

// Space and the round button: the steps from the one shown on (from the first when it is the last), or a
// pause.
void play_or_pause(const PanelContext& context);
void next_speed(const PanelContext& context);  // 0.5, 1, 2, 4 times, and again

// The product of the step shown, from its beginning or where it was left, or a pause.
void play_or_pause_product(const PanelContext& context, const ProductMotion& motion);
// Its moment after so many seconds, standing still.
void show_product_at(const PanelContext& context, double elapsed);

ProductMotion motion_of(const Trace& trace, int node, const Product& product);
// The moment that a step's product is in; nothing when it is complete, or motion is not wanted.
std::optional<ProductMoment> playing_moment(const PanelContext& context, const std::string& path,
                                            const ProductMotion& motion);

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
