// What goes on in front of a class, begun anew with every presentation.
#pragma once

#include <string>

namespace headlight {

struct PresenterState {
  double since = -1;   // when it began; negative: it does with the next frame
  int asks = 0;        // the page by which the lesson would take the stage from sentences of one's own
  double asked = 0;    // when it was last pressed
  std::string page;    // what the page that was turned to is called
  double turned = -1;  // when
  bool black = false;
  bool spotlight = false;
  bool pointer = false;  // the mouse was moved since the last key
  float mouse_x = 0, mouse_y = 0;
};

}  // namespace headlight
