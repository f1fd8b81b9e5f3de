// The inspector on one cell, beside an experiment: what was there before an edit, how it was made, the way
// up.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/explain/render.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "tests/app/lab_checks.h"
#include "tests/reference_head.h"

namespace headlight {
namespace {

// Beside a lab that reads the model's own numbers.
Session inspected_session() { return lab_session(lab_named("cost")); }

TEST(WhatIfField, AnEnterBetweenTwoFramesCounts) {
  Driver driver(tiny_session());
  driver.click("place/words");
  ImGui::GetIO().AddInputCharactersUTF8("the street was tired");
  driver.press(Key::enter);  // Dear ImGui never sees it: it was let go before the frame
  EXPECT_EQ(driver.session().text(0), "the street was tired");
  EXPECT_EQ(driver.state().overlay, Overlay::none);
}

TEST(Inspector, ShowsBeforeAfterAndDifference) {
  Session session = inspected_session();
  session.edits = {
      Edit{.path = reference_head + "weights", .kind = Edit::Kind::swap, .row = 7, .col = 1, .other = 5}};
  session.trail = {{reference_head + "weights", 7, 5}};
  Driver driver(session);
  const float before = driver.results()->side(0).unedited->read(reference_head + "weights")(7, 5);
  const float after = driver.results()->trace(0)->read(reference_head + "weights")(7, 5);
  EXPECT_TRUE(driver.shows(weight_alone(after)));
  driver.click("compared/before");
  EXPECT_TRUE(driver.shows(weight_alone(before)));
  driver.click("compared/difference");
  EXPECT_TRUE(driver.shows((after > before ? "+" : "") + significant_text(after - before, 3)));
}

// All that is written, in one line: texts are broken where the column ends.
std::string all_said(const Driver& driver) {
  std::string all;
  for (const Placed& each : driver.placed())
    if (each.kind == Placed::Kind::text) all += each.name + " ";
  return all;
}

// The projection that all heads share: a head's dimensions are a slice of its columns.
TEST(Inspector, SaysWhichColumnsOfTheProjectionAHeadHas) {
  Session session = inspected_session();
  session.trail = {{"encoder.0.self_attention.head.1.key", 2, 3}};
  Driver driver(session);
  const int wide = driver.results()->trace(0)->read(session.trail[0].path).shape().cols;
  std::string said = all_said(driver);
  std::erase(said, ' ');
  EXPECT_NE(said.find("dimension3iscolumn" + std::to_string(wide + 3) + "ofall."), std::string::npos);
  driver.apply(SelectCell{{"encoder.0.self_attention.head.1.scores", 2, 3}});
  EXPECT_EQ(all_said(driver).find("of all."), std::string::npos) << "no projection makes a score";
}

// Letters, the largest products down to their factors, and the value.
TEST(Inspector, HasTheFormulaWithItsNumbers) {
  const Cell cell{0, 7, 1};
  {
    Session session = inspected_session();
    session.trail = {{reference_head + "scores", cell.row, cell.col}};
    Driver driver(session);
    const Trace& trace = *driver.results()->trace(0);
    const float column = driver.area("inspector/close").left - 260;
    const auto shows = [&](float value, int digits) {
      return std::any_of(driver.placed().begin(), driver.placed().end(), [&](const Placed& each) {
        char* end = nullptr;
        const float read = std::strtof(each.name.c_str(), &end);
        return each.area.left >= column && end != each.name.c_str() && *end == 0 &&
               std::fabs(read - std::fabs(value)) <=
                   std::pow(10.0F, 1.0F - static_cast<float>(digits)) * std::fabs(value);
      });
    };
    int best = 0;
    const auto q = [&](int d) { return trace.read(reference_head + "query")(cell.row, d); };
    const auto k = [&](int d) { return trace.read(reference_head + "key")(cell.col, d); };
    for (int d = 1; d < 8; ++d) {
      if (std::fabs(q(d) * k(d)) > std::fabs(q(best) * k(best))) best = d;
    }
    EXPECT_TRUE(shows(q(best), 3));
    EXPECT_TRUE(shows(k(best), 3));
    EXPECT_TRUE(shows(trace.read(reference_head + "scores")(cell.row, cell.col), 4));
    EXPECT_TRUE(driver.shows(" more")) << "terms that are not written are counted";
    // The longest bar says its product.
    const Expression product = trace.tape()
                                   .explain({trace.at(reference_head + "scores"), cell.row, cell.col})
                                   .parts()[static_cast<std::size_t>(best)];
    EXPECT_TRUE(
        driver.shows(numbers_of(trace, product) + " = " + significant_text(q(best) * k(best), 3) + " at "));
  }
}

TEST(Inspector, HasNoFormulaForWhatWasSetByHand) {
  Session session = inspected_session();
  session.edits = {Edit{.path = reference_head + "scores", .row = 7, .col = 1, .values = {2.5F}}};
  session.trail = {{reference_head + "scores", 7, 1}};
  Driver driver(session);
  EXPECT_TRUE(driver.shows("Set by hand."));
  EXPECT_FALSE(driver.shows(" more"));
}

TEST(Inspector, GoesUpToWhatReadsACell) {
  Session session = inspected_session();
  session.trail = {{reference_head + "scores", 7, 1}};
  Driver driver(session);
  driver.click("used by/" + reference_head + "scaled");
  ASSERT_EQ(driver.session().trail.size(), 2U);
  EXPECT_EQ(driver.session().trail.back(), (CellName{reference_head + "scaled", 7, 1}));
  driver.click("used by/" + reference_head + "weights");
  EXPECT_EQ(driver.session().trail.back().path, reference_head + "weights");
  EXPECT_EQ(driver.session().trail.back().row, 7);
}

}  // namespace
}  // namespace headlight
