// The one place on windows of every size, under fingers and before a class: the same pages, nothing over
// anything else, nothing cut off, everything in reach.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/panels/presenter/presenter.h"
#include "app/session/altitudes.h"
#include "app/session/opening.h"
#include "app/window/input.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr Size place_sizes[] = {{390, 844, 1}, {640, 360, 1}};
#else
constexpr Size place_sizes[] = {{1280, 800, 1}, {1366, 768, 1.25F}, {1366, 768, 1.5F}, {1024, 768, 1},
                                {820, 1180, 1}, {768, 1024, 1},     {390, 844, 1},     {780, 1688, 2},
                                {360, 640, 1},  {640, 360, 1},      {844, 390, 1}};
#endif
constexpr Size class_sizes[] = {{1024, 768, 1}, {1920, 1080, 1}, {1280, 720, 1}, {820, 1180, 1}};

Session sized_session(Altitude altitude = Altitude::sentence) {
  Session session;  // of the shipped translator
  session.layer = 3;
  session.altitude = altitude;
  return session;
}

const std::vector<std::string>& kinds_of_models() {
  static const std::vector<std::string> all{"translator", "causal", "vit", "seq2seq-attention"};
  return all;
}

Session opened_for_size(const std::string& model) {
  if (model == "translator") return sized_session();
  Session session = opening_session(model);
  session.altitude = Altitude::sentence;
  return session;
}

// At each altitude, from the first one in.
template <typename Visit>
void at_each_altitude(Driver& driver, const Visit& visit) {
  driver.press(Key::home);
  for (int i = 0; i < altitude_count; ++i) {
    driver.pass(0.6);
    const Altitude before = *driver.session().altitude;
    visit(before);
    driver.press(Key::enter);
    if (*driver.session().altitude == before) return;
  }
}

std::string named(Altitude altitude) { return " at altitude " + std::to_string(static_cast<int>(altitude)); }

TEST(PlaceSizes, EveryAltitudeIsTidy) {
  for (const std::string& model : kinds_of_models()) {
    Driver driver(opened_for_size(model), 1280, 800);
    for (const Size& size : place_sizes) {
      driver.resize(size.width, size.height, size.scale);
      driver.settle();
      at_each_altitude(
          driver, [&](Altitude altitude) { expect_tidy(driver, name_of(size, model + named(altitude))); });
    }
  }
}

TEST(PlaceSizes, LongTextsAreTidy) {
  Session session = sized_session();
  session.runs = {{many_words(30)}, {""}};
  Driver driver(session, 1280, 800);
  for (const Size& size : place_sizes) {
    driver.resize(size.width, size.height, size.scale);
    driver.settle();
    at_each_altitude(driver, [&](Altitude altitude) {
      expect_tidy(driver, name_of(size, "thirty words" + named(altitude)));
    });
  }
}

TEST(PlaceSizes, EveryStepOfAHeadIsTidy) {
  for (const Size& size : place_sizes) {
    Session session = sized_session(Altitude::step);
    Driver driver(session, size.width, size.height, size.scale);
    for (const char* const part : {"query", "key", "value", "scores", "scaled", "weights", "output"}) {
      driver.apply(GoTo{.altitude = Altitude::step, .part = part});
      driver.pass(0.5);
      expect_tidy(driver, name_of(size, part));
    }
  }
}

TEST(PlaceSizes, TheSheetOpensAndCloses) {
  for (const Size& size : {Size{390, 844, 1}, Size{360, 640, 1}, Size{768, 1024, 1}, Size{640, 360, 1}}) {
    Driver driver(sized_session(Altitude::head), size.width, size.height, size.scale);
    const std::string said = "Each row of the table";
    ASSERT_TRUE(driver.has("place/table")) << size.width;
    driver.click("place/sheet");
    driver.pass(0.3);
    EXPECT_TRUE(driver.shows(said)) << size.width;
    EXPECT_EQ(driver.has("place/table"), size.height > 1000) << size.width << ": it is in the page's place";
    EXPECT_TRUE(driver.has("place/words")) << size.width;
    expect_tidy(driver, name_of(size, "the sheet pulled up"));
    driver.press(Key::escape);
    driver.pass(0.3);
    EXPECT_TRUE(driver.has("place/table")) << size.width;
    EXPECT_EQ(driver.session().altitude, Altitude::head) << "Escape folds it and goes nowhere";
    driver.click("place/sheet");
    driver.pass(0.3);
    driver.click("place/sheet");
    driver.pass(0.3);
    EXPECT_TRUE(driver.has("place/table")) << size.width;
  }
}

