// State that several panels share: what is under the mouse, and the message at the foot of the stage.
#pragma once

#include <optional>
#include <string>

#include "app/session/session.h"

namespace headlight {

// The token and the cell under the mouse. Who draws them says so while the frame is made; what follows them —
// lines, bands, the inspector — reads those of the last frame, so that all of a frame follows the same.

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

// What is said in the note at the foot of the stage.

// What has to be said about something a person just did. A note shows it until it is closed, or for a few
// seconds where it asks nothing.
struct Message {
  std::string text;  // empty: nothing to say
  bool error = true;
  std::string offer;        // what can be done about it, on a button
  Session offered;          // and the session that it opens
  bool opening = false;     // it tells of something that is being opened, which can be cancelled
  double shown_since = -1;  // seconds (WidgetState::now); before it is drawn, none

  bool passes() const { return !text.empty() && !error && offer.empty() && !opening; }
};

// What the workspace says of the session on screen, set before each frame.
struct WorkspaceNotes {
  bool can_undo = false;
  std::string notice;  // what an opened session asked for that is not there
};

}  // namespace headlight
