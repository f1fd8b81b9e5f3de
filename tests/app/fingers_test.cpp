// What fingers on a screen do is what a mouse would.
#include "app/window/input.h"

#include <gtest/gtest.h>

#include "app/labs/order/order_lab.h"
#include "tests/app/driver.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

struct Hand {
  explicit Hand(Session session = tiny_session(), int height = 900)
      : driver(std::move(session), 1440, height) {
    driver.state().touch = true;
    driver.move(2, 2);
    driver.settle();
    driver.take_actions();
  }

  ImVec2 middle(const std::string& id) const {
    const Area area = driver.area(id);
    return {area.middle_x(), area.middle_y()};
  }
  // The frames between two events, as the window draws them.
  void drag(ImVec2 from, ImVec2 to) {
    fingers.down(1, from, 0, 1);
    driver.draw_until_at_rest();
    for (int step = 1; step <= 8; ++step) {
      const float share = static_cast<float>(step) / 8;
      fingers.move(1, {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share});
      driver.draw_until_at_rest();
    }
    fingers.up(1);
    driver.draw_until_at_rest();
  }

  Driver driver;
  Fingers fingers{driver.input()};
};

TEST(Fingers, ATapIsAClickAndLeavesNothingHovered) {
  Hand hand;
  hand.fingers.down(1, hand.middle("place/out"), 0, 1);
  hand.fingers.up(1);
  hand.driver.draw_until_at_rest();
  EXPECT_EQ(hand.driver.session().altitude, Altitude::layer);
  EXPECT_LT(ImGui::GetIO().MousePos.x, 0);
  EXPECT_FALSE(ImGui::GetIO().MouseDown[0]);
}

TEST(Fingers, OneThatTremblesTaps) {
  Hand hand;
  const ImVec2 at = hand.middle("place/out");
  hand.fingers.down(1, at, 0, 1);
  hand.fingers.move(1, {at.x + 4, at.y - 3});
  hand.fingers.up(1);
  hand.driver.draw_until_at_rest();
  EXPECT_EQ(hand.driver.session().altitude, Altitude::layer);
}

TEST(Fingers, OneThatStaysShowsWhatTheMouseShows) {
  Hand hand;
  hand.fingers.down(1, hand.middle("place/out"), 10, 1);
  const double due = hand.fingers.due();
  EXPECT_GT(due, 10.2);
  EXPECT_LT(due, 11);
  hand.fingers.wait_until(due);
  hand.fingers.up(1);
  hand.driver.draw_until_at_rest();
  EXPECT_NE(hand.driver.session().altitude, Altitude::layer);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  EXPECT_NEAR(mouse.x, hand.middle("place/out").x, 1) << "it stays for the one who reads it";
}

TEST(Fingers, WhatCanBeDraggedIs) {
  Hand hand(lab_session(lab_named("order")));
  const std::vector<int> before = hand.driver.session().labs.get<OrderLab>().order;
  hand.drag(hand.middle("slide/order/1"), hand.middle("slide/order/3"));
  EXPECT_NE(hand.driver.session().labs.get<OrderLab>().order, before);
  EXPECT_FALSE(ImGui::GetIO().MouseDown[0]);
}

// By name, where each text stands.
float top_of(const Driver& driver, const std::string& text) {
  for (const Placed& each : driver.placed())
    if (each.kind == Placed::Kind::text && each.name == text) return each.area.top;
  return -1;
}

TEST(Fingers, WhatCannotBeDraggedScrolls) {
  Hand hand(tiny_session(), 600);
  hand.driver.press(Key::help);
  hand.driver.draw_until_at_rest();
  std::string row;
  ImVec2 at;
  for (const Placed& each : hand.driver.placed()) {
    if (each.kind != Placed::Kind::text || !each.scrolls || each.area.top > 420) continue;
    row = each.name;
    at = {each.area.middle_x(), each.area.middle_y()};
  }
  ASSERT_FALSE(row.empty());
  const float before = top_of(hand.driver, row);
  hand.drag(at, {at.x, at.y - 120});
  EXPECT_NEAR(top_of(hand.driver, row), before - 120, 5) << row << " goes with the finger";
  EXPECT_FALSE(ImGui::GetIO().MouseDown[0]);
}

}  // namespace
}  // namespace headlight