TEST(PlaceSizes, ALessonIsInTheSheet) {
  Driver driver(sized_session(Altitude::head), 390, 844);
  driver.apply(SetRail{true});
  driver.pass(0.6);
  EXPECT_TRUE(driver.has("rail/fold"));
  EXPECT_TRUE(driver.has("place/table")) << "what it speaks of is in sight";
  expect_tidy(driver, "a lesson on a phone");
  driver.click("rail/fold");
  driver.pass(0.6);
  EXPECT_FALSE(driver.session().rail);
  EXPECT_TRUE(driver.has("place/table"));
}

// What a finger presses: 36 units in both directions, but what is a list or a table is pressed at a place of
// it.
TEST(PlaceSizes, WhatAFingerPressesIsLargeEnough) {
  const auto is_of_many = [](const std::string& id) {
    return id.starts_with("place/table") || id.starts_with("place/list") || id.starts_with("place/shares") ||
           id.starts_with("place/result") || id.starts_with("place/numbers") ||
           id == "place/head shows/table" || id.starts_with("side") || id == "dial" ||
           id == "place/head shows/lines" || id.starts_with("doubt") || id.starts_with("present/") ||
           id.starts_with("picture/object/") || id.starts_with("place/left") || id.starts_with("place/right");
  };
  for (const Size& size : {Size{390, 844, 1}, Size{360, 640, 1}}) {
    for (const std::string& model : kinds_of_models()) {
      Driver driver(opened_for_size(model), size.width, size.height, size.scale);
      driver.state().touch = true;
      driver.settle();
      at_each_altitude(driver, [&](Altitude altitude) {
        // Steps of a layer are as wide as their strips.
        for (const Placed& each : driver.placed()) {
          if (altitude == Altitude::layer && each.name.starts_with("place/step/")) continue;
          if (each.kind != Placed::Kind::item || !each.in_reach || is_of_many(each.name)) continue;
          EXPECT_GE(std::min(each.area.width(), each.area.height()), 34)
              << each.name << " of " << name_of(size, model + named(altitude));
        }
      });
    }
  }
}

TEST(PlaceSizes, LettersOnAPhoneAreReadable) {
  for (const std::string& model : kinds_of_models()) {
    Driver driver(opened_for_size(model), 390, 844);
    at_each_altitude(driver,
                     [&](Altitude altitude) { expect_readable(driver, 12, model + named(altitude)); });
  }
}

struct PlaceHand {
  explicit PlaceHand(Altitude altitude) : driver(sized_session(altitude), 390, 844) {
    driver.state().touch = true;
    driver.move(2, 2);
    driver.settle();
  }
  // `pause`: seconds between two moves.
  void part(float from, float to, double pause = 0.05) {
    fingers.down(1, {195 - from, 400}, 0, 1);
    fingers.down(2, {195 + from, 400}, 0, 1);
    for (int i = 1; i <= 8; ++i) {
      const float apart = from + (to - from) * static_cast<float>(i) / 8;
      fingers.move(1, {195 - apart, 400});
      fingers.move(2, {195 + apart, 400});
      driver.pass(pause);
    }
    fingers.up(1);
    fingers.up(2);
    driver.draw_until_at_rest();
    driver.pass(0.8);
    driver.settle();
  }
  void wipe(ImVec2 from, ImVec2 to) {
    fingers.down(1, from, 0, 1);
    driver.draw_until_at_rest();
    for (int i = 1; i <= 8; ++i) {
      const float share = static_cast<float>(i) / 8;
      fingers.move(1, {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share});
      driver.draw_until_at_rest();
    }
    fingers.up(1);
    driver.draw_until_at_rest();
    driver.pass(0.8);
    driver.settle();
  }
  Driver driver;
  Fingers fingers{driver.input()};
};

TEST(PlaceFingers, TwoThatPartGoInAndTwoThatMeetGoOut) {
  PlaceHand hand(Altitude::model);
  const float before = hand.driver.session().scale;
  hand.part(40, 120);
  EXPECT_EQ(hand.driver.session().altitude, Altitude::layer);
  hand.part(120, 40);
  EXPECT_EQ(hand.driver.session().altitude, Altitude::model);
  EXPECT_EQ(hand.driver.session().scale, before) << "the text stays as large as it is";
}

