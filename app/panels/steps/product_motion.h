// What of a matrix product is there after some seconds: first the terms of one cell, one by one, with their
// running sum; then that cell; then all cells, row by row. Pure: the screen, the scrubber, pictures of an
// animation and tests ask for any moment.
#pragma once

namespace headlight {

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

}  // namespace headlight
