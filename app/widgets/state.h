// What a person is doing right now: hovering, scrolling, typing, with a menu open. It belongs to the window,
// not to the session: nothing here is saved, undone or seen by the command line.
#pragma once

#include <array>
#include <filesystem>
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

enum class ExportWhat { stage, heatmap, numbers, steps };

// How large a picture of the stage is, in units; 0 stands for the stage as it is on screen.
struct ExportSize {
  const char* name;
  float width, height;
};
inline constexpr std::array export_sizes{
    ExportSize{"as on screen", 0, 0}, ExportSize{"slide 1280 × 720", 1280, 720},
    ExportSize{"page 1600", 1600, 1000}, ExportSize{"column 960", 960, 720}};
inline constexpr std::array export_delays{400, 800, 1600};  // milliseconds a step

struct ExportDialog {
  ExportWhat what = ExportWhat::stage;
  int kind = 0;            // place among the types that this can be written as
  int scale = 2;           // of a PNG or GIF
  int size = 0;            // place in export_sizes
  bool ground = true;      // the theme's paper; otherwise transparent
  bool stacked = false;    // heatmaps one below the other
  bool all_steps = false;  // of an animation; otherwise those of the selected head
  int delay = 1;           // place in export_delays
  std::string name = "attention";
  std::string folder;
  std::string done;  // where the last one went
  std::string error;
  bool overwrite = false;  // the file exists: the next press replaces it

  bool start = false;  // asked for in this frame, with its place:
  std::filesystem::path target;
  bool cancel = false;   // asked for in this frame
  bool running = false;  // a file is being written: so many of its drawings are done
  int drawn = 0, drawings = 0;
};

struct UiState {
  // Keys pressed since the last frame that no text field takes; whoever uses one removes it.
  std::vector<KeyPress> keys;

  std::string pressed;                   // the item the mouse went down on
  std::string focus;                     // the item that has the keyboard
  bool focus_visible = false;            // the keyboard was used last
  std::vector<std::string> focus_order;  // of the last frame

  Overlay overlay = Overlay::none;
  Area stage;         // where the view was drawn in the last frame
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

  bool undo = false, redo = false;  // asked for in this frame
  bool again = false;               // something changed that only the next frame can show
};

}  // namespace headlight
