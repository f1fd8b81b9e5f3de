// What the widgets themselves have to remember from one frame to the next, and what a frame tells the window.
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/widgets/area.h"
#include "app/widgets/key.h"
#include "app/widgets/request.h"

namespace headlight {

enum class Overlay {
  none,
  words,
  export_figure,
  keys,
  palette,
  views,
  open_file,
  save_file,
  models,
  glossary
};

struct WidgetState {
  // Keys pressed since the last frame that no text field takes; whoever uses one removes it.
  std::vector<KeyPress> keys;

  std::string pressed;                   // the item the mouse went down on
  std::string focus;                     // the item that has the keyboard
  std::string typing;                    // the text field that has the keyboard, found anew in each frame
  std::string typed_before;              // and the one of the last frame
  std::optional<ImVec2> clicked_at;      // where the mouse was pressed, until it moves away
  bool focus_visible = false;            // the keyboard was used last
  std::vector<std::string> focus_order;  // of the last frame

  Overlay overlay = Overlay::none;
  Area overlay_area;    // where it was drawn in the last frame
  Area overlay_opener;  // of a menu: what opened it, and closes it again

  std::map<std::string, float> scroll;                     // by panel, pixels at scale 1
  std::map<std::string, std::pair<double, double>> plots;  // the range of x each is zoomed to

  std::vector<Request> requests;  // of this frame, carried out at its end
  bool again = false;             // something changed that only the next frame can show
  bool still = false;             // no motion: every change at once
  double now = 0;                 // seconds, set before each frame: the clock of everything that moves
  // When the next frame is due though nobody does anything: `now` while something moves, infinity at rest.
  // Set anew in each frame.
  double next_frame = std::numeric_limits<double>::infinity();
  void move_at(double time) { next_frame = std::min(next_frame, time); }

  void let_go() {
    keys.clear();
    pressed.clear();
    focus.clear();
    focus_visible = false;
    overlay = Overlay::none;
  }
};

}  // namespace headlight
