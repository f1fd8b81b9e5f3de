// The page of the small models: its two halves below the letters.
#pragma once

#include "app/panels/labs/positions/positions_shown.h"

namespace headlight {

// How often each kind, or each variant beside its kind, is right, with a mark for every seed.
void draw_rates(const PositionsShown& shown, Area area, const LabTable& rates);
// The head with most weight on the right places: as a map, or by distance (for "third letter": by place).
// `head` is the table of that name.
void draw_best_head(const PositionsShown& shown, Area area, const LabTable& head);

}  // namespace headlight
