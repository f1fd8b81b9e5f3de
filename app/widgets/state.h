// What a person is doing right now: hovering, scrolling, typing, with a menu open. It belongs to the window,
// not to the session: nothing here is saved, undone or seen by the command line.
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/area.h"
#include "app/widgets/export_dialog.h"
#include "app/widgets/key.h"
#include "app/widgets/request.h"
#include "app/workspace/folder_listing.h"
#include "core/figure/heatmap.h"
#include "core/models/shelf.h"
#include "core/text/nearest.h"

namespace headlight {

class Model;

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

// The words of a sentence that a model does not know.
struct SentenceWords {
  std::shared_ptr<const Model> model;
  std::string sentence;
  std::vector<UnknownWord> unknown;
};

// The steps, or the product of one step, being played. An animation is a function of the session and of this:
// with `step` the step shown and `elapsed` some seconds, the Steps view shows that moment of its product,
// moving or not (app/panels/steps/product_motion.h says when what appears).
struct Playing {
  enum class Mode {
    paused,
    steps,    // step after step, each product on the way
    product,  // the product of this step alone
  };
  Mode mode = Mode::paused;
  std::string step;    // the step that `elapsed` belongs to; any other one is shown complete
  double elapsed = 0;  // seconds into it, at speed 1
  double seen = 0;     // UiState::now when `elapsed` was last brought forward
  float speed = 1;     // of everything that plays
};

// How much of a matrix that is too large to print is printed.
enum class Zoom { overview, lens, numbers };

// What of a long axis is printed, and what of it is on screen at all.
struct LensPlace {
  int first = 0, end = 0;
  int shown_first = 0, shown_end = 0;
  std::optional<int> about = {};  // the place for the sake of which it stands there
};

// A field and the list of what it finds.
struct FinderState {
  std::string typed;
  int chosen = 0;       // place in the list
  float scroll = 0;     // pixels at scale 1
  bool fresh = true;    // opened in this frame: the field takes the keyboard
  bool reveal = false;  // the chosen row is to be scrolled into sight
};

struct FileDialog {
  FolderListing listing;  // to open one of
  std::string folder;     // to save in
  std::string name;       // and under
  std::string error;
  bool overwrite = false;  // the file exists: the next press replaces it
  bool fresh = true;
};

// The models to choose from.
struct ModelSheet {
  std::vector<ShelfModel> shelf;
  std::string error;  // why the one that was asked for cannot be opened
};

// A word of the glossary under the mouse: explained once the mouse rests on it.
struct TermUnderMouse {
  std::string name;  // empty: none
  double since = 0;  // UiState::now when the mouse came there
};

// What has to be said about something a person just did; a note shows it until it is closed.
struct Message {
  std::string text;  // empty: nothing to say
  bool error = true;
  std::string offer;  // what can be done about it, on a button
  Session offered;    // and the session that it opens
};

struct PresenterState {
  double since = -1;  // when it began; negative: it does with the next frame
  int asks = 0;       // the page by which the lesson would take the stage from sentences of one's own
  double asked = 0;   // when it was last pressed
  bool black = false;
  bool spotlight = false;
  bool pointer = false;  // the mouse was moved since the last key
  float mouse_x = 0, mouse_y = 0;
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
  int followed = -1;  // the word in focus that the rows of a long sentence were last moved to
};

// Two words of one attention, under the mouse in the grid of heads: it stays while the mouse crosses the
// gaps.
struct HeadPair {
  Attention attention = Attention::encoder;
  int row = 0, column = 0;
};

// A mask painted by hand: the cell that the arrow keys move, and the stroke of the mouse.
struct MaskBrush {
  int row = 0, column = 0;
  bool painting = false;
  bool masks = false;  // the stroke masks what it touches; else it frees it
};

// What was chosen last in a lab: where it comes from moves there.
struct LabArrival {
  std::string what;   // what was chosen in the last frame; empty before the first one
  double since = -1;  // when it was chosen; negative: it was there when the lab opened
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
  std::string typing;                    // the text field that has the keyboard, found anew in each frame
  std::string typed_before;              // and the one of the last frame
  bool focus_visible = false;            // the keyboard was used last
  std::vector<std::string> focus_order;  // of the last frame

  Overlay overlay = Overlay::none;
  Area stage;         // where the view was drawn in the last frame
  Area overlay_area;  // where it was drawn in the last frame
  WordMenu words;
  std::vector<SentenceWords> unknown_words;  // of the sentences asked for last
  bool change_in_both = true;                // a word that both sentences have at its place
  ExportDialog export_dialog;
  FinderState finder;
  FinderState glossary;
  std::string glossary_at;  // the word that the page of all words opens on
  TermUnderMouse term;
  FileDialog files;
  ModelSheet models;
  PresenterState presenter;
  Area views_menu;        // the button that opens it
  std::string explained;  // the panel that the keys-and-help sheet begins with

  std::string file;               // of the open session; empty while it has none
  std::optional<Session> saved;   // what that file holds, or what the program started with
  std::vector<Request> requests;  // of this frame, carried out at its end
  Message message;

  int hovered_token = -1;                // the row under the mouse in this frame
  int followed_token = -1;               // and in the last one: what lines and bands follow
  std::optional<CellName> hovered_cell;  // the cell under the mouse in this frame, and in the last one
  std::optional<CellName> followed_cell;
  int what_if_reach = 0;         // of the number being typed: its cell, row or all rows
  std::optional<int> edit_side;  // the sentence that the next edit is for; nothing: both
  float edit_controls = 0;       // how tall what makes edits was in the last frame, at scale 1
  int compared = 1;              // the inspector shows what was before the edits, is now, or differs
  HandTurn hand_turn;            // a row of weights that is being turned
  MaskBrush mask_brush;
  LabArrival lab_arrival;
  Flash flash;                                             // what the last edit changed
  std::string what_if;                                     // the number being typed in the inspector
  CellName what_if_cell;                                   // and the cell it is for
  std::map<std::string, float> scroll;                     // by panel, pixels at scale 1
  std::map<std::string, std::pair<double, double>> plots;  // the range of x each is zoomed to
  std::map<std::string, LensPlace> lenses;                 // by node and axis
  Zoom zoom = Zoom::lens;
  std::string followed;  // the step the strip of thumbnails last scrolled to

  std::string lesson_typed;                   // the answer being typed to a free question
  std::map<std::string, int> lesson_reached;  // the furthest step seen of each lesson
  std::string lesson_shown;                   // the step and answer that the rail last scrolled to

  MapState map;
  FlowState flow;
  bool still = false;  // no motion: every change at once

  std::optional<HeadPair> head_pair;
  std::string followed_head;       // the head the grid of heads last scrolled to
  std::string followed_in_picker;  // and the thumbnails over the lines
  int followed_in_lines = -1;      // the word in focus that the lines last scrolled to

  bool can_undo = false;
  std::string notice;  // what an opened session asked for that is not there
  bool again = false;  // something changed that only the next frame can show

  double now = 0;  // seconds, set before each frame: the clock of everything that moves
  // When the next frame is due though nobody does anything: `now` while something moves, infinity at rest.
  // Set anew in each frame.
  double next_frame = std::numeric_limits<double>::infinity();
  void move_at(double time) { next_frame = std::min(next_frame, time); }

  Playing playing;
  int followed_side = 0;  // which sentence's cell is under the mouse
  int hovered_side = 0;
};

}  // namespace headlight
