#include "tests/app/driver.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "tests/keep_model.h"

namespace headlight {

Session tiny_session() {
  Session session;
  session.model = tiny_model_folder();
  session.text(0) = tired_sentence;
  session.text(1) = wide_sentence;
  session.token = 7;
  session.experts = true;  // so that every lab has all of its controls
  return session;
}

Driver::Driver(Session session, int width, int height, float scale, bool wait, ResultsPtr known)
    : workspace_(std::move(session), {}, std::move(known)), screen_(workspace_, cells_), scale_(scale) {
  ImGuiIO& io = ImGui::GetIO();
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  for (int key = 0; key < ImGuiKey_COUNT; ++key) io.KeyMap[key] = key;
  resize(width, height, scale);
  if (wait) settle();
}

void Driver::settle() {
  workspace_.wait();
  for (int i = 0; i < 3; ++i) frame();
  while (screen_.busy()) frame();
  workspace_.wait();                    // for what a file brought that was read meanwhile, however quickly
  for (int i = 0; i < 2; ++i) frame();  // what came of it shows, and takes the keyboard
  // Without motion the old fades into the new, and is gone after that.
  constexpr double fade = 0.2;
  if (session().reduced_motion) pass(fade);
}

void Driver::frame() {
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = 1.0F / 60;
  screen_.prepare(scale_);
  ImGui::NewFrame();
  screen_.frame();
  for (const Action& action : screen_.actions()) actions_.push_back(action);
}

void Driver::pass(double seconds) {
  for (int frames = static_cast<int>(std::ceil(seconds * 60)); frames > 0; --frames) frame();
}

void Driver::wheel(float turns) {
  ImGui::GetIO().MouseWheel = turns;
  frame();
  ImGui::GetIO().MouseWheel = 0;
  frame();
}

void Driver::resize(int width, int height, float scale) {
  scale_ = scale;
  ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
}

bool Driver::has(const std::string& id) const {
  return std::any_of(placed().begin(), placed().end(),
                     [&](const Placed& each) { return each.kind == Placed::Kind::item && each.name == id; });
}

Area Driver::area(const std::string& id) const {
  for (const Placed& each : placed()) {
    if (each.kind == Placed::Kind::item && each.name == id) return each.area;
  }
  ADD_FAILURE() << "nothing on screen is called " << id;
  return {};
}

bool Driver::shows(const std::string& text) const {
  return std::any_of(placed().begin(), placed().end(), [&](const Placed& each) {
    return each.kind == Placed::Kind::text && each.name.find(text) != std::string::npos;
  });
}

std::vector<std::string> Driver::said() const {
  static const std::regex number(
      "(−|[+-])?[0-9][0-9,]*(\\.[0-9]+)?(e[+-]?[0-9]+)?"
      "( ?(·|×) ?10(⁻|⁰|¹|²|³|⁴|⁵|⁶|⁷|⁸|⁹)+)?");
  static const std::regex letters("[A-Za-z]{2}|[\x80-\xff]{4}");
  std::vector<std::string> lines;
  for (const Placed& each : placed()) {
    const std::string line = std::regex_replace(each.name, number, "#");
    if (each.kind == Placed::Kind::text && std::regex_search(line, letters)) lines.push_back(line);
  }
  return lines;
}

void Driver::move(float x, float y) {
  ImGui::GetIO().MousePos = {x, y};
  frame();
  frame();  // what is under the mouse shows in the next frame
}

void Driver::hover(const std::string& id) {
  const Area at = area(id);
  move(at.middle_x(), at.middle_y());
}

void Driver::click_at(float x, float y) {
  move(x, y);
  ImGui::GetIO().MouseDown[0] = true;
  frame();
  ImGui::GetIO().MouseDown[0] = false;
  frame();
  settle();
}

void Driver::click(const std::string& id) {
  const Area at = area(id);
  click_at(at.middle_x(), at.middle_y());
}

void Driver::press(Key key, bool shift) {
  screen_.press({key, shift});
  frame();
  settle();
}

void Driver::apply(const Action& action) {
  begin(action);
  settle();
}

void Driver::type(const std::string& text) {
  ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
  frame();
  frame();
}

void Driver::enter() {
  ImGui::GetIO().KeysDown[ImGuiKey_Enter] = true;
  frame();
  ImGui::GetIO().KeysDown[ImGuiKey_Enter] = false;
  frame();
  settle();
}

void Driver::tell_click(const std::string& id) {
  const Area at = area(id);
  input().move(at.middle_x(), at.middle_y());
  input().button(0, true);
  input().button(0, false);
}

void Driver::tell_key(const std::string& chord) {
  const int code = chord == "Enter" ? ImGuiKey_Enter : chord == "Backspace" ? ImGuiKey_Backspace : -1;
  const bool control = chord.starts_with("Ctrl ");
  input().key({.code = code, .chord = chord, .control = control});
  input().key({.code = code, .down = false, .chord = chord, .control = control});
}

void Driver::tell_text(const std::string& letters) {
  for (const char letter : letters) {
    const bool small = letter >= 'a' && letter <= 'z';
    const std::string chord =
        letter == ' ' ? "Space" : std::string(1, static_cast<char>(small ? letter - 32 : letter));
    input().key({.chord = chord});
    input().character(static_cast<unsigned char>(letter));
    input().key({.down = false, .chord = chord});
  }
}

int Driver::draw_until_at_rest() {
  int frames = 0;
  for (; frames < 100 && wants_another_frame(); ++frames) frame();
  return frames;
}

std::vector<Action> Driver::take_actions() { return std::exchange(actions_, {}); }

}  // namespace headlight
