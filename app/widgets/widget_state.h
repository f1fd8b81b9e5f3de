// What parts of the screen remember from one frame to the next, the widgets among them, and what a frame
// tells the window.
#pragma once

#include <algorithm>
#include <any>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/action.h"
#include "app/widgets/area.h"
#include "core/figure/heatmap.h"

namespace headlight {

enum class EqualHeads;  // core/learn/training.h
struct OwnText;         // core/learn/text_training.h

// What a person is doing right now: hovering, scrolling, typing, with a menu open. Each part of the screen
// keeps a struct of its own, declared where it is used, and asks for it by its type; nobody lists them. They
// belong to the window, not to the session: nothing here is saved, undone or seen by the command line.
class States {
 public:
  // The one of this type, as it was left; made with its defaults when it is asked for first. It stays in its
  // place for as long as these states live.
  template <typename State>
  State& of() {
    Kept& kept = kept_[&key_of<State>];
    if (!kept.state.has_value()) kept = {State{}, let_go_of<State>};
    return std::any_cast<State&>(kept.state);
  }
  template <typename State>
  const State& of() const {
    static const State untouched{};
    const auto found = kept_.find(&key_of<State>);
    return found == kept_.end() ? untouched : std::any_cast<const State&>(found->second.state);
  }

  // As when nobody points at anything and nothing is under way: calls let_go() of each that has it. Pictures
  // for files are made so.
  void let_go() {
    for (auto& [type, kept] : kept_) kept.let_go(kept.state);
  }

 private:
  struct Kept {
    std::any state;
    void (*let_go)(std::any&) = nullptr;
  };

  template <typename State>
  static void let_go_of(std::any& state) {
    if constexpr (requires(State & each) { each.let_go(); }) std::any_cast<State&>(state).let_go();
  }

  // A type is known by the address of its own constant. An order of std::type_index will not do: that of
  // MinGW's library is none where some types have no name outside of their file (GCC's bug 103240).
  template <typename State>
  static constexpr char key_of = 0;

  std::map<const void*, Kept> kept_;
};

// The keys that mean something; app/panels/commands/commands.h says what each of them does.

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
  find,
  save,
  save_as,
  open,
  quit,
  present,
  black,
  spotlight,
  page_up,
  page_down,
  motion,
  lessons,
  next_lesson_step,
  previous_lesson_step,
  edits,    // all of them off, and on again
  what_if,  // their list
  next_lab,
  previous_lab,
  glossary,
  select_several,  // with the mouse
  merge_pieces,
  backspace,  // takes back the word that was written last
  other,      // one without a meaning: "press any key"
  none,       // no key at all
};

struct KeyPress {
  Key key;
  bool shift = false;
};

// What a panel asks for that is no change of the session: the history, and all that touches the disk. Plain
// data; the screen carries it out once the frame is drawn, and says in the states what came of it.

struct Undo {};
struct Redo {};
struct TakeBack {};  // the last change of model, sentences or edits, wherever one has looked since

struct ChooseFile {};  // opens the sheet with the list of the folder used last
struct OpenFile {      // a session or a lesson, by its ending; of a folder the list
  std::string path;
  bool in_sheet = false;  // why it cannot be opened is said in the sheet, else in a note
};
struct CancelOpening {};  // of a file or a model that is still being read
struct ChooseName {};     // opens the sheet that asks for a name to save under
struct SaveSession {};    // into the session's own file; without one, asks for a name
struct SaveSessionAs {    // and closes the sheet, or says in it why not
  std::string path;
  bool replace = false;  // whatever is there; else asks first
};
struct ChooseModel {};  // opens the sheet with the models at hand
struct OpenModel {      // a shipped one by its name, or a folder; why it cannot be read is said in the sheet
  std::string name;
};
struct CopyLink {};  // to what is shown, onto the clipboard
struct OpenLink {    // or the text of a session; why it cannot be opened is said in the sheet, else in a note
  std::string text;
  bool in_sheet = false;
};
struct OpenByDoubleClick {  // sessions and lessons, where a person decides that (core/platform/desktop.h)
  bool wanted = true;
};
struct StartFresh {};  // with the session that Headlight opens with, in no file

struct WriteExport {  // as the export sheet says
  std::string path;
  bool replace = false;
};
struct CopyPicture {};  // the same as a PNG, onto the clipboard
struct CancelExport {};

struct RunTraining {  // in the window, so many steps further
  std::string kind;   // of live_kinds()
  int seed = 0;
  EqualHeads equal{};                       // as it begins
  int steps = 0;                            // 0: to the end
  std::shared_ptr<const OwnText> own = {};  // what it learns, where that is a text of one's own
  bool again = false;                       // from the first step
};
struct PauseTraining {};
struct KeepModelFolder {  // a copy of a model's folder, under this name, where a person finds it
  std::string folder;
  std::string name;
};

struct CloseWindow {};

using Request =
    OneOf<Undo, Redo, TakeBack, ChooseFile, OpenFile, ChooseName, SaveSession, SaveSessionAs, ChooseModel,
          OpenModel, CopyLink, OpenLink, OpenByDoubleClick, StartFresh, WriteExport, CopyPicture,
          CancelExport, CancelOpening, RunTraining, PauseTraining, KeepModelFolder, CloseWindow>;

// The cells that an edit changed, lit for a moment.

struct Flash {
  double since = -1;  // seconds of the window's clock; negative: nothing is lit
  std::map<const Heatmap*, std::vector<char>> changed;  // [rows][columns] of what is on screen
};

enum class Overlay {
  none,
  words,
  export_figure,
  colour_scale,
  keys,
  palette,
  more,
  open_file,
  save_file,
  open_link,
  models,
  glossary,
  reading,
  for_class,
  answers
};

// What can be pressed, as the last frame had it.
struct FingerTarget {
  std::string id;
  Area area;
  int layer = 0;
  bool note = false;   // in a note over the stage, which leaves the stage in reach
  bool grows = false;  // a finger beside it is on it
  bool drags = false;  // a finger that moves on it moves it
};

// A part that scrolls, between its begin and its end.
struct ScrolledPart {
  std::string id;
  Area place;
  float wide = 0, tall = 0;  // of what is in it, in pixels
};

struct WidgetState {
  bool touch = false;          // a finger points: what is pressed is at least 40 units high, or reacts so far
  bool shapes_placed = false;  // a frame lists its shapes, too (Placed): tests and lists of what is on screen

  // Keys pressed since the last frame that no text field takes; whoever uses one removes it.
  std::vector<KeyPress> keys;

  std::string pressed;                   // the item the mouse went down on
  std::string focus;                     // the item that has the keyboard
  std::string typing;                    // the text field that has the keyboard, found anew in each frame
  std::string typed_before;              // and the one of the last frame
  std::optional<ImVec2> clicked_at;      // where the mouse was pressed, until it moves away
  bool focus_visible = false;            // the keyboard was used last
  std::vector<std::string> focus_order;  // of the last frame

  std::vector<FingerTarget> targets;   // of the last frame, where a finger points
  std::vector<ScrolledPart> scrolled;  // those that are being drawn
  bool finger_scrolls = false;         // it moved too far to press what it went down on
  ImVec2 finger_from = {0, 0};         // where it went down
  ImVec2 finger_at = {0, 0};           // where it was in the last frame

  bool pinching = false;  // two fingers are down, and how often they were
  int pinches = 0;

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
