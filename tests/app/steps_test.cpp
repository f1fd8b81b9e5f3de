// Steps that play, products that are computed before one's eyes, both sentences, lenses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/panels/playing.h"
#include "app/panels/step_names.h"
#include "core/figure/numbers.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const std::string head = "encoder.1.self_attention.head.0.";

Session at_step(const std::string& step) {
  Session session = tiny_session();
  session.view = ViewKind::steps;
  session.step = step;
  return session;
}

bool shows_exactly(const Driver& driver, const std::string& text) {
  return std::any_of(driver.placed().begin(), driver.placed().end(), [&](const Placed& each) {
    return each.kind == Placed::Kind::text && each.name == text;
  });
}

TEST(Playing, GoesOnAndStopsAtTheEnd) {
  Session session = at_step("decoder.0.residual_3");
  session.reduced_motion = true;
  Driver driver(session);
  driver.settle();
  EXPECT_EQ(driver.rest(), infinity);
  driver.press(Key::space);
  EXPECT_EQ(driver.state().playing.mode, Playing::Mode::steps);
  EXPECT_LT(driver.rest(), 2) << "it has to be drawn again without anybody doing anything";
  for (const char* step : {"decoder.0.normalized_3", "logits", "probabilities"}) {
    driver.pass(1.3);
    EXPECT_EQ(driver.session().step, step);
  }
  driver.pass(0.1);
  EXPECT_EQ(driver.state().playing.mode, Playing::Mode::paused);
  EXPECT_EQ(driver.rest(), infinity) << "the application is idle again";
}

TEST(Playing, BeginsAnewFromTheLastStep) {
  Driver driver(at_step("probabilities"));
  driver.settle();
  driver.click("play");
  EXPECT_EQ(driver.session().step, "source.tokens");
  EXPECT_EQ(driver.state().playing.mode, Playing::Mode::steps);
}

TEST(Playing, PausesWhenAPersonSteps) {
  Driver driver(at_step(head + "scaled"));
  driver.settle();
  driver.press(Key::space);
  driver.press(Key::right);
  EXPECT_EQ(driver.state().playing.mode, Playing::Mode::paused);
  driver.press(Key::space);
  driver.press(Key::space);
  EXPECT_EQ(driver.state().playing.mode, Playing::Mode::paused) << "Space pauses";
  driver.press(Key::space);
  driver.click("track");
  EXPECT_EQ(driver.state().playing.mode, Playing::Mode::paused);
  driver.press(Key::space);
  driver.click("view/Lines");
  EXPECT_EQ(driver.state().playing.mode, Playing::Mode::paused);
}

TEST(Playing, OpensTheStepsFromAnotherView) {
  Driver driver(tiny_session());
  driver.settle();
  driver.click("play");
  EXPECT_EQ(driver.session().view, ViewKind::steps);
  EXPECT_EQ(driver.state().playing.mode, Playing::Mode::steps);
}

TEST(Playing, FourSpeeds) {
  Session session = at_step(head + "scaled");
  session.reduced_motion = true;
  Driver driver(session);
  driver.settle();
  std::vector<float> speeds;
  for (int i = 0; i < 4; ++i) {
    driver.click("speed");
    speeds.push_back(driver.state().playing.speed);
  }
  EXPECT_EQ(speeds, (std::vector<float>{2, 4, 0.5F, 1}));

  driver.state().playing.speed = 4;
  driver.press(Key::space);
  driver.pass(0.35);
  EXPECT_EQ(driver.session().step, head + "weights");
  driver.press(Key::space);
  driver.state().playing.speed = 0.5F;
  driver.press(Key::space);
  driver.pass(1);
  EXPECT_EQ(driver.session().step, head + "weights");
}

TEST(Playing, AFocusedControlTakesSpaceForItself) {
  Driver driver(at_step(head + "scaled"));
  driver.settle();
  driver.state().focus = "speed";
  driver.state().focus_visible = true;
  driver.press(Key::space);
  EXPECT_EQ(driver.state().playing.mode, Playing::Mode::paused);
  EXPECT_EQ(driver.state().playing.speed, 2);
}

