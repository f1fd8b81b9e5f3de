// The one place: seven altitudes of a sentence, in a frame that stands still.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

Session place_session(Altitude altitude = Altitude::sentence) {
  Session session;  // of the shipped translator
  session.layer = 3;
  session.altitude = altitude;
  return session;
}

const std::string scores = "encoder.3.self_attention.head.0.scores";

// At each altitude, with what has to be chosen there.
Session session_at(Altitude altitude) {
  Session session = place_session(altitude);
  if (altitude >= Altitude::cell) {
    session.part = "scores";
    session.token = 7;
    session.trail = {{scores, 7, 1}};
    session.number = 4;
  }
  return session;
}

// Presses a place of what is one thing for the keyboard: so far along it, from 0 to 1.
void press_in(Driver& driver, const std::string& id, float across, float down) {
  const Area area = driver.area(id);
  driver.click_at(area.left + across * area.width(), area.top + down * area.height());
}

Altitude altitude_of(const Driver& driver) { return driver.session().altitude.value(); }

TEST(Place, AViewIsShownWhereItsAltitudeIs) {
  Session session = place_session();
  session.altitude.reset();
  Driver driver(session, 1280, 800);
  EXPECT_FALSE(driver.has("place/look inside"));
  driver.apply(GoTo{.altitude = Altitude::sentence});
  driver.pass(0.8);
  EXPECT_TRUE(driver.has("place/look inside"));
  driver.apply(SetView{ViewKind::lines});
  driver.settle();
  EXPECT_FALSE(driver.has("place/look inside"));
}

// Whichever head was looked at last: the first screen says where "it" looks.
TEST(Place, TheSentenceShowsTheHeadThatIsKnownForIt) {
  Session session = place_session();
  session.layer = 2;
  Driver driver(session, 1280, 800);
  EXPECT_TRUE(driver.shows("1.00"));
  EXPECT_FALSE(driver.shows("0.56"));
}

TEST(Place, SixGesturesLeadToAProductAndBack) {
  Driver driver(place_session(), 1280, 800);
  const auto goes = [&](const std::string& id, Altitude to) {
    driver.click(id);
    driver.pass(0.5);
    EXPECT_EQ(altitude_of(driver), to) << id;
  };
  goes("place/look inside", Altitude::model);
  press_in(driver, "place/list of heads/encoder3", 0.1F, 0.1F);
  driver.pass(0.8);
  EXPECT_EQ(altitude_of(driver), Altitude::head);
  press_in(driver, "place/table", 1.5F / 11, 7.5F / 11);
  driver.pass(0.5);
  EXPECT_EQ(altitude_of(driver), Altitude::step);
  press_in(driver, "place/shares", 0.5F, 1.5F / 11);
  driver.pass(0.5);
  EXPECT_EQ(altitude_of(driver), Altitude::cell);
  ASSERT_EQ(driver.session().trail.size(), 1U);
  EXPECT_EQ(driver.session().trail[0], (CellName{scores, 7, 1}));
  press_in(driver, "place/numbers", 18.5F / 32, 0.5F);
  driver.pass(0.5);
  EXPECT_EQ(altitude_of(driver), Altitude::product);
  EXPECT_EQ(driver.session().number, 18);
  goes("crumb/0", Altitude::sentence);
}

TEST(Place, AShareOpensItsOwnCellAndAScoreTheOneOfTheScore) {
  for (const auto& [across, part] : {std::pair{0.97F, "weights"}, {0.3F, "scores"}}) {
    Session session = place_session();
    session.altitude = Altitude::step;
    session.part = "weights";
    session.token = 7;
    Driver driver(session, 1280, 800);
    press_in(driver, "place/shares", across, 1.5F / 11);
    driver.pass(0.5);
    EXPECT_EQ(altitude_of(driver), Altitude::cell);
    ASSERT_EQ(driver.session().trail.size(), 1U);
    EXPECT_EQ(driver.session().trail[0], (CellName{selected_head_path(session, part), 7, 1}));
    driver.press(Key::escape);
    driver.pass(0.5);
    EXPECT_EQ(altitude_of(driver), Altitude::step);
    EXPECT_EQ(driver.session().part, part);
  }
}

