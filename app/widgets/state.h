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

struct MapState {
  std::map<std::string, bool> unfolded;  // layers that somebody folded or unfolded, by path
  std::string followed;                  // the block that was last scrolled into sight
};

// What is open in the flow, and what is on its way there.
struct FlowState {
  bool closed = false;                  // every block is folded
  std::string selected;                 // the block selected in the last frame
  std::string open;                     // and the one that was open
  double opening = -1;                  // since when it is opening; -1: at rest
  std::map<std::string, Area> from;     // where the blocks were when that began
  std::map<std::string, Area> columns;  // and where they were in the last frame
  int focus = -1, focus_before = -1;    // the token whose paths are lit, and the one before
  double focusing = -1;                 // since when it changes
};

struct UiState {
  // Keys pressed since the last frame that no text field takes; whoever uses one removes it.
  std::vector<KeyPress> keys;

  std::string pressed;                   // the item the mouse went down on
  std::string focus;                     // the item that has the keyboard
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
  std::string what_if;                  // the number being typed in the inspector
  CellName what_if_cell;                // and the cell it is for
  std::map<std::string, float> scroll;  // by panel, pixels at scale 1
  std::map<std::string, int> lens;      // first printed dimension of a wide axis, by node and axis
  std::string followed;                 // the step the strip of thumbnails last scrolled to

  MapState map;
  FlowState flow;
  bool still = false;  // no motion: every change at once

  bool undo = false, redo = false;  // asked for in this frame
  bool again = false;               // something changed that only the next frame can show
};

}  // namespace headlight
