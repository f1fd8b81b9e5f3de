// What is open in the flow, and what is on its way there.
#pragma once

#include <map>
#include <string>

#include "app/widgets/area.h"

namespace headlight {

struct FlowState {
  bool closed = false;                  // every block is folded
  std::string selected;                 // the block selected in the last frame
  std::string open;                     // and the one that was open
  double opening = -1;                  // since when it is opening; -1: at rest
  std::map<std::string, Area> from;     // where the blocks were when that began
  std::map<std::string, Area> columns;  // and where they were in the last frame
  int focus = -1, focus_before = -1;    // the token whose paths are lit, and the one before
  double focusing = -1;                 // since when it changes
  int followed = -1;  // the word in focus that the rows of a long sentence were last moved to
};

}  // namespace headlight
