// The training that runs in the window, as the frame shows it: set before each one.
#pragma once

#include "core/learn/live_work.h"

namespace headlight {

struct LiveOnScreen {
  LiveShownPtr shown;  // null where no window trains: in a figure
};

}  // namespace headlight
