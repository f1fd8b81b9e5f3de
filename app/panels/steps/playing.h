// The steps played one after another, and the product of a step played term by term. What is played, and how
// far it is, is Playing; a step that is not played is shown complete.
#pragma once

#include <optional>
#include <string>

#include "app/panels/common/panels.h"
#include "core/explain/product.h"

namespace headlight {

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

}  // namespace headlight