TEST(ProductMotion, TermsThenTheCellThenTheOthers) {
  const ProductMotion motion = product_motion(32, 121);
  EXPECT_DOUBLE_EQ(motion.per_term, 0.09);
  EXPECT_DOUBLE_EQ(motion.per_cell, 0.012);
  const ProductMoment first = product_moment(motion, 0);
  EXPECT_EQ(first.terms, 1);
  EXPECT_TRUE(first.adding);
  EXPECT_EQ(product_moment(motion, 0.09 * 4.5).terms, 5);
  const ProductMoment summed = product_moment(motion, motion.terms_end() + 0.01);
  EXPECT_EQ(summed.terms, 32);
  EXPECT_FALSE(summed.adding);
  EXPECT_GT(summed.pop, 0);
  EXPECT_EQ(summed.cells, 0);
  EXPECT_EQ(product_moment(motion, motion.pop_end() + 0.012 * 10.5).cells, 10);
  EXPECT_FALSE(product_moment(motion, motion.end() - 0.001).complete);
  EXPECT_TRUE(product_moment(motion, motion.end()).complete);
  EXPECT_LT(product_motion(512, 30000).end(), 8) << "nobody waits for a vocabulary";
}

// The sum of the first terms of a score, in double.
double naive_sum(const Trace& trace, int row, int col, int terms) {
  const Reading q = trace.read(head + "query");
  const Reading k = trace.read(head + "key");
  double sum = 0;
  for (int d = 0; d < terms; ++d) sum += static_cast<double>(q(row, d)) * k(col, d);
  return sum;
}

TEST(PlayedProduct, ShowsTheRunningSumAndEndsInTheValueOfTheTrace) {
  Session session = at_step(head + "scores");
  session.trail = {{head + "scores", 7, 1}};
  Driver driver(session);
  driver.settle();
  const TracePtr trace = driver.document()->sides[0].trace;
  const int inner = trace->read(head + "query").shape().cols;
  Playing& playing = driver.state().playing;
  playing.step = head + "scores";
  for (int terms = 1; terms <= inner; ++terms) {
    playing.elapsed = 0.09 * (terms - 0.5);
    driver.settle();
    EXPECT_EQ(driver.shows("sum so far"), terms < inner);
    EXPECT_TRUE(shows_exactly(driver, value_text(static_cast<float>(naive_sum(*trace, 7, 1, terms)))))
        << terms;
  }
  EXPECT_EQ(value_text(static_cast<float>(naive_sum(*trace, 7, 1, inner))),
            value_text(trace->read(head + "scores")(7, 1)));
  playing.elapsed = 100;
  driver.settle();
  EXPECT_TRUE(shows_exactly(driver, score_text(trace->read(head + "scores")(10, 10))));
  EXPECT_FALSE(driver.shows("sum so far"));
}

TEST(PlayedProduct, PlaysFromItsButtonAndComesToRest) {
  Driver driver(at_step(head + "scores"));
  driver.settle();
  driver.click("product/play");
  EXPECT_EQ(driver.state().playing.mode, Playing::Mode::product);
  EXPECT_TRUE(driver.shows("sum so far"));
  EXPECT_EQ(driver.rest(), 0) << "something moves";
  driver.pass(6);
  EXPECT_EQ(driver.state().playing.mode, Playing::Mode::paused);
  EXPECT_EQ(driver.session().step, head + "scores") << "the product alone was played";
  EXPECT_EQ(driver.rest(), infinity);
}

TEST(PlayedProduct, CanBeDraggedAndIsWholeAgainAfterAStep) {
  Driver driver(at_step(head + "scores"));
  driver.settle();
  const Area track = driver.area("product/track");
  driver.click_at(track.left + track.width() * 0.2F, track.middle_y());
  EXPECT_TRUE(driver.shows("sum so far"));
  EXPECT_EQ(driver.rest(), infinity) << "a moment that stands still";
  driver.press(Key::right);
  driver.press(Key::left);
  EXPECT_FALSE(driver.shows("sum so far"));
}

TEST(PlayedProduct, IsNotPlayedWithReducedMotion) {
  Session session = at_step(head + "scores");
  session.reduced_motion = true;
  Driver driver(session);
  driver.settle();
  driver.state().playing.step = head + "scores";
  driver.state().playing.elapsed = 0.3;
  driver.settle();
  EXPECT_FALSE(driver.shows("sum so far"));
  EXPECT_FALSE(driver.has("product/play"));
}

