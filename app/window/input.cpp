#include "app/window/input.h"

#include <algorithm>
#include <cfloat>

#include "app/panels/commands/commands.h"
#include "app/widgets/typed_letters.h"

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

void Input::leave() {
  const ImGuiIO& io = ImGui::GetIO();
  const bool held =
      std::any_of(std::begin(io.MouseDown), std::end(io.MouseDown), [](bool down) { return down; });
  if (!held) move(-FLT_MAX, -FLT_MAX);
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

bool Input::feed(ImGuiIO& io, WidgetState& state, bool settled) {
  Share share{.io = io, .state = state, .settled = settled || held_back_ >= longest_wait};
  const std::size_t before = events_.size();
  while (!events_.empty() &&
         std::visit([&](const auto& event) { return give(event, share); }, events_.front()))
    events_.pop_front();
  held_back_ = !events_.empty() && !share.settled ? held_back_ + 1 : 0;
  return events_.size() != before;
}

}  // namespace headlight
