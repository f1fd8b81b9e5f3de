// The menu of a word while it is open.
#pragma once

#include <string>

#include "app/panels/panels.h"
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

// Its field.
inline constexpr const char* sentence_box = "word menu/sentence";

// Opens it in the middle of the screen for a whole sentence of this side, `typed` standing in it.
void open_sentence_box(const PanelContext& context, int side, const std::string& typed);

}  // namespace headlight