TEST(Place, EnterLeadsInAndEscapeOut) {
  Driver driver(place_session(), 1280, 800);
  for (int to = 1; to < altitude_count; ++to) {
    driver.press(Key::enter);
    driver.pass(0.5);
    EXPECT_EQ(static_cast<int>(altitude_of(driver)), to);
  }
  const Session deepest = driver.session();
  EXPECT_GE(deepest.number, 0) << "the largest product is chosen by itself";
  for (int to = altitude_count - 2; to >= 0; --to) {
    driver.press(Key::escape);
    driver.pass(0.5);
    EXPECT_EQ(static_cast<int>(altitude_of(driver)), to);
  }
  EXPECT_EQ(driver.session().trail, deepest.trail) << "what was chosen stays chosen";
  EXPECT_EQ(driver.session().number, deepest.number);
}

TEST(Place, HomeLeadsToTheSentence) {
  Driver driver(session_at(Altitude::product), 1280, 800);
  driver.press(Key::home);
  EXPECT_EQ(altitude_of(driver), Altitude::sentence);
}

TEST(Place, TheWheelGoesOneAltitudeAtATime) {
  Driver driver(session_at(Altitude::model), 1280, 800);
  driver.move(700, 500);
  driver.wheel(1);
  driver.wheel(1);
  EXPECT_EQ(altitude_of(driver), Altitude::layer) << "the second turn came too soon";
  driver.pass(0.5);
  driver.wheel(-1);
  EXPECT_EQ(altitude_of(driver), Altitude::model);
}

TEST(Place, AWordChoosesAndTheAltitudeStays) {
  for (const Altitude altitude : {Altitude::model, Altitude::layer, Altitude::head, Altitude::step}) {
    Driver driver(session_at(altitude), 1280, 800);
    press_in(driver, "place/list of words", 0.5F, 3.5F / 11);
    EXPECT_EQ(driver.session().token, 3);
    EXPECT_EQ(altitude_of(driver), altitude);
    driver.press(Key::down);
    EXPECT_EQ(driver.session().token, 4);
  }
}

TEST(Place, ArrowsGoToTheNextLayerHeadStepAndNumber) {
  Session session = session_at(Altitude::model);
  session.layer = 0;
  Driver layers(session, 1280, 800);
  layers.press(Key::right);
  EXPECT_EQ(layers.session().layer, 1);
  Driver heads(session_at(Altitude::head), 1280, 800);
  heads.press(Key::right);
  EXPECT_EQ(heads.session().head, 1);
  session = session_at(Altitude::step);
  session.part = "query";
  Driver steps(session, 1280, 800);
  steps.press(Key::right);
  EXPECT_EQ(steps.session().part, "key");
  Driver numbers(session_at(Altitude::product), 1280, 800);
  numbers.press(Key::right);
  EXPECT_EQ(numbers.session().number, 5);
}

TEST(Place, AFactorOfAProductLeadsToTheCellThatItIs) {
  for (const auto& [item, part] :
       {std::pair{"place/made/left", "query"}, std::pair{"place/made/right", "key"}}) {
    Driver driver(session_at(Altitude::product), 1280, 800);
    driver.click(item);
    EXPECT_EQ(altitude_of(driver), Altitude::cell);
    EXPECT_EQ(driver.session().part, part);
    ASSERT_FALSE(driver.session().trail.empty());
    EXPECT_EQ(driver.session().trail.back().col, session_at(Altitude::product).number) << "of the row";
  }
}

// What a class would see shake: it has one place wherever it is shown.
// A file or a link may name a part beside a cell of another one.
TEST(Place, ACellIsOneOfItsOwnPart) {
  Session session = opening_session("translator");
  session.layer = 3;
  session.altitude = Altitude::cell;
  session.part = "weights";
  session.trail = {{"encoder.3.self_attention.head.0.query", 7, 25}};
  for (const bool presenting : {false, true}) {
    session.presenting = presenting;
    Driver driver(session, 1280, 800);
    driver.pass(0.3);
    EXPECT_TRUE(driver.shows("Query of “it”") || driver.shows("it, number 26")) << "a number of a query";
    expect_tidy(driver, presenting ? "before a class" : "a cell of Q");
  }
}

