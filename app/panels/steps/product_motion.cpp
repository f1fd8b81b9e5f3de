#include "app/panels/steps/product_motion.h"

#include <algorithm>

#include "app/widgets/motion.h"

namespace headlight {
namespace {

// Nobody watches hundreds of terms, or a vocabulary's thousands of cells, one by one.
constexpr double longest_sum = 4;
constexpr double longest_fill = 2.5;

}  // namespace

ProductMotion product_motion(int terms, int cells) {
  ProductMotion motion{.terms = terms, .cells = cells};
  motion.per_term = std::min(motion.per_term, longest_sum / std::max(terms, 1));
  motion.per_cell = std::min(motion.per_cell, longest_fill / std::max(cells, 1));
  return motion;
}

ProductMoment product_moment(const ProductMotion& motion, double elapsed) {
  ProductMoment moment;
  elapsed = std::max(elapsed, 0.0);
  moment.complete = elapsed >= motion.end();
  moment.adding = elapsed < motion.terms_end();
  moment.terms = std::min(motion.terms, static_cast<int>(elapsed / motion.per_term) + 1);
  const double way = std::clamp((elapsed - motion.terms_end()) / ProductMotion::pop, 0.0, 1.0);
  moment.pop = static_cast<float>(ease_out(way));
  if (elapsed > motion.pop_end())
    moment.cells = std::min(motion.cells, static_cast<int>((elapsed - motion.pop_end()) / motion.per_cell));
  if (moment.complete) moment.cells = motion.cells;
  return moment;
}

}  // namespace headlight
