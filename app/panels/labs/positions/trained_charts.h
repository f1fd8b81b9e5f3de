// The page of the small models: its two halves below the letters.
#pragma once

#include "app/panels/labs/positions/positions_shown.h"

namespace headlight {

// How often each kind, or each variant beside its kind, is right, with a mark for every seed.
void draw_rates(const PositionsShown& shown, Area area, const TrainedStudy& study);
// The head with most weight on the right places: as a map, or by distance (for "third letter": by place).
void draw_best_head(const PositionsShown& shown, Area area, const TrainedStudy& study);

}  // namespace headlight
