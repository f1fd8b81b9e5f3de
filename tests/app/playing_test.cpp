// Steps that play, and products that are computed before one's eyes.
#include <gtest/gtest.h>

#include <limits>

#include "app/panels/common/step_names.h"
#include "app/panels/steps/steps.h"
#include "core/figure/numbers.h"
#include "tests/app/step_on_stage.h"
#include "tests/reference_head.h"

namespace headlight {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Playing, GoesOnAndStopsAtTheEnd) {
  Session session = step_on_stage("decoder.0.residual_3");
  session.reduced_motion = true;
  Driver driver(session);
  EXPECT_EQ(driver.rest(), infinity);
  driver.press(Key::space);
  EXPECT_EQ(driver.state<Playing>().mode, Playing::Mode::steps);
  EXPECT_LT(driver.rest(), 2) << "it has to be drawn again without anybody doing anything";
  for (const char* step : {"decoder.0.normalized_3", "logits", "probabilities"}) {
    driver.pass(1.3);
    EXPECT_EQ(driver.session().step, step);
  }
  driver.pass(0.1);
  EXPECT_EQ(driver.state<Playing>().mode, Playing::Mode::paused);
  EXPECT_EQ(driver.rest(), infinity) << "the application is idle again";
}

TEST(Playing, BeginsAnewFromTheLastStep) {
  Driver driver(step_on_stage("probabilities"));
  driver.click("play");
  EXPECT_EQ(driver.session().step, "source.tokens");
  EXPECT_EQ(driver.state<Playing>().mode, Playing::Mode::steps);
}

TEST(Playing, PausesWhenAPersonSteps) {
  Driver driver(step_on_stage(reference_head + "scaled"));
  driver.press(Key::space);
  driver.press(Key::right);
  EXPECT_EQ(driver.state<Playing>().mode, Playing::Mode::paused);
  driver.press(Key::space);
  driver.press(Key::space);
  EXPECT_EQ(driver.state<Playing>().mode, Playing::Mode::paused) << "Space pauses";
  driver.press(Key::space);
  driver.click("track");
  EXPECT_EQ(driver.state<Playing>().mode, Playing::Mode::paused);
  driver.press(Key::space);
  driver.click("view/Lines");
  EXPECT_EQ(driver.state<Playing>().mode, Playing::Mode::paused);
}

TEST(Playing, OpensTheStepsFromAnotherView) {
  Driver driver(tiny_session());
  driver.click("play");
  EXPECT_EQ(driver.session().view, ViewKind::steps);
  EXPECT_EQ(driver.state<Playing>().mode, Playing::Mode::steps);
}

TEST(Playing, FourSpeeds) {
  Session session = step_on_stage(reference_head + "scaled");
  session.reduced_motion = true;
  Driver driver(session);
  std::vector<float> speeds;
  for (int i = 0; i < 4; ++i) {
    driver.click("speed");
    speeds.push_back(driver.state<Playing>().speed);
  }
  EXPECT_EQ(speeds, (std::vector<float>{2, 4, 0.5F, 1}));

  driver.state<Playing>().speed = 4;
  driver.press(Key::space);
  driver.pass(0.35);
  EXPECT_EQ(driver.session().step, reference_head + "weights");
  driver.press(Key::space);
  driver.state<Playing>().speed = 0.5F;
  driver.press(Key::space);
  driver.pass(1);
  EXPECT_EQ(driver.session().step, reference_head + "weights");
}

TEST(Playing, AFocusedControlTakesSpaceForItself) {
  Driver driver(step_on_stage(reference_head + "scaled"));
  driver.state().focus = "speed";
  driver.state().focus_visible = true;
  driver.press(Key::space);
  EXPECT_EQ(driver.state<Playing>().mode, Playing::Mode::paused);
  EXPECT_EQ(driver.state<Playing>().speed, 2);
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
  const Reading q = trace.read(reference_head + "query");
  const Reading k = trace.read(reference_head + "key");
  double sum = 0;
  for (int d = 0; d < terms; ++d) sum += static_cast<double>(q(row, d)) * k(col, d);
  return sum;
}

