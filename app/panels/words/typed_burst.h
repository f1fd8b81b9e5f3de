// Letters typed where no field is open. One alone is a command; several that follow one another at the pace
// of typing are the sentence: its box opens with all of them, and what the first one did as a command is
// undone.
#pragma once

#include <string>

#include "app/panels/panels.h"

namespace headlight {

struct TypedBurst {
  std::string letters;  // typed so far, UTF-8
  double last = -1;     // when the last of them came, seconds
  Session before;       // as it was when the first one came
  bool caught = false;  // they are a sentence: the box is open, or opens in this frame
};

// At the beginning of a frame, before anything takes its keys and characters.
void catch_typing(const PanelContext& context);

}  // namespace headlight
