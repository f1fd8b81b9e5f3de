// A field above a list: what is typed narrows the list, the arrows choose in it, Enter takes what is chosen.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/ui.h"

namespace headlight {

// A field and the list of what it finds. The one kept among the states is that of the sheet that is open.
struct FinderState {
  std::string typed;
  int chosen = 0;       // place in the list
  float scroll = 0;     // pixels at scale 1
  bool fresh = true;    // opened in this frame: the field takes the keyboard
  bool reveal = false;  // the chosen row is to be scrolled into sight
};

struct FinderRow {
  RichText title;
  std::string detail = {};   // quiet, at the right
  std::string chord = {};    // a key, at the far right
  std::string under = {};    // why it answers what is typed, in a line under the title
  std::string heading = {};  // above the row, where a group begins
  bool wrong = false;        // the detail says what is wrong with it
};

struct FinderTouch {
  int taken = -1;        // the row that was clicked or entered
  bool entered = false;  // Enter was pressed, also when there is no row
  bool changed = false;  // something was typed
};

// `rows` are asked for once this frame's letters are in `state.typed`: what Enter takes belongs to what is
// typed at that moment, however fast it came.
FinderTouch finder(Ui& ui, std::string_view id, const Area& area, FinderState& state, std::string_view hint,
                   const std::function<std::vector<FinderRow>()>& rows, std::string_view when_empty);

// A sheet above everything else, `wide` x `tall` units or less, and what lies under it dimmed. Returns the
// area for what is in it, which scrolls where the screen has less than `least_wide` x `least_tall` for it;
// end_sheet() says whether a click beside the sheet closes it.
Area begin_sheet(Ui& ui, float wide, float tall, float top = -1, float least_wide = 0, float least_tall = 0);
bool end_sheet(Ui& ui);
// The pixels that a sheet of so many units has.
float sheet_width(const Ui& ui, float wide);

}  // namespace headlight
