// Motion that explains: numbers that glide to where they belong, ease-out cubic, and then rest.
#pragma once

#include "app/widgets/ui.h"

namespace headlight {

inline constexpr float hover_ms = 120;
inline constexpr float opening_ms = 320;

// Fast, then slower: of a share of the time the share of the way.
inline double ease_out(double share) { return 1 - (1 - share) * (1 - share) * (1 - share); }

// How far a motion of `ms` that began at `start` (of Ui::time()) has come, 0 to 1; asks for another frame
// until it is 1. Always 1 when motion is off.
float motion(Ui& ui, double start, float ms);

}  // namespace headlight
