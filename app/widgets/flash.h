// The cells that an edit changed, lit for a moment.
#pragma once

#include <map>
#include <vector>

#include "core/figure/heatmap.h"

namespace headlight {

struct Flash {
  double since = -1;  // seconds of the window's clock; negative: nothing is lit
  std::map<const Heatmap*, std::vector<char>> changed;  // [rows][columns] of what is on screen
};

}  // namespace headlight
