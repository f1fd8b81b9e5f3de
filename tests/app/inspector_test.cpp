// The inspector on one cell: what was there before an edit, the way up, and another number typed for it.
#include <gtest/gtest.h>
#include <imgui.h>

#include "core/figure/numbers.h"
#include "tests/app/driver.h"
#include "tests/reference_head.h"

namespace headlight {
namespace {

TEST(WhatIfField, MultipliesARow) {
  Session session = tiny_session();
  session.trail = {{reference_head + "scores", 7, 1}};
  Driver driver(session);
  driver.settle();
  driver.click("what if/reach/its row");
  driver.click("what if");
  driver.type("x2");
  driver.enter();
  ASSERT_EQ(driver.session().edits.size(), 1U);
  const Edit& edit = driver.session().edits[0];
  EXPECT_EQ(edit.kind, Edit::Kind::multiply);
  EXPECT_EQ(edit.row, 7);
  EXPECT_FALSE(edit.col.has_value());
}

TEST(WhatIfField, SetsALearnedNumber) {
  const std::string gain = "parameters.encoder.0.normalized_1.gain";
  Session session = tiny_session();
  session.trail = {{gain, 0, 3}};
  Driver driver(session);
  driver.settle();
  driver.click("what if");
  driver.type("0");
  driver.enter();
  ASSERT_EQ(driver.session().edits.size(), 1U);
  EXPECT_EQ(driver.document()->trace(0)->read(gain)(0, 3), 0);
  EXPECT_EQ(driver.document()->error, "");
}

TEST(WhatIfField, AnEnterBetweenTwoFramesCounts) {
  Driver driver(tiny_session());
  driver.settle();
  driver.click("type/0");
  ImGui::GetIO().AddInputCharactersUTF8("the street was tired");
  driver.press(Key::enter);  // Dear ImGui never sees it: it was let go before the frame
  EXPECT_EQ(driver.session().sentence, "the street was tired");
  EXPECT_EQ(driver.state().overlay, Overlay::none);
}

TEST(Inspector, ShowsBeforeAfterAndDifference) {
  Session session = tiny_session();
  session.edits = {
      Edit{.path = reference_head + "weights", .kind = Edit::Kind::swap, .row = 7, .col = 1, .other = 5}};
  session.trail = {{reference_head + "weights", 7, 5}};
  Driver driver(session);
  driver.settle();
  const float before = driver.document()->sides[0].unedited->read(reference_head + "weights")(7, 5);
  const float after = driver.document()->trace(0)->read(reference_head + "weights")(7, 5);
  EXPECT_TRUE(driver.shows(weight_alone(after)));
  driver.click("compared/before");
  EXPECT_TRUE(driver.shows(weight_alone(before)));
  driver.click("compared/difference");
  EXPECT_TRUE(driver.shows((after > before ? "+" : "") + significant_text(after - before, 3)));
}

TEST(Inspector, GoesUpToWhatReadsACell) {
  Session session = tiny_session();
  session.trail = {{reference_head + "scores", 7, 1}};
  Driver driver(session);
  driver.settle();
  driver.click("used by/" + reference_head + "scaled");
  ASSERT_EQ(driver.session().trail.size(), 2U);
  EXPECT_EQ(driver.session().trail.back(), (CellName{reference_head + "scaled", 7, 1}));
  driver.click("used by/" + reference_head + "weights");
  EXPECT_EQ(driver.session().trail.back().path, reference_head + "weights");
  EXPECT_EQ(driver.session().trail.back().row, 7);
}

}  // namespace
}  // namespace headlight