// A frame may take long, and so may a hand.
TEST(PlaceFingers, TwoThatPartSlowlyGoInOnce) {
  PlaceHand hand(Altitude::model);
  hand.part(30, 180, 0.5);
  EXPECT_EQ(hand.driver.session().altitude, Altitude::layer);
  hand.part(30, 180, 0.5);
  EXPECT_EQ(hand.driver.session().altitude, Altitude::head);
}

TEST(PlaceFingers, AWipeGoesToTheNextHead) {
  PlaceHand hand(Altitude::head);
  hand.wipe({300, 140}, {120, 140});
  EXPECT_EQ(hand.driver.session().head, 1);
  hand.wipe({120, 140}, {300, 140});
  EXPECT_EQ(hand.driver.session().head, 0);
  EXPECT_EQ(hand.driver.session().altitude, Altitude::head);
}

TEST(PlaceFingers, OneThatMovesDownGoesNowhere) {
  PlaceHand hand(Altitude::head);
  hand.wipe({250, 300}, {250, 500});
  EXPECT_EQ(hand.driver.session().altitude, Altitude::head);
  EXPECT_EQ(hand.driver.session().head, 0);
}

TEST(PlaceFingers, PlusAndMinusLeadInAndOut) {
  PlaceHand hand(Altitude::head);
  hand.driver.click("place/in");
  EXPECT_EQ(hand.driver.session().altitude, Altitude::step);
  hand.driver.click("place/out");
  EXPECT_EQ(hand.driver.session().altitude, Altitude::head);
}

TEST(PlaceFingers, TheSheetIsPulledUpAndFolded) {
  PlaceHand hand(Altitude::head);
  const Area sheet = hand.driver.area("place/sheet");
  hand.wipe({200, sheet.middle_y()}, {200, sheet.middle_y() - 120});
  EXPECT_FALSE(hand.driver.has("place/table"));
  const Area head = hand.driver.area("place/sheet");
  hand.wipe({200, head.middle_y()}, {200, head.middle_y() + 160});
  EXPECT_TRUE(hand.driver.has("place/table"));
}

// --- before a class

TEST(PlaceBeforeAClass, EveryPageIsTidyAndForTheBackRow) {
  for (const std::string& model : kinds_of_models()) {
    Session session = opened_for_size(model);
    session.presenting = true;
    Driver driver(session, 1024, 768);
    for (const Size& size : class_sizes) {
      driver.resize(size.width, size.height, size.scale);
      driver.settle();
      driver.pass(7);
      at_each_altitude(driver, [&](Altitude altitude) {
        expect_tidy(driver, name_of(size, "class: " + model + named(altitude)));
        if (size.width == 1024 && altitude != Altitude::sentence)
          expect_readable(driver, 23, "class: " + model + named(altitude));
      });
    }
  }
}

TEST(PlaceBeforeAClass, EveryStepIsTidy) {
  Session session = sized_session(Altitude::step);
  session.presenting = true;
  Driver driver(session, 1024, 768);
  driver.pass(7);
  for (const char* const part : {"query", "key", "value", "scores", "scaled", "weights", "output"}) {
    driver.apply(GoTo{.altitude = Altitude::step, .part = part});
    driver.pass(0.6);
    expect_tidy(driver, std::string("class: ") + part);
    expect_readable(driver, 23, std::string("class: ") + part);
  }
}

TEST(PlaceBeforeAClass, PagesGoOnAlongTheWayAndLeavingLeadsBack) {
  for (const auto& [on, back] : {std::pair{Key::page_down, Key::page_up}, std::pair{Key::right, Key::left}}) {
    Session session = sized_session(Altitude::head);
    session.token = 7;
    Driver driver(session, 1280, 800);
    driver.press(Key::present);
    EXPECT_TRUE(driver.session().presenting);
    EXPECT_EQ(driver.session().altitude, Altitude::head);
    driver.press(on);
    EXPECT_EQ(driver.session().altitude, Altitude::step);
    EXPECT_EQ(driver.session().part, "scores");
    driver.press(on);
    EXPECT_EQ(driver.session().altitude, Altitude::cell);
    driver.press(on);
    EXPECT_EQ(driver.session().altitude, Altitude::product);
    driver.press(on);
    EXPECT_EQ(driver.session().altitude, Altitude::step);
    EXPECT_EQ(driver.session().part, "weights");
    driver.press(back);
    EXPECT_EQ(driver.session().altitude, Altitude::product);
    driver.press(Key::down);
    driver.press(Key::escape);
    driver.pass(0.6);
    EXPECT_FALSE(driver.session().presenting);
    EXPECT_EQ(driver.session().altitude, Altitude::head);
    EXPECT_EQ(driver.session().token, 7);
    EXPECT_TRUE(driver.session().trail.empty());
    EXPECT_TRUE(driver.has("place/table"));
  }
}

