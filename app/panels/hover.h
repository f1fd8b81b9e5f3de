// The token and the cell under the mouse. Who draws them says so while the frame is made; what follows them —
// lines, bands, the inspector — reads those of the last frame, so that all of a frame follows the same.
#pragma once

#include <optional>

#include "app/session/session.h"

namespace headlight {

struct Hover {
  int token = -1;                // the row under the mouse in this frame
  int followed_token = -1;       // and in the last one
  std::optional<CellName> cell;  // the cell under the mouse in this frame, and in the last one
  std::optional<CellName> followed_cell;
  int side = 0;  // of which sentence it is
  int followed_side = 0;

  void begin_frame() {
    token = -1;
    cell.reset();
  }
  void let_go() { *this = {}; }
};

}  // namespace headlight
