// "Read this to me": the description of the screen in a window of text, to be scrolled and copied.
#pragma once

#include "app/panels/common/panels.h"

namespace headlight {

struct ReadSheet {
  bool wanted = false;   // opens once the screen is described
  bool asked = false;    // in this frame, which still shows where it was asked
  bool listens = false;  // nobody else did
  float tall = 0;        // of its text, in units, as it was drawn last
  bool copied = false;
};

bool is_just_asked(const PanelContext& context);
// Where it is wanted, and the description is there.
void open_reading(const PanelContext& context);
void draw_reading(const PanelContext& context, const Area& screen);

}  // namespace headlight
