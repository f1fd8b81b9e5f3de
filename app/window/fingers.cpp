#include "app/window/fingers.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

namespace headlight {
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