TEST(Place, TheFrameStandsStill) {
  const auto stands = [](const std::string& id) {
    return id == "place/map" || id == "place/words" || id == "place/in" || id == "place/out" ||
           id == "more" || id == "find" || id == "present" || id == "place/lessons" ||
           id == "place/experiments" || id == "side" || id == "place/list of words" || id == "crumb/0" ||
           id == "crumb/1";
  };
  std::map<std::string, Area> first;
  int compared = 0;
  for (int altitude = 1; altitude < altitude_count; ++altitude) {
    Driver driver(session_at(static_cast<Altitude>(altitude)), 1280, 800);
    for (const Placed& placed : driver.placed()) {
      if (placed.kind != Placed::Kind::item || !stands(placed.name)) continue;
      const auto [at, is_new] = first.try_emplace(placed.name, placed.area);
      if (is_new) continue;
      EXPECT_EQ(at->second, placed.area) << placed.name << " at altitude " << altitude;
      ++compared;
    }
  }
  EXPECT_GT(compared, 45);
}

TEST(Place, TheNumbersAreThoseOfTheTrace) {
  Driver driver(session_at(Altitude::cell), 1280, 800);
  const Trace& trace = *driver.results()->trace(0);
  const float score = trace.read(scores)(7, 1);
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", static_cast<double>(score));
  EXPECT_TRUE(driver.shows(text)) << text;
  Driver product(session_at(Altitude::product), 1280, 800);
  const std::string head = "encoder.3.self_attention.head.0.";
  const float q = trace.read(head + "query")(7, 4), k = trace.read(head + "key")(1, 4);
  std::snprintf(text, sizeof text, "%.3f", std::fabs(static_cast<double>(q)));
  EXPECT_TRUE(product.shows(text)) << text;
  std::snprintf(text, sizeof text, "%.3f", std::fabs(static_cast<double>(k)));
  EXPECT_TRUE(product.shows(text)) << text;
}

// The table of a head comes from its small picture, and the words from the sentence.
TEST(Place, WhatBothPagesShowMoves) {
  Driver driver(place_session(Altitude::layer), 1280, 800);
  const auto left_of = [&](const std::string& path) {
    float left = -1;
    for (const Placed& placed : driver.placed()) {
      if (placed.kind == Placed::Kind::picture && placed.name == path && placed.area.width() > 60)
        left = placed.area.left;
    }
    return left;
  };
  driver.state().shapes_placed = true;
  driver.frame();
  const std::string weights = "encoder.3.self_attention.head.0.weights";
  const float before = left_of(weights);
  driver.begin(GoTo{.altitude = Altitude::head});
  driver.pass(0.1);
  const float under_way = left_of(weights);
  driver.pass(0.6);
  const float after = left_of(weights);
  EXPECT_GT(before, 0);
  EXPECT_GT(under_way, before);
  EXPECT_GT(after, under_way);
}

TEST(Place, WithReducedMotionEverythingIsThereAtOnce) {
  Session session = place_session(Altitude::layer);
  session.reduced_motion = true;
  Driver driver(session, 1280, 800);
  driver.press(Key::enter);
  driver.frame();
  EXPECT_TRUE(driver.has("place/table"));
}

TEST(Place, IsTidy) {
  const std::vector<Session> matters = [] {
    Session pair = place_session(), alone = pair, many = pair, cross = pair, causal = pair;
    causal.model = "causal";
    causal.runs = {{"the cat sat on the mat because it was"}, {""}};
    causal.attention = Attention::decoder;
    causal.layer = 1;
    alone.runs = {{"The cat ate the mouse because it was hungry"}, {""}};
    many.runs = {{many_words(30)}, {""}};
    cross.attention = Attention::cross;
    cross.layer = 0;
    return std::vector{pair, alone, many, cross, causal};
  }();
  constexpr Size windows[] = {{1280, 800, 1}, {1366, 768, 1.25F}, {1920, 1080, 1}};
  for (std::size_t i = 0; i < matters.size(); ++i) {
    Driver driver(matters[i], 1280, 800);
    for (const Size& size : windows) {
      driver.resize(size.width, size.height, size.scale);
      for (int altitude = 0; altitude < altitude_count; ++altitude) {
        Session at = session_at(static_cast<Altitude>(altitude));
        Session shown = matters[i];
        shown.altitude = at.altitude;
        if (i == 0) {
          shown.part = at.part;
          shown.token = at.token;
          shown.trail = at.trail;
          shown.number = at.number;
        } else if (altitude > static_cast<int>(Altitude::step)) {
          continue;
        }
        driver.apply(OpenSession{shown});
        driver.settle();
        driver.pass(0.6);
        expect_tidy(driver,
                    name_of(size, "place " + std::to_string(i) + " altitude " + std::to_string(altitude)));
      }
    }
  }
}

