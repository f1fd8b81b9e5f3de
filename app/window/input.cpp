#include "app/window/input.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

#include "app/panels/commands/commands.h"
#include "app/widgets/controls.h"

namespace headlight {
namespace {

// What changes in every frame by itself must not keep the keyboard away for ever.
constexpr int longest_wait = 4;

// A key that does no more than write its character.
bool only_writes(std::string_view chord) {
  if (chord.starts_with("Shift ")) chord.remove_prefix(6);
  return chord.size() == 1 || chord == "Space" || chord == "Other";
}

}  // namespace

struct Input::Share {
  ImGuiIO& io;
  WidgetState& state;
  bool settled;
  bool moved = false;
  bool pressed = false;        // a button changed
  bool turned = false;         // the wheel
  bool commanded = false;      // a key with a meaning went down
  bool wrote = false;          // a key or a character for the text field
  std::string last = {};       // the chord of that key
  std::vector<int> went = {};  // keys that changed

  bool untouched() const { return !moved && !pressed && !turned && !commanded && !wrote; }

  // Whether a key has to wait for the next frame.
  bool holds_back(const KeyEvent& key, bool has_meaning) const {
    if (pressed || turned) return true;
    if (key.down && has_meaning) {
      // A key that is held may be repeated faster than frames are drawn.
      const bool again = key.repeated && commanded && last == key.chord;
      return !again && (!settled || commanded || wrote);
    }
    if (has_meaning && std::find(went.begin(), went.end(), key.code) != went.end()) return true;
    if (key.down) return !key.chord.empty() && (!settled || commanded);
    // "Ctrl A" is read with Ctrl still down, though that went up first.
    return key.chord.empty() && commanded;
  }
};

void Input::move(float x, float y) {
  if (resting_ && resting_->x == x && resting_->y == y) return;
  resting_.reset();
  moved_ = true;
  events_.push_back(Move{{x, y}});
}

void Input::enter(float x, float y) {
  if (moved_) return move(x, y);
  resting_ = ImVec2{x, y};
}

void Input::point_at_rest() {
  if (!resting_) return;
  const ImVec2 at = *resting_;
  resting_.reset();
  move(at.x, at.y);
}

void Input::button(int button, bool down) {
  point_at_rest();
  events_.push_back(Button{button, down});
}

void Input::wheel(float x, float y) {
  point_at_rest();
  events_.push_back(Wheel{x, y});
}

void Input::leave() {
  resting_.reset();
  const ImGuiIO& io = ImGui::GetIO();
  const bool held =
      std::any_of(std::begin(io.MouseDown), std::end(io.MouseDown), [](bool down) { return down; });
  if (!held) events_.push_back(Move{{-FLT_MAX, -FLT_MAX}});
}

bool Input::give(const Move& move, Share& share) {
  // Where a button changed, and what the wheel turned, is seen by the frame first.
  if (share.pressed || share.turned || share.commanded) return false;
  share.io.MousePos = move.to;
  share.moved = true;
  return true;
}

bool Input::give(const Button& button, Share& share) {
  // What is under the mouse shows one frame after it got there.
  if (!share.settled || !share.untouched()) return false;
  if (button.button >= 0 && button.button < IM_ARRAYSIZE(share.io.MouseDown))
    share.io.MouseDown[button.button] = button.down;
  share.pressed = true;
  return true;
}

bool Input::give(const Wheel& wheel, Share& share) {
  if (share.pressed || share.commanded) return false;
  share.io.MouseWheelH += wheel.x;
  share.io.MouseWheel += wheel.y;
  share.turned = true;
  return true;
}

bool Input::give(const KeyEvent& key, Share& share) {
  const bool typing = !share.state.typing.empty();
  const bool has_meaning = !key.chord.empty() && !(typing && only_writes(key.chord));
  if (share.holds_back(key, has_meaning)) return false;
  share.io.KeyCtrl = key.control;
  share.io.KeyShift = key.shift;
  share.io.KeyAlt = key.alt;
  share.io.KeySuper = key.super;
  if (key.code >= 0 && key.code < IM_ARRAYSIZE(share.io.KeysDown)) share.io.KeysDown[key.code] = key.down;
  share.went.push_back(key.code);
  if (!key.down || key.chord.empty()) return true;
  share.commanded = share.commanded || has_meaning;
  share.wrote = share.wrote || !has_meaning;
  share.last = key.chord;
  if (const auto press = key_of_chord(key.chord, typing)) {
    share.state.keys.push_back(*press);
  } else if (!typing) {
    share.state.keys.push_back({Key::other});
  }
  return true;
}

// Not held back from the key that wrote it: where that key was a command, nobody waits for its character.
bool Input::give(const Character& character, Share& share) {
  if (share.pressed || share.turned) return false;
  if (!share.settled && !share.commanded && !share.wrote) return false;
  share.io.AddInputCharacter(field_letter(character.code_point));
  share.wrote = true;
  return true;
}

// What was turned before belongs to the gesture before.
bool Input::give(const Pinch& pinch, Share& share) {
  if (share.turned) return false;
  share.state.pinching = pinch.on;
  if (pinch.on) ++share.state.pinches;
  return true;
}

bool Input::feed(ImGuiIO& io, WidgetState& state, bool settled) {
  Share share{.io = io, .state = state, .settled = settled || held_back_ >= longest_wait};
  const std::size_t before = events_.size();
  while (!events_.empty() &&
         std::visit([&](const auto& event) { return give(event, share); }, events_.front()))
    events_.pop_front();
  held_back_ = !events_.empty() && !share.settled ? held_back_ + 1 : 0;
  return events_.size() != before;
}

namespace {

constexpr double long_press = 0.45;  // seconds
constexpr float still = 9;           // units: less is a finger that trembles
constexpr float zoom_step = 1.12F;   // of the distance, for a step
constexpr int control_key = -1;      // changes others; it is none of Dear ImGui's

}  // namespace

Fingers::Finger* Fingers::find(int finger) {
  const auto found =
      std::find_if(fingers_.begin(), fingers_.end(), [&](const Finger& each) { return each.id == finger; });
  return found == fingers_.end() ? nullptr : &*found;
}

void Fingers::down(int finger, ImVec2 at, double seconds, float unit) {
  if (find(finger) != nullptr) return;
  fingers_.push_back({finger, at});
  unit_ = unit;
  if (fingers_.size() == 1) {
    does_ = Does::waits;
    begun_ = at;
    since_ = seconds;
    input_.move(at.x, at.y);
  } else if (fingers_.size() == 2 && does_ != Does::drags) {
    begin_zoom();
  }
}

void Fingers::move(int finger, ImVec2 to) {
  Finger* const moved = find(finger);
  if (moved == nullptr) return;
  if (does_ == Does::waits && std::hypot(to.x - begun_.x, to.y - begun_.y) < still * unit_) return;
  moved->at = to;
  if (does_ == Does::zooms) return zoom();
  if (moved != fingers_.data() || does_ == Does::nothing) return;
  if (does_ == Does::waits) {
    does_ = Does::drags;
    input_.button(0, true);
  }
  input_.move(to.x, to.y);
}

void Fingers::up(int finger) {
  if (find(finger) == nullptr) return;
  std::erase_if(fingers_, [&](const Finger& each) { return each.id == finger; });
  if (!fingers_.empty() && does_ != Does::zooms) return;
  if (does_ == Does::waits) {
    input_.button(0, true);
    input_.button(0, false);
  } else if (does_ == Does::drags) {
    input_.button(0, false);
  }
  end();
}

void Fingers::cancel() {
  fingers_.clear();
  if (does_ == Does::drags) input_.button(0, false);
  end();
}

// What a long press shows stays for the one who reads it.
void Fingers::end() {
  if (does_ == Does::zooms) input_.pinch(false);
  if (does_ != Does::looks && does_ != Does::nothing) input_.move(-FLT_MAX, -FLT_MAX);
  does_ = Does::nothing;
}

void Fingers::wait_until(double seconds) {
  if (seconds >= due()) does_ = Does::looks;
}

double Fingers::due() const {
  return does_ == Does::waits ? since_ + long_press : std::numeric_limits<double>::infinity();
}

float Fingers::distance() const {
  return std::max(1.0F, std::hypot(fingers_[0].at.x - fingers_[1].at.x, fingers_[0].at.y - fingers_[1].at.y));
}

void Fingers::begin_zoom() {
  does_ = Does::zooms;
  input_.pinch(true);
  apart_ = distance();
  input_.move((fingers_[0].at.x + fingers_[1].at.x) / 2, (fingers_[0].at.y + fingers_[1].at.y) / 2);
}

// As the wheel does with Ctrl.
void Fingers::zoom() {
  if (fingers_.size() < 2) return;
  const float grown = std::log(distance() / apart_) / std::log(zoom_step);
  const float steps = std::trunc(grown);
  if (steps == 0) return;
  apart_ *= std::pow(zoom_step, steps);
  input_.key({.code = control_key, .down = true, .control = true});
  for (int step = 0; step < static_cast<int>(std::fabs(steps)); ++step)
    input_.wheel(0, steps > 0 ? 1.0F : -1.0F);
  input_.key({.code = control_key, .down = false});
}

}  // namespace headlight
