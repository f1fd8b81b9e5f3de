// What a finger presses: on every page of a laptop with a touch screen and of a phone it has 40 units in both
// directions, drawn or around it (under_finger).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "app/session/altitudes.h"
#include "app/session/opening.h"
#include "tests/app/driver.h"
#include "tests/session/lab_pages.h"
#include "tests/tiny_pictures.h"

namespace headlight {
namespace {

constexpr std::array finger_screens{std::pair{1366, 768}, std::pair{390, 844}};

// What is pressed at a place of it, as a list or a map; and words that stand in a line of text.
bool is_pressed_at_a_place(const FingerTarget& target) { return !target.grows && !target.drags; }
bool stands_in_text(const std::string& id) { return id.starts_with("doubt") || id.starts_with("term/"); }

// As far from the middle as a finger presses it, both ways.
float finger_room(const WidgetState& state, const FingerTarget& target, bool down) {
  const ImVec2 middle{target.area.middle_x(), target.area.middle_y()};
  float room = 0;
  for (const float way : {-1.0F, 1.0F}) {
    float far = 0;
    for (; far < 20; ++far) {
      const float away = way * (far + 1);
      const ImVec2 at = down ? ImVec2{middle.x, middle.y + away} : ImVec2{middle.x + away, middle.y};
      const FingerTarget* const found = under_finger(state, at, Ui::finger_units);
      if (found == nullptr || found->id != target.id) break;
    }
    room += far;
  }
  return room;
}

// The least room of each that has less than it needs.
std::map<std::string, float> too_small(Driver& driver) {
  driver.state().touch = true;
  driver.settle();
  std::map<std::string, float> small;
  const WidgetState& state = driver.state();
  for (const FingerTarget& each : state.targets) {
    const bool seen = each.area.width() > 4 && each.area.height() > 4;
    if (!seen || is_pressed_at_a_place(each) || stands_in_text(each.id)) continue;
    const ImVec2 middle{each.area.middle_x(), each.area.middle_y()};
    const FingerTarget* const found = under_finger(state, middle, Ui::finger_units);
    if (found == nullptr || found->id != each.id) continue;  // something lies over it
    const float room = std::min(finger_room(state, each, true), finger_room(state, each, false));
    if (room < Ui::finger_units - 3) small[each.id] = room;
  }
  return small;
}

void expect_room(Driver& driver, const std::string& where) {
  for (const auto& [id, room] : too_small(driver)) ADD_FAILURE() << id << " has " << room << " on " << where;
}

std::string named_screen(const std::pair<int, int>& screen) { return ", " + std::to_string(screen.first); }

TEST(FingerRoom, OfEveryAltitude) {
  for (const std::string& model : {tiny_model_folder(), tiny_vit_folder(), tiny_seq2seq_attention_folder()}) {
    Session session = opening_session(model);
    session.text(0) = model == tiny_vit_folder() ? two_objects : tired_sentence;
    const ResultsPtr results = Driver(session, 1280, 800).results();
    for (const auto& [altitude, name] : altitude_names()) {
      if (!altitude || !has_altitude(results->trace(0)->anatomy(), *altitude)) continue;
      session.altitude = altitude;
      session.part = *altitude == Altitude::step ? "weights" : "scores";
      session.trail.clear();
      if (*altitude >= Altitude::cell) session.trail = {{selected_head_path(session, "scores"), 1, 0}};
      session.number = *altitude == Altitude::product ? 0 : -1;
      for (const auto& screen : finger_screens) {
        Driver driver(session, screen.first, screen.second, 1, true, results);
        expect_room(driver, model.substr(model.rfind('/') + 1) + ", " + name + named_screen(screen));
      }
    }
  }
}

TEST(FingerRoom, OfEveryLab) {
  for (const LabPage& page : lab_pages()) {
    for (const auto& screen : finger_screens) {
      Driver driver(page.session, screen.first, screen.second);
      expect_room(driver, page.name + named_screen(screen));
    }
  }
}

}  // namespace
}  // namespace headlight
