// The glossary on screen: its page, and the word under the mouse.
#pragma once

#include <string>

#include "app/widgets/finder.h"

namespace headlight {

// The page of all words.
struct GlossaryPage {
  FinderState finder;
  std::string asked;  // the word that it opens on
};

// A word under the mouse: explained once the mouse rests on it.
struct TermUnderMouse {
  std::string name;  // empty: none
  double since = 0;  // WidgetState::now when the mouse came there
};

}  // namespace headlight
