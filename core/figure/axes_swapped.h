// A map with its rows as columns and its columns as rows: labels, axes, values and states.
#pragma once

#include "core/figure/heatmap.h"

namespace headlight {

Heatmap with_axes_swapped(const Heatmap& map);

}  // namespace headlight
