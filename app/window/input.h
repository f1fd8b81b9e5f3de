// What a person did since the last frame, in order. Dear ImGui and the panels see the mouse and the keyboard
// only as they are when a frame begins: pressed and let go between two frames, a button never was. So each
// change of a button, and each key with a meaning, has a frame of its own, and the next one waits until the
// screen shows what came of it: a click behind the key that opens a dialog falls on the dialog.
#pragma once

#include <imgui.h>

#include <deque>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/widgets/widget_state.h"

namespace headlight {

class Input {
 public:
  // In pixels of the display.
  void move(float x, float y);
  // The window came up under the mouse, or the mouse came back to it. As long as nobody has moved it, it
  // points at nothing.
  void enter(float x, float y);
  void leave();  // the mouse is nowhere, unless it holds something
  void button(int button, bool down);
  void wheel(float x, float y);
  // Two fingers are on the screen; what they turn until they are lifted is one gesture.
  void pinch(bool on) { events_.push_back(Pinch{on}); }

  // A key goes down, is repeated, or goes up.
  struct KeyEvent {
    int code = 0;  // as Dear ImGui's map of keys counts them; -1: none of those
    bool down = true;
    bool repeated = false;
    std::string chord = {};  // as the table of commands writes it; empty for a key that only changes others
    bool control = false, shift = false, alt = false, super = false;
  };
  void key(KeyEvent key) { events_.push_back(std::move(key)); }
  // The character that the last key typed, if any.
  void character(unsigned code_point) { events_.push_back(Character{code_point}); }

  bool empty() const { return events_.empty(); }

  // Before ImGui::NewFrame(): gives the frame what it can tell apart of what happened. `settled`: the last
  // frame left nothing that this one has to show first. Returns whether there was anything.
  bool feed(ImGuiIO& io, WidgetState& state, bool settled);

 private:
  struct Move {
    ImVec2 to;
  };
  struct Button {
    int button;
    bool down;
  };
  struct Wheel {
    float x, y;
  };
  struct Character {
    unsigned code_point;
  };
  struct Pinch {
    bool on;
  };
  using Event = std::variant<Move, Button, Wheel, KeyEvent, Character, Pinch>;

  // What the frame has been given so far, and whether it may be given more.
  struct Share;
  static bool give(const Move& move, Share& share);
  static bool give(const Button& button, Share& share);
  static bool give(const Wheel& wheel, Share& share);
  static bool give(const KeyEvent& key, Share& share);
  static bool give(const Character& character, Share& share);
  static bool give(const Pinch& pinch, Share& share);

  // What the mouse does where it rests: it points there.
  void point_at_rest();

  std::deque<Event> events_;
  bool moved_ = false;             // by a person, ever
  std::optional<ImVec2> resting_;  // where it was when the window came up
  int held_back_ = 0;              // frames in which the first of them had to wait for the screen
};

// Fingers on the screen, told as what a mouse would do. A finger that touches and lifts clicks. One that
// moves drags; what is no slider the widgets scroll instead (WidgetState::touch). One that stays shows what
// the mouse shows where it rests, until the next touch. Two fingers zoom.
class Fingers {
 public:
  explicit Fingers(Input& input) : input_(input) {}

  // In pixels of the display; `seconds` of any clock that is the same for all; `unit`: pixels in a unit.
  void down(int finger, ImVec2 at, double seconds, float unit);
  void move(int finger, ImVec2 to);
  void up(int finger);
  // The system has taken the finger for something of its own.
  void cancel();
  // Time goes by: a finger may have stayed long enough.
  void wait_until(double seconds);
  // Seconds from which wait_until() has something to do; infinity where it has not.
  double due() const;

 private:
  enum class Does { nothing, waits, drags, looks, zooms };
  struct Finger {
    int id;
    ImVec2 at;
  };

  Finger* find(int finger);
  float distance() const;
  void begin_zoom();
  void zoom();
  void end();

  Input& input_;
  std::vector<Finger> fingers_;
  Does does_ = Does::nothing;
  ImVec2 begun_ = {0, 0};
  double since_ = 0;
  float unit_ = 1;
  float apart_ = 1;  // of the two fingers, at the last step of the zoom
};

}  // namespace headlight
