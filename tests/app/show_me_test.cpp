// "Show me": the way from a sentence to one multiplication and back, by itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/session/altitudes.h"
#include "app/session/session_export.h"
#include "core/explain/matrix_formulas.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

Session session_to_show() {
  Session session;  // of the shipped translator
  session.layer = 3;
  session.altitude = Altitude::sentence;
  return session;
}

const std::string scores_of_head = "encoder.3.self_attention.head.0.scores";

void expect_stop(const Session& session, const GoTo& stop) {
  EXPECT_EQ(session.altitude, stop.altitude);
  if (stop.part) {
    EXPECT_EQ(session.part, *stop.part);
  }
  if (stop.cell) {
    ASSERT_FALSE(session.trail.empty());
    EXPECT_EQ(session.trail.back(), *stop.cell);
  }
  if (stop.number) {
    EXPECT_EQ(session.number, *stop.number);
  }
}

TEST(ShowMe, GoesToTheLargestShareAndTheLargestProduct) {
  Driver driver(session_to_show(), 1280, 800);
  const std::vector<GoTo> stops = flight_of(driver.session(), *driver.results());
  ASSERT_EQ(stops.size(), 12U);
  EXPECT_EQ(stops.front().altitude, Altitude::sentence);
  EXPECT_EQ(stops.back().altitude, Altitude::sentence);
  const auto deepest = std::find_if(stops.begin(), stops.end(),
                                    [](const GoTo& stop) { return stop.altitude == Altitude::product; });
  ASSERT_NE(deepest, stops.end());
  EXPECT_EQ(*deepest->cell, (CellName{scores_of_head, 7, 1})) << "it looks at animal";
  const Trace& trace = *driver.results()->trace(0);
  const std::vector<float> terms = terms_of(trace, trace.at(scores_of_head), 7, 1);
  ASSERT_EQ(terms.size(), 32U);
  float sum = 0;
  for (const float term : terms) {
    sum += term;
    EXPECT_LE(std::fabs(term), std::fabs(terms.at(static_cast<std::size_t>(*deepest->number))));
  }
  EXPECT_NEAR(sum, CellReader(trace)({trace.at(scores_of_head), 7, 1}), 1e-3);
}

TEST(ShowMe, PassesEveryStopAndEndsWhereItBegan) {
  Driver driver(session_to_show(), 1280, 800);
  const std::vector<GoTo> stops = flight_of(driver.session(), *driver.results());
  EXPECT_FALSE(driver.has("place/show me/track"));
  driver.click("place/show me");
  driver.pass(0.5);
  for (const GoTo& stop : stops) {
    expect_stop(driver.session(), stop);
    EXPECT_TRUE(driver.has("place/show me/track"));
    driver.pass(90.0 / static_cast<double>(stops.size()));
  }
  driver.pass(0.5);
  EXPECT_FALSE(driver.has("place/show me/track"));
  EXPECT_EQ(driver.session().altitude, Altitude::sentence);
}

TEST(ShowMe, WaitsWhereItIsPausedAndGoesWhereItIsPulled) {
  Driver driver(session_to_show(), 1280, 800);
  const std::vector<GoTo> stops = flight_of(driver.session(), *driver.results());
  driver.press(Key::space);
  driver.pass(1);
  driver.press(Key::space);
  driver.pass(30);
  expect_stop(driver.session(), stops.front());
  const Area track = driver.area("place/show me/track").inset(6);
  driver.click_at(track.left + track.width() * 6.5F / 12, track.middle_y());
  driver.pass(0.5);
  expect_stop(driver.session(), stops[6]);
  EXPECT_EQ(driver.session().altitude, Altitude::product);
}

TEST(ShowMe, EndsWhenAPersonGoesElsewhere) {
  Driver driver(session_to_show(), 1280, 800);
  driver.click("place/show me");
  driver.pass(10);
  ASSERT_EQ(driver.session().altitude, Altitude::model);
  driver.press(Key::escape);
  driver.pass(0.5);
  EXPECT_FALSE(driver.has("place/show me/track"));
  driver.pass(20);
  EXPECT_EQ(driver.session().altitude, Altitude::sentence);
}

TEST(ShowMe, IsTidy) {
  Driver driver(session_to_show(), 1280, 800);
  driver.click("place/show me");
  driver.pass(1);
  expect_tidy(driver, "show me");
}

TEST(ShowMe, IsAnAnimationAsWell) {
  Driver driver(session_to_show(), 1280, 800);
  const std::vector<Session> frames = frames_of_selection(driver.session(), *driver.results());
  const std::vector<GoTo> stops = flight_of(driver.session(), *driver.results());
  ASSERT_EQ(frames.size(), stops.size());
  for (std::size_t i = 0; i < stops.size(); ++i) expect_stop(frames[i], stops[i]);
}

}  // namespace
}  // namespace headlight
