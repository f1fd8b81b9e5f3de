// Fingers on the screen, told as what a mouse would do. A finger that touches and lifts clicks. One that
// moves drags; what is no slider the widgets scroll instead (WidgetState::touch). One that stays shows what
// the mouse shows where it rests, until the next touch. Two fingers zoom.
#pragma once

#include <imgui.h>

#include <vector>

#include "app/window/input.h"

namespace headlight {

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
