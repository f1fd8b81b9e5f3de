// Whether words are read in pieces; several words that are selected.
#pragma once

#include "app/panels/common/panels.h"

namespace headlight {

// Whether tokens of a text on stage are pieces of words.
bool reads_pieces(const PanelContext& context);

// While this is on, each click on a word selects it beside the others, as with Shift.
struct SelectSeveral {
  bool on = false;
};
// How a word is pressed: alone, or beside what is selected, as one that asks or as one that is looked at.
enum class Picks { alone, too, key_too };
Picks picks(const Ui& ui);

}  // namespace headlight
