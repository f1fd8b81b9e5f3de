// What a person is doing right now: hovering, scrolling, typing, with a menu open. It belongs to the window,
// not to the session: nothing here is saved, undone or seen by the command line.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/area.h"
#include "core/figure/heatmap.h"

namespace headlight {

enum class Key {
  left,
  right,
  up,
  down,
  home,
  end,
  tab,
  enter,
  space,
  escape,
  help,
  undo,
  redo,
  export_figure,
  larger,
  smaller,
  usual_size,
  theme,
  edits,    // all of them off, and on again
  what_if,  // their list
};

struct KeyPress {
  Key key;
  bool shift = false;
};

enum class Overlay { none, words, export_figure, keys };

struct WordMenu {
  int side = 0;
  int place = 0;
  Area chip;          // where it was opened
  std::string typed;  // the whole sentence, being typed
  bool fresh = true;  // opened in this frame: the field takes the keyboard
};

struct ExportDialog {
  std::string name = "attention";
  std::string folder;
  int kind = 0;      // place in the list of types
  int scale = 2;     // of a PNG
  std::string done;  // where the last one went
  std::string error;
  bool overwrite = false;  // the file exists: the next press replaces it
};

// A row of weights turned by hand: the rest keeps the proportions it had when the mouse went down.
struct HandTurn {
  std::string bar;  // the one that is held
  std::vector<float> from;
};

// The cells that an edit changed, lit for a moment.
struct Flash {
  double since = -1;  // seconds of the window's clock; negative: nothing is lit
  std::map<const Heatmap*, std::vector<char>> changed;  // [rows][columns] of what is on screen
};

struct UiState {
  // Keys pressed since the last frame that no text field takes; whoever uses one removes it.
  std::vector<KeyPress> keys;

  std::string pressed;                   // the item the mouse went down on
  std::string focus;                     // the item that has the keyboard
  std::string typing;                    // the text field that had the keyboard in the last frame
  bool focus_visible = false;            // the keyboard was used last
  std::vector<std::string> focus_order;  // of the last frame

  Overlay overlay = Overlay::none;
  Area overlay_area;  // where it was drawn in the last frame
  WordMenu words;
  ExportDialog export_dialog;

  int hovered_token = -1;                // the row under the mouse in this frame
  int followed_token = -1;               // and in the last one: what lines and bands follow
  std::optional<CellName> hovered_cell;  // the cell under the mouse in this frame, and in the last one
  std::optional<CellName> followed_cell;
  int what_if_reach = 0;                // of the number being typed: its cell, row or all rows
  int compared = 1;                     // the inspector shows what was before the edits, is now, or differs
  HandTurn hand_turn;                   // a row of weights that is being turned
  Flash flash;                          // what the last edit changed
  std::string what_if;                  // the number being typed in the inspector
  CellName what_if_cell;                // and the cell it is for
  std::map<std::string, float> scroll;  // by panel, pixels at scale 1
  std::map<std::string, int> lens;      // first printed dimension of a wide axis, by node and axis
  std::string followed;                 // the step the strip of thumbnails last scrolled to

  bool undo = false, redo = false;  // asked for in this frame
  bool take_back = false;           // the last change of model, sentences or edits, asked for in this frame
  bool can_undo = false;
  std::string notice;  // what an opened session asked for that is not there
  bool again = false;  // something changed that only the next frame can show
};

}  // namespace headlight