// What came of a change stands beside it: "it" looks at the other noun, and the other pronoun is written.
TEST(Place, AChangeIsToldWithWhatItDidToTheAnswer) {
  Driver driver(place_session(Altitude::head), 1280, 800);
  driver.click("place/look elsewhere");
  driver.settle();
  EXPECT_FALSE(driver.session().edits.empty());
  EXPECT_TRUE(driver.shows("Given to “street”"));
  EXPECT_TRUE(driver.shows(" became "));
  driver.click("place/undo");
  driver.settle();
  EXPECT_TRUE(driver.session().edits.empty());
  EXPECT_TRUE(driver.has("place/look elsewhere"));
}

TEST(Place, ANumberThatIsTypedIsTried) {
  Driver driver(session_at(Altitude::cell), 1280, 800);
  driver.click("what if");
  driver.type("-50");
  driver.enter();
  driver.settle();
  ASSERT_EQ(driver.session().edits.size(), 1U);
  EXPECT_EQ(driver.session().edits[0].path, scores);
  EXPECT_EQ(driver.session().edits[0].values, std::vector<float>{-50});
  EXPECT_EQ(altitude_of(driver), Altitude::cell) << "Enter in a field goes nowhere";
}

TEST(Place, AllHeadsOfALayerStandInTheRowsOfTheSameWords) {
  Driver driver(place_session(Altitude::head), 1280, 800);
  driver.click("place/heads/All heads");
  driver.pass(0.5);
  for (int head = 0; head < 7; ++head) EXPECT_TRUE(driver.has("place/table/" + std::to_string(head))) << head;
  EXPECT_FALSE(driver.has("place/table"));
  expect_tidy(driver, "all heads");
  driver.click("place/table/3");
  driver.pass(0.5);
  EXPECT_EQ(driver.session().head, 3);
  EXPECT_TRUE(driver.has("place/table")) << "alone again";
}

TEST(Place, AModelThatWritesOnIsInIt) {
  Session session = place_session();
  session.model = "causal";
  session.runs = {{"the cat sat on the mat because it was"}, {""}};
  Driver driver(session, 1280, 800);
  for (int to = 1; to < altitude_count; ++to) {
    driver.press(Key::enter);
    driver.pass(0.5);
    EXPECT_EQ(static_cast<int>(altitude_of(driver)), to);
  }
  EXPECT_TRUE(driver.shows("Next token"));
}

// Its text stands where text stands, and nothing else moves.
TEST(Place, ALessonStandsInTheMargin) {
  Driver driver(place_session(Altitude::head), 1280, 800);
  const Area table = driver.area("place/table");
  Session session = place_session(Altitude::head);
  session.lesson = "it";
  session.rail = true;
  Driver beside(session, 1280, 800);
  EXPECT_TRUE(beside.has("rail/fold"));
  EXPECT_EQ(beside.area("place/table"), table);
  session.rail = false;
  Driver folded(session, 1280, 800);
  EXPECT_TRUE(folded.has("place/lesson"));
  folded.click("place/lesson");
  folded.settle();
  EXPECT_TRUE(folded.session().rail);
}

// Whatever step is shown, there is a cell in it.
TEST(Place, StepsOfADecoderAreShown) {
  Session session = place_session(Altitude::step);
  session.attention = Attention::decoder;
  session.layer = 0;
  for (const char* const part : {"query", "scores", "scaled", "masked", "weights", "output"}) {
    session.part = part;
    Driver driver(session, 1280, 800);
    EXPECT_EQ(altitude_of(driver), Altitude::step);
    EXPECT_TRUE(driver.has("place/list of steps")) << part;
    EXPECT_EQ(driver.session().part, part);
    driver.press(Key::enter);
    driver.pass(0.5);
    EXPECT_EQ(altitude_of(driver), Altitude::cell) << part;
    EXPECT_TRUE(driver.has("place/numbers")) << part;
  }
}

// Who wants no motion sees for two seconds where the opened thing stood.
TEST(Place, WithoutMotionAnOutlineShowsWhereItWas) {
  Session session = place_session(Altitude::model);
  session.reduced_motion = true;
  Driver driver{session, 1280, 800};
  driver.pass(3);
  const double before = driver.rest();
  driver.press(Key::enter);
  EXPECT_EQ(altitude_of(driver), Altitude::layer);
  EXPECT_LE(driver.rest(), 2.1);
  EXPECT_GT(driver.rest(), 1.5);
  driver.pass(3);
  EXPECT_EQ(driver.rest(), before);
}

}  // namespace
}  // namespace headlight