TEST(Lens, FollowsTheWheelAndTheZoom) {
  Session session = at_step("encoder.0.feed_forward.hidden");
  Driver driver(session, 1280, 800);
  driver.settle();
  driver.hover("result");
  driver.wheel(-1);
  ASSERT_FALSE(driver.state().lens.empty());
  const int before = driver.state().lens.begin()->second;
  driver.wheel(-1);
  EXPECT_EQ(driver.state().lens.begin()->second, before + 1);

  driver.click("zoom in");
  EXPECT_EQ(driver.state().zoom, Zoom::numbers);
  driver.click("zoom out");
  driver.click("zoom out");
  EXPECT_EQ(driver.state().zoom, Zoom::overview);
  EXPECT_FALSE(driver.shows("dimensions ")) << "an overview has no lens";
}

TEST(BothSentences, NextToEachOtherOnOneScale) {
  Session session = at_step(head + "weights");
  Driver driver(session);
  driver.settle();
  driver.click("sides/both");
  EXPECT_EQ(driver.session().sides, Sides::both);
  ASSERT_TRUE(driver.has("compared/0"));
  ASSERT_TRUE(driver.has("compared/1"));
  EXPECT_FLOAT_EQ(driver.area("compared/0").top, driver.area("compared/1").top);
  EXPECT_FLOAT_EQ(driver.area("compared/0").width(), driver.area("compared/1").width());

  driver.hover("compared/1");
  EXPECT_EQ(driver.state().followed_side, 1);
  driver.click("compared/1");
  EXPECT_EQ(driver.session().side, 1);
  EXPECT_EQ(driver.session().sides, Sides::both) << "a click stays with both";
  ASSERT_EQ(driver.session().trail.size(), 1U);

  driver.click("side/… tired");
  EXPECT_EQ(driver.session().sides, Sides::one);
  EXPECT_EQ(driver.session().side, 0);
}

TEST(BothSentences, TheirDifference) {
  Session session = at_step(head + "scores");
  session.sides = Sides::difference;
  session.trail = {{head + "scores", 7, 1}};
  Driver driver(session);
  driver.settle();
  EXPECT_FALSE(driver.has("compared/0"));
  ASSERT_TRUE(driver.has("compared/2"));
  EXPECT_TRUE(driver.shows(" minus "));
  const auto read = [&](int side) { return driver.document()->trace(side)->read(head + "scores")(7, 1); };
  EXPECT_TRUE(shows_exactly(driver, score_text(read(1) - read(0))));
}

TEST(BothSentences, OneSentenceHasNoOther) {
  Session session = at_step(head + "weights");
  session.sides = Sides::both;
  session.compare = "";
  Driver driver(session);
  driver.settle();
  EXPECT_EQ(driver.session().sides, Sides::one);
  EXPECT_TRUE(driver.has("result"));
  EXPECT_FALSE(driver.has("sides/both"));
}

TEST(Strip, SaysWhereAHeadHasNoMask) {
  Driver encoder(at_step(head + "scaled"));
  encoder.settle();
  EXPECT_TRUE(encoder.shows("no mask"));
}

TEST(Strip, AMaskedHeadShowsItsMask) {
  Driver decoder(at_step("decoder.0.self_attention.head.0.scaled"));
  decoder.settle();
  EXPECT_TRUE(decoder.has("step/decoder.0.self_attention.head.0.masked"));
}

TEST(Names, RepeatedWordsCarryTheirPlace) {
  Driver driver(tiny_session());
  driver.settle();
  const Trace& trace = *driver.document()->trace(0);
  EXPECT_EQ(cell_title(trace, {head + "scores", 7, 1}), "Score of “it” for “animal”");
  EXPECT_EQ(cell_title(trace, {head + "weights", 7, 4}), "Weight of “it” on “the” (4)");
  EXPECT_EQ(cell_title(trace, {head + "query", 0, 3}), "Query of “the” (0), dimension 3");
}

}  // namespace
}  // namespace headlight
