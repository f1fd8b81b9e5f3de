// The parts of the lab on lookup.
#pragma once

#include "app/panels/labs/labs.h"

namespace headlight {

// One-hot rows times the table, and beside the product the rows picked by their numbers.
void draw_lookup_matrices(const PanelContext& context, const Area& area, const LabWork& work);
// What product and lookup cost, as far as there is room; for letters how the table is drawn.
void draw_lookup_counts(const PanelContext& context, const Area& area, const LabWork& work);

}  // namespace headlight