TEST(PlaceBeforeAClass, TheEndsOfTheWayAreEnds) {
  Session session = sized_session();
  session.presenting = true;
  Driver driver(session, 1024, 768);
  driver.press(Key::page_up);
  EXPECT_EQ(driver.session().altitude, Altitude::sentence);
  const auto stops = flight_of(driver.session(), *driver.results()).size();
  for (std::size_t i = 0; i < stops + 3; ++i) driver.press(Key::page_down);
  EXPECT_EQ(driver.session().altitude, Altitude::sentence) << "the last stop is the sentence again";
  driver.press(Key::page_up);
  EXPECT_EQ(driver.session().altitude, Altitude::model);
}

TEST(PlaceBeforeAClass, BlackAndTheSpotlightAreAsEver) {
  Session session = sized_session(Altitude::head);
  session.presenting = true;
  Driver driver(session, 1024, 768);
  EXPECT_TRUE(driver.shows("Where does"));
  driver.press(Key::black);
  EXPECT_FALSE(driver.shows("Where does"));
  driver.press(Key::right);
  EXPECT_TRUE(driver.shows("Where does"));
  EXPECT_EQ(driver.session().altitude, Altitude::head) << "the key that brings the picture back does no more";
  driver.press(Key::spotlight);
  EXPECT_TRUE(driver.state<PresenterState>().spotlight);
}

TEST(PlaceBeforeAClass, UpAndDownChooseAnotherWord) {
  Session session = sized_session(Altitude::head);
  session.token = 7;
  session.presenting = true;
  Driver driver(session, 1024, 768);
  driver.press(Key::up);
  EXPECT_EQ(driver.session().token, 6);
  EXPECT_EQ(driver.session().altitude, Altitude::head);
}

TEST(PlaceBeforeAClass, AModelWithoutAWayGoesInAndOut) {
  Session session = opening_session("seq2seq");
  session.altitude = Altitude::sentence;
  session.presenting = true;
  Driver driver(session, 1024, 768);
  ASSERT_NE(driver.results()->model, nullptr);
  const Altitude first = *driver.session().altitude;
  driver.press(Key::page_down);
  EXPECT_GT(*driver.session().altitude, first);
  driver.press(Key::page_up);
  EXPECT_EQ(*driver.session().altitude, first);
}

TEST(PlaceBeforeAClass, StepsOutsideHeadsHavePagesOfTheirOwn) {
  Session session = sized_session(Altitude::step);
  for (const char* const path : {"encoder.3.feed_forward.hidden", "encoder.3.residual_2",
                                 "encoder.3.normalized_2", "source.input", "logits", "probabilities"}) {
    session.presenting = true;
    session.step = path;
    session.reduced_motion = true;
    Driver driver{session, 1024, 768};
    driver.pass(7);
    ASSERT_EQ(driver.session().step, path);
    expect_tidy(driver, std::string(path) + " before a class");
    expect_readable(driver, 23, std::string(path) + " before a class");
    EXPECT_FALSE(driver.shows("From scores to shares"));
    driver.press(Key::escape);
    EXPECT_FALSE(driver.session().presenting);
    EXPECT_EQ(driver.session().altitude, Altitude::step);
    EXPECT_EQ(driver.session().step, path);
  }
}

TEST(PlaceBeforeAClass, AnExperimentIsShownLarge) {
  Session session = sized_session(Altitude::head);
  session.presenting = true;
  for (const char* const name : {"temperature", "causes", "order", "masks"}) {
    show_lab(session, lab_named(name));
    Driver driver{session, 1024, 768};
    driver.pass(7);
    expect_tidy(driver, std::string(name) + " before a class");
    EXPECT_TRUE(driver.shows(lab_named(name)->question)) << name;
    driver.press(Key::escape);
    EXPECT_FALSE(driver.session().presenting);
    EXPECT_TRUE(shows_experiment(driver.session())) << name;
  }
}

}  // namespace
}  // namespace headlight
