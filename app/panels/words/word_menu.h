// The menu of a word while it is open.
#pragma once

#include <string>

#include "app/widgets/area.h"

namespace headlight {

struct WordMenu {
  int side = 0;
  int place = 0;
  Area chip;                 // where it was opened
  std::string typed;         // the whole sentence, being typed
  bool fresh = true;         // opened in this frame: the field takes the keyboard
  std::string refused = {};  // why the sentence that was entered cannot be read
  int focus_before = -1;     // the word in focus and the side before its chip was clicked
  int side_before = 0;
};

}  // namespace headlight
