// What is said in the note at the foot of the stage.
#pragma once

#include <string>

#include "app/session/session.h"

namespace headlight {

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