TEST(PlayedProduct, ShowsTheRunningSumAndEndsInTheValueOfTheTrace) {
  Session session = step_on_stage(reference_head + "scores");
  session.trail = {{reference_head + "scores", 7, 1}};
  Driver driver(session);
  const TracePtr trace = driver.results()->side(0).trace;
  const int inner = trace->read(reference_head + "query").shape().cols;
  Playing& playing = driver.state<Playing>();
  playing.step = reference_head + "scores";
  for (int terms = 1; terms <= inner; ++terms) {
    playing.elapsed = 0.09 * (terms - 0.5);
    driver.settle();
    EXPECT_EQ(driver.shows("sum so far"), terms < inner);
    EXPECT_TRUE(shows_exactly(driver, value_text(static_cast<float>(naive_sum(*trace, 7, 1, terms)))))
        << terms;
  }
  EXPECT_EQ(value_text(static_cast<float>(naive_sum(*trace, 7, 1, inner))),
            value_text(trace->read(reference_head + "scores")(7, 1)));
  playing.elapsed = 100;
  driver.settle();
  EXPECT_TRUE(shows_exactly(driver, score_text(trace->read(reference_head + "scores")(10, 10))));
  EXPECT_FALSE(driver.shows("sum so far"));
}

// Those that have no line of their own are counted as far as they are in the sum.
TEST(PlayedProduct, CountsTheProductsThatItAddsUp) {
  Session session = step_on_stage(reference_head + "scores");
  session.trail = {{reference_head + "scores", 7, 1}};
  Driver driver(session, 1280, 800);
  const TracePtr trace = driver.results()->side(0).trace;
  const int inner = trace->read(reference_head + "query").shape().cols;
  driver.state<Playing>().step = reference_head + "scores";
  int counted = 0;
  for (int terms = 1; terms < inner; ++terms) {
    driver.state<Playing>().elapsed = 0.09 * (terms - 0.5);
    driver.settle();
    EXPECT_FALSE(driver.shows("the other ")) << "at term " << terms;
    for (const Placed& each : driver.placed()) {
      if (each.name.find(" earlier product") == std::string::npos) continue;
      const int before = std::stoi(each.name);
      EXPECT_LT(before, terms);
      EXPECT_TRUE(shows_exactly(driver, value_text(static_cast<float>(naive_sum(*trace, 7, 1, before)))))
          << each.name << " at term " << terms;
      ++counted;
    }
  }
  EXPECT_GT(counted, 0);
}

TEST(PlayedProduct, FormulaTableAndLitCellAreOfOneCell) {
  const std::string path = reference_head + "scores";
  Driver driver(step_on_stage(path));
  const TracePtr trace = driver.results()->side(0).trace;
  const Reading scores = trace->read(path);
  const ProductMotion motion = product_motion(trace->read(reference_head + "query").shape().cols,
                                              scores.shape().rows * scores.shape().cols);
  driver.state<Playing>().step = path;
  for (const int cell : {3, 40, 77}) {
    driver.state<Playing>().elapsed = motion.pop_end() + motion.per_cell * (cell + 1.5);
    driver.settle();
    const CellName lit{path, cell / scores.shape().cols, cell % scores.shape().cols};
    EXPECT_TRUE(shows_exactly(driver, cell_title(*trace, lit))) << cell;
    EXPECT_TRUE(shows_exactly(driver, value_text(scores(lit.row, lit.col)))) << cell;
  }
}

TEST(PlayedProduct, PlaysFromItsButtonAndComesToRest) {
  Driver driver(step_on_stage(reference_head + "scores"));
  driver.click("product/play");
  EXPECT_EQ(driver.state<Playing>().mode, Playing::Mode::product);
  EXPECT_TRUE(driver.shows("sum so far"));
  EXPECT_EQ(driver.rest(), 0) << "something moves";
  driver.pass(6);
  EXPECT_EQ(driver.state<Playing>().mode, Playing::Mode::paused);
  EXPECT_EQ(driver.session().step, reference_head + "scores") << "the product alone was played";
  EXPECT_EQ(driver.rest(), infinity);
}

TEST(PlayedProduct, CanBeDraggedAndIsWholeAgainAfterAStep) {
  Driver driver(step_on_stage(reference_head + "scores"));
  const Area track = driver.area("product/track");
  driver.click_at(track.left + track.width() * 0.2F, track.middle_y());
  EXPECT_TRUE(driver.shows("sum so far"));
  EXPECT_EQ(driver.rest(), infinity) << "a moment that stands still";
  driver.press(Key::right);
  driver.press(Key::left);
  EXPECT_FALSE(driver.shows("sum so far"));
}

TEST(PlayedProduct, IsNotPlayedWithReducedMotion) {
  Session session = step_on_stage(reference_head + "scores");
  session.reduced_motion = true;
  Driver driver(session);
  driver.state<Playing>().step = reference_head + "scores";
  driver.state<Playing>().elapsed = 0.3;
  driver.settle();
  EXPECT_FALSE(driver.shows("sum so far"));
  EXPECT_FALSE(driver.has("product/play"));
}

}  // namespace
}  // namespace headlight
