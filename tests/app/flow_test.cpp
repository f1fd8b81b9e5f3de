// The flow on screen: blocks that open and close, words that are followed, and what a click leads to.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/panels/common/panels.h"
#include "app/panels/flow/flow.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

Session two() {
  Session session = tiny_session();
  session.view = ViewKind::flow;
  return session;
}

Session at_rest(Session session) {
  session.reduced_motion = true;
  return session;
}

TEST(FlowView, AFoldedBlockOpensAndEscapeClosesIt) {
  Driver driver(at_rest(two()));
  ASSERT_TRUE(driver.has("flow/weights"));
  driver.click("flow/encoder.0");
  EXPECT_EQ(driver.session().layer, 0);
  EXPECT_EQ(driver.session().attention, Attention::encoder);
  driver.press(Key::escape);  // lets the word go
  EXPECT_EQ(driver.session().token, -1);
  driver.press(Key::escape);
  EXPECT_TRUE(driver.state<FlowState>().closed);
  EXPECT_FALSE(driver.has("flow/weights"));
  driver.click("flow/decoder.0");
  EXPECT_EQ(driver.session().attention, Attention::cross);
  EXPECT_TRUE(driver.has("flow/weights"));
  driver.click("flow/decoder.0");  // its title folds it again
  EXPECT_TRUE(driver.state<FlowState>().closed);
}

TEST(FlowView, HoveringFollowsAWordAndAClickKeepsIt) {
  Driver driver(two());
  driver.hover("flow/word/1");
  EXPECT_EQ(driver.state<Hover>().followed_token, 1);
  EXPECT_EQ(driver.session().token, 7);
  driver.click("flow/word/1");
  EXPECT_EQ(driver.session().token, 1);
}

TEST(FlowView, StripsAndWeightsOpenTheInspector) {
  Driver driver(two());
  driver.click("flow/source.input/3");
  ASSERT_EQ(driver.session().trail.size(), 1U);
  EXPECT_EQ(driver.session().trail[0].path, "source.input");
  EXPECT_EQ(driver.session().trail[0].row, 3);
  driver.click("flow/encoder.0.normalized_2/4");
  EXPECT_EQ(driver.session().trail.back().path, "encoder.0.normalized_2");
  EXPECT_EQ(driver.session().layer, 1) << "a vector in a folded block does not open the block";
  driver.click("flow/weights");
  EXPECT_EQ(driver.session().trail.back().path, "encoder.1.self_attention.head.0.weights");
}

TEST(FlowView, AWrittenWordShowsWhatItReads) {
  Driver driver(two());
  driver.click("flow/answer/1");
  EXPECT_EQ(driver.session().attention, Attention::cross);
  EXPECT_EQ(driver.session().token, 1);
  EXPECT_TRUE(driver.has("flow/so far/1"));
}

TEST(FlowView, FollowsTheChosenSentence) {
  Driver driver(two());
  driver.hover("flow/word/10");
  EXPECT_TRUE(driver.shows("tired"));
  for (const Placed& each : driver.placed()) {
    if (each.kind == Placed::Kind::item && each.name.starts_with("side/") && each.name.ends_with("wide")) {
      driver.click(each.name);
      break;
    }
  }
  EXPECT_EQ(driver.session().side, 1);
  EXPECT_TRUE(driver.shows("wide"));
}

TEST(FlowView, OnANarrowScreenTheOpenBlockIsInSight) {
  Session session = two();
  session.trail = {{"source.input", 0, 0}};
  Driver driver(at_rest(session), 1024, 768);
  const Area map = driver.area("flow/weights");
  EXPECT_GT(map.left, 0);
  EXPECT_LT(map.right, 1024 - 288);
  driver.press(Key::escape);
  EXPECT_TRUE(driver.session().trail.empty());
  EXPECT_LT(driver.area("flow/answer/0").right, 1024);
}

TEST(FlowView, MotionComesToRest) {
  Driver driver(two());
  driver.click("flow/encoder.0");
  EXPECT_GE(driver.state<FlowState>().opening, 0);
  const Area moving = driver.area("flow/encoder.1");
  for (int i = 0; i < 30; ++i) driver.frame();
  const Area rests = driver.area("flow/encoder.1");
  EXPECT_NE(moving.left, rests.left);
  driver.frame();
  EXPECT_FALSE(driver.wants_another_frame());
  EXPECT_EQ(driver.area("flow/encoder.1").left, rests.left);
}

TEST(FlowView, WithoutMotionEverythingIsThereAtOnce) {
  Driver driver(at_rest(two()));
  driver.click("flow/encoder.0");
  const Area now = driver.area("flow/encoder.1");
  for (int i = 0; i < 30; ++i) driver.frame();
  EXPECT_EQ(driver.area("flow/encoder.1").left, now.left);
}

TEST(FlowView, SaysWhereHeadsAreOff) {
  Session session = at_rest(two());
  session.edits = {Edit{.path = "encoder.0.self_attention.head.1.output", .values = {0}}};
  Driver driver(session);
  EXPECT_TRUE(driver.shows("1 head, 1 off")) << "a folded block";
  const Area box = driver.area("flow/encoder.0");
  driver.move(box.middle_x(), box.top + 20);
  EXPECT_TRUE(driver.shows("off: Encoder layer 1, head 2"));
  driver.apply(SelectHead{0, 1});
  driver.apply(AddEdit{
      Edit{.path = "encoder.0.self_attention.head.1.scaled", .kind = Edit::Kind::multiply, .values = {50}},
      {}});
  EXPECT_TRUE(driver.shows("head 1 off"));
  const auto count = [&](const std::string& text) {
    return std::count_if(driver.placed().begin(), driver.placed().end(), [&](const Placed& each) {
      return each.kind == Placed::Kind::text && each.name == text;
    });
  };
  EXPECT_EQ(count("off"), 2) << "over its weights and on its ribbon, which has no number";
}

TEST(FlowView, NothingOfItsHeadingIsUnderABlock) {
  for (const int width : {1024, 1280, 1440}) {
    Driver driver(at_rest(two()), width, 800);
    const Area block = driver.area("flow/encoder.0");
    for (const Placed& each : driver.placed()) {
      if (each.kind != Placed::Kind::text || !each.name.ends_with(" numbers")) continue;
      EXPECT_LT(each.area.right, block.left) << width;
    }
  }
}

TEST(FlowView, FillsALargeDisplay) {
  Driver driver(at_rest(two()), 2560, 1440);
  EXPECT_GT(driver.area("flow/answer/0").right - driver.area("flow/word/0").left, 1900);
}

}  // namespace
}  // namespace headlight
