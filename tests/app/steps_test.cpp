// One step: its lens and zoom, both sentences beside each other, masks on the strip, and names of cells.
#include <gtest/gtest.h>

#include <tuple>

#include "app/panels/common/panels.h"
#include "app/panels/common/step_names.h"
#include "app/panels/steps/steps.h"
#include "core/figure/numbers.h"
#include "tests/app/step_on_stage.h"
#include "tests/reference_head.h"

namespace headlight {
namespace {

TEST(Lens, FollowsTheWheelAndTheZoom) {
  Session session = step_on_stage("encoder.0.feed_forward.hidden");
  Driver driver(session, 1280, 800);
  driver.hover("result");
  driver.wheel(-1);
  const std::string axis = session.step + "/columns";
  ASSERT_TRUE(driver.state<Lenses>().places.contains(axis));
  const int before = driver.state<Lenses>().places[axis].first;
  driver.wheel(-1);
  EXPECT_EQ(driver.state<Lenses>().places[axis].first, before + 1);

  driver.click("zoom in");
  EXPECT_EQ(driver.state<Lenses>().zoom, Zoom::numbers);
  driver.click("zoom out");
  driver.click("zoom out");
  EXPECT_EQ(driver.state<Lenses>().zoom, Zoom::overview);
  EXPECT_FALSE(driver.shows("dimensions ")) << "an overview has no lens";
}

TEST(Lens, StandsAroundItsCellWhereTheWindowBecomesSmaller) {
  Session session = step_on_stage("encoder.0.feed_forward.hidden");
  session.trail = {{session.step, 7, 2}};
  Driver driver(session, 2560, 1440);
  driver.resize(1280, 800, 1);
  driver.settle();
  const LensPlace& lens = driver.state<Lenses>().places[session.step + "/columns"];
  EXPECT_LE(lens.first, 2);
  EXPECT_GT(lens.end, 2);
}

// Wherever it lies: under the lens, in the strips at both sides of it, in the result or what it is made of.
TEST(Lens, WhatIsClickedStaysUnderTheMouse) {
  for (const std::string step : {"encoder.0.feed_forward.hidden", "encoder.0.residual_1", "logits"}) {
    for (const Sides sides : {Sides::one, Sides::difference}) {
      Session session = step_on_stage(step);
      session.sides = sides;
      Driver driver(session, 1280, 800);
      for (const char* id : {"result", "left", "right", "compared/2"}) {
        if (!driver.has(id)) continue;
        for (const float share : {0.97F, 0.03F, 0.5F, 0.9F, 0.1F, 0.8F}) {
          const Area area = driver.area(id);
          const auto said = [&] {
            const auto& cell = driver.state<Hover>().followed_cell;
            return cell ? cell->path + " " + std::to_string(cell->row) + ", " + std::to_string(cell->col)
                        : "";
          };
          driver.move(area.left + area.width() * share, area.top + area.height() * 0.4F);
          const std::string first = said();
          driver.pass(0.2);
          EXPECT_EQ(said(), first) << id << " at " << share << ": hovering moves nothing";
          driver.click_at(area.left + area.width() * share, area.top + area.height() * 0.4F);
          ASSERT_FALSE(driver.session().trail.empty());
          EXPECT_EQ(driver.session().trail.back(), driver.state<Hover>().followed_cell)
              << id << " at " << share;
          EXPECT_EQ(said(), first) << step << " " << id << " at " << share;
        }
      }
    }
  }
}

TEST(Sum, CountsWordsWithJAndDimensionsWithD) {
  for (const auto& [step, letter, other] :
       {std::tuple("output", "j", "d"), std::tuple("scores", "d", "j"), std::tuple("query", "d", "j")}) {
    Session session = step_on_stage(reference_head + step);
    session.trail = {{session.step, 7, 1}};
    Driver driver(session, 1600, 1000);
    EXPECT_TRUE(shows_exactly(driver, letter)) << step;
    EXPECT_FALSE(shows_exactly(driver, other)) << step;
  }
}

TEST(Title, OfTheHeadsProductIsWholeAndItsFormulaIsThere) {
  for (const auto& [width, height] : {std::pair(1280, 800), std::pair(1024, 700)}) {
    Session session;
    session.view = ViewKind::steps;
    session.step = "encoder.1.self_attention.projected";
    session.token = 7;
    Driver driver(session, width, height);
    const float stage = driver.area("right").left;
    std::string title;
    bool formula = false;
    for (const Placed& each : driver.placed()) {
      if (each.kind != Placed::Kind::text || each.area.right > stage) continue;
      if (each.name.starts_with("Projected")) title = each.name;
      formula = formula || each.name.starts_with("MultiHead");
    }
    EXPECT_NE(title.find("dimension "), std::string::npos) << title;
    EXPECT_TRUE(formula) << width;
  }
}

TEST(BothSentences, NextToEachOtherOnOneScale) {
  Session session = step_on_stage(reference_head + "weights");
  Driver driver(session);
  driver.click("sides/both");
  EXPECT_EQ(driver.session().sides, Sides::both);
  ASSERT_TRUE(driver.has("compared/0"));
  ASSERT_TRUE(driver.has("compared/1"));
  EXPECT_FLOAT_EQ(driver.area("compared/0").top, driver.area("compared/1").top);
  EXPECT_FLOAT_EQ(driver.area("compared/0").width(), driver.area("compared/1").width());

  driver.hover("compared/1");
  EXPECT_EQ(driver.state<Hover>().followed_side, 1);
  driver.click("compared/1");
  EXPECT_EQ(driver.session().side, 1);
  EXPECT_EQ(driver.session().sides, Sides::both) << "a click stays with both";
  ASSERT_EQ(driver.session().trail.size(), 1U);

  driver.click("side/… tired");
  EXPECT_EQ(driver.session().sides, Sides::one);
  EXPECT_EQ(driver.session().side, 0);
}

TEST(BothSentences, TheirDifference) {
  Session session = step_on_stage(reference_head + "scores");
  session.sides = Sides::difference;
  session.trail = {{reference_head + "scores", 7, 1}};
  Driver driver(session);
  EXPECT_FALSE(driver.has("compared/0"));
  ASSERT_TRUE(driver.has("compared/2"));
  EXPECT_TRUE(driver.shows(" minus "));
  const auto read = [&](int side) {
    return driver.results()->trace(side)->read(reference_head + "scores")(7, 1);
  };
  EXPECT_TRUE(shows_exactly(driver, score_text(read(1) - read(0))));
}

TEST(BothSentences, OneSentenceHasNoOther) {
  Session session = step_on_stage(reference_head + "weights");
  session.sides = Sides::both;
  session.text(1) = "";
  Driver driver(session);
  EXPECT_EQ(driver.session().sides, Sides::one);
  EXPECT_TRUE(driver.has("result"));
  EXPECT_FALSE(driver.has("sides/both"));
}

TEST(Strip, SaysWhereAHeadHasNoMask) {
  Driver encoder(step_on_stage(reference_head + "scaled"));
  EXPECT_TRUE(encoder.shows("no mask"));
}

TEST(Strip, AMaskedHeadShowsItsMask) {
  Driver decoder(step_on_stage("decoder.0.self_attention.head.0.scaled"));
  EXPECT_TRUE(decoder.has("step/decoder.0.self_attention.head.0.masked"));
}

TEST(Timeline, AnEditIsMarkedWhileItIsOn) {
  Session session = step_on_stage("probabilities");
  session.edits = {Edit{.path = "probabilities", .kind = Edit::Kind::multiply, .values = {0.5F}}};
  Driver driver(session);
  const Area track = driver.area("track");
  driver.move(track.right - 10, track.middle_y());
  EXPECT_TRUE(driver.shows("edited: "));
  driver.apply(SwitchEdits{false});
  EXPECT_FALSE(driver.shows("edited: "));
}

TEST(Names, RepeatedWordsCarryTheirPlace) {
  Driver driver(tiny_session());
  const Trace& trace = *driver.results()->trace(0);
  EXPECT_EQ(cell_title(trace, {reference_head + "scores", 7, 1}), "Score of “it” for “animal”");
  EXPECT_EQ(cell_title(trace, {reference_head + "weights", 7, 4}), "Weight of “it” on “the” (5)");
  EXPECT_EQ(cell_title(trace, {reference_head + "query", 0, 3}), "Query of “the” (1), number 4");
}

}  // namespace
}  // namespace headlight
