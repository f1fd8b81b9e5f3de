// What the page of one step of a head is made of: a product of two matrices, how a row of scores becomes
// shares, and what both have.
#pragma once

#include <string>

#include "app/panels/place/place_parts.h"
#include "app/widgets/matrix_view.h"
#include "core/explain/matrix_formulas.h"

namespace headlight::place {

// A product: its two matrices at the left of it and above.
void add_step_product(const Page& page, stage::Scene& scene, const Product& product, std::string path);
// The row of the chosen word, from scores to shares.
void add_shares(const Page& page, stage::Scene& scene);

// Over a step: that its numbers were set by hand, or that its head is off.
std::string step_note(const Page& page);
// The numbers under a lens, in the rows of the words; what is beside it as thin strips.
AxisPlaces upright_rows(const Rows& rows);
// In a low window the dial stands beside the steps, so that what code is written with stands at the right of
// its lines, or where these are too narrow for that at the foot of the page.
bool has_code_choices(const Page& page, float wide);
// What the dial says of the step.
void draw_below_dial(const Page& page, const Explained& explained, Area rest);

}  // namespace headlight::place
