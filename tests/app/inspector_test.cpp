// The inspector on one cell: what was there before an edit, the way up, and another number typed for it.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/explain/render.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "tests/app/tidy.h"
#include "tests/reference_head.h"

namespace headlight {
namespace {

TEST(WhatIfField, MultipliesARow) {
  Session session = tiny_session();
  session.trail = {{reference_head + "scores", 7, 1}};
  Driver driver(session);
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
  driver.click("what if");
  driver.type("0");
  driver.enter();
  ASSERT_EQ(driver.session().edits.size(), 1U);
  EXPECT_EQ(driver.results()->trace(0)->read(gain)(0, 3), 0);
  EXPECT_EQ(driver.results()->error, "");
}

TEST(WhatIfField, AnEnterBetweenTwoFramesCounts) {
  Driver driver(tiny_session());
  driver.click("type/0");
  ImGui::GetIO().AddInputCharactersUTF8("the street was tired");
  driver.press(Key::enter);  // Dear ImGui never sees it: it was let go before the frame
  EXPECT_EQ(driver.session().text(0), "the street was tired");
  EXPECT_EQ(driver.state().overlay, Overlay::none);
}

TEST(Inspector, ShowsBeforeAfterAndDifference) {
  Session session = tiny_session();
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
  Session session = tiny_session();
  session.trail = {{"encoder.0.self_attention.head.1.key", 2, 3}};
  Driver driver(session);
  const int wide = driver.results()->trace(0)->read(session.trail[0].path).shape().cols;
  EXPECT_NE(all_said(driver).find("dimension 3 is column " + std::to_string(wide + 3) + " of all."),
            std::string::npos);
  driver.apply(SelectCell{{"encoder.0.self_attention.head.1.scores", 2, 3}});
  EXPECT_EQ(all_said(driver).find("of all."), std::string::npos) << "no projection makes a score";
}

// In every view where a cell can be open: letters, the largest products down to their factors, and the value.
TEST(Inspector, HasTheFormulaWithItsNumbers) {
  const Cell cell{0, 7, 1};
  for (const ViewKind view : {ViewKind::lines, ViewKind::steps}) {
    Session session = tiny_session();
    session.view = view;
    session.step = view == ViewKind::steps ? reference_head + "scores" : "";
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
  Session session = tiny_session();
  session.edits = {Edit{.path = reference_head + "scores", .row = 7, .col = 1, .values = {2.5F}}};
  session.trail = {{reference_head + "scores", 7, 1}};
  Driver driver(session);
  EXPECT_TRUE(driver.shows("Set by hand."));
  EXPECT_FALSE(driver.shows(" more"));
}

TEST(Inspector, GoesUpToWhatReadsACell) {
  Session session = tiny_session();
  session.trail = {{reference_head + "scores", 7, 1}};
  Driver driver(session);
  driver.click("used by/" + reference_head + "scaled");
  ASSERT_EQ(driver.session().trail.size(), 2U);
  EXPECT_EQ(driver.session().trail.back(), (CellName{reference_head + "scaled", 7, 1}));
  driver.click("used by/" + reference_head + "weights");
  EXPECT_EQ(driver.session().trail.back().path, reference_head + "weights");
  EXPECT_EQ(driver.session().trail.back().row, 7);
}

TEST(Inspector, ShowsTheDifferenceThatIsOnStage) {
  for (const ViewKind view : {ViewKind::steps, ViewKind::lines}) {
    Session session = tiny_session();
    session.view = view;
    session.sides = Sides::difference;
    session.trail = {{reference_head + "scores", 7, 10}};
    session.part = "scores";
    Driver driver(session);
    const Figure compared =
        comparison_of(*driver.results()->trace(0), *driver.results()->trace(1), reference_head + "scores");
    const auto value = [&](std::size_t map) { return compared.panels.at(map).value(7, 10); };
    const Subtraction shown = subtraction_text(value(1), value(0), decimals_of(compared.panels.at(2).format));
    EXPECT_TRUE(driver.shows((value(1) > value(0) ? "+" : "") + shown.difference));
    EXPECT_TRUE(driver.shows(shown.from));
    EXPECT_TRUE(driver.shows(shown.take));
    EXPECT_TRUE(driver.shows("difference: "));
    EXPECT_TRUE(driver.shows("Below:"));
    driver.apply(ShowSides{Sides::one});
    EXPECT_FALSE(driver.shows("difference: "));
    EXPECT_TRUE(driver.shows("sentence 1: "));
  }
}

TEST(Inspector, ACellOfTheDifferenceMapOpensAsADifference) {
  Driver driver(tiny_session());
  driver.click("map/2");
  ASSERT_FALSE(driver.session().trail.empty());
  EXPECT_EQ(driver.session().sides, Sides::difference);
  EXPECT_TRUE(driver.shows("difference: "));
  driver.click("map/0");
  EXPECT_EQ(driver.session().sides, Sides::one);
  EXPECT_TRUE(driver.shows("sentence 1: "));
}

TEST(Inspector, ADifferenceKeepsTheSentenceBelowUntilTheOtherIsChosen) {
  for (const ViewKind view : {ViewKind::steps, ViewKind::lines}) {
    Session session = tiny_session();
    session.view = view;
    session.part = "scores";
    session.step = view == ViewKind::steps ? reference_head + "scores" : "";
    session.sides = Sides::difference;
    session.trail = {{reference_head + "scores", 7, 1}};
    Driver driver(session);
    const std::string map = view == ViewKind::steps ? "compared/2" : "map/2";
    driver.click(map);
    EXPECT_EQ(driver.session().side, 0) << "a click on a cell chooses no sentence";
    driver.click("below of/… wide");
    EXPECT_EQ(driver.session().side, 1);
    EXPECT_EQ(driver.session().sides, Sides::difference);
    driver.click(map);
    EXPECT_EQ(driver.session().side, 1);
  }
}

TEST(Inspector, TheOtherSentenceHasTheCellAtItsOwnPlace) {
  Session session = tiny_session();
  session.text(1) = "The animal didn't cross the wide street because it was too tired";
  session.view = ViewKind::steps;
  session.step = reference_head + "scores";
  session.sides = Sides::difference;
  Driver driver(session);
  const auto places = [&](int side) {
    const auto& words = driver.results()->trace(side)->words().source;
    return static_cast<int>(std::find(words.begin(), words.end(), "it") - words.begin());
  };
  ASSERT_NE(places(0), places(1));
  driver.apply(SelectCell{{session.step, places(0), places(0)}});
  for (const int side : {1, 0}) {
    std::vector<std::string> choices;
    for (const Placed& each : driver.placed()) {
      if (each.name.starts_with("below of/")) choices.push_back(each.name);
    }
    ASSERT_EQ(choices.size(), 2U);
    driver.click(choices.at(static_cast<std::size_t>(side)));
    EXPECT_EQ(driver.session().side, side);
    EXPECT_EQ(driver.session().trail.back(), (CellName{session.step, places(side), places(side)}));
  }
}

TEST(WhatIfField, SaysWhichSentenceItIsFor) {
  Session session = tiny_session();
  session.trail = {{reference_head + "scores", 7, 1}};
  Driver driver(session);
  EXPECT_TRUE(driver.shows("in both sentences"));
  driver.apply(SetSentence{1, "The animal was very tired because it didn't cross the street"});
  EXPECT_FALSE(driver.shows("in both sentences"));
  EXPECT_TRUE(driver.shows(" alone")) << "the other sentence has another word there";
  driver.click("what if");
  driver.type("1");
  driver.enter();
  ASSERT_EQ(driver.session().edits.size(), 1U);
  EXPECT_EQ(driver.session().edits[0].run, 0);
}

TEST(WhatIfField, TellsOnlyOfTheEditsOfItsCell) {
  Session session = tiny_session();
  session.edits = {Edit{.path = reference_head + "scores", .row = 7, .col = 1, .values = {2.5F}}};
  session.trail = {{reference_head + "scores", 3, 1}};
  Driver driver(session);
  EXPECT_FALSE(driver.shows("it writes")) << "another cell was edited";
  driver.apply(SelectCell{{reference_head + "scores", 7, 1}});
  EXPECT_TRUE(driver.shows("this cell"));
  EXPECT_TRUE(driver.shows("it writes"));
  driver.apply(AddEdit{Edit{.path = reference_head + "scores", .row = 2, .col = 1, .values = {2.5F}}});
  EXPECT_TRUE(driver.shows("all 2 edits together:"));
  expect_tidy(driver, "what two edits did");
  driver.apply(SwitchEdits{false});
  EXPECT_FALSE(driver.shows("it writes"));
}

TEST(Inspector, ALearnedNumberGoesByTheLetterOfItsMatrix) {
  Session session = tiny_session();
  session.view = ViewKind::steps;
  session.step = "encoder.0.self_attention.projected";
  session.trail = {{"parameters.encoder.0.self_attention.projected.weight", 3, 5}};
  Driver driver(session);
  const auto near = [&](const std::string& first, const std::string& second) {
    for (std::size_t i = 0; i + 1 < driver.placed().size(); ++i) {
      if (driver.placed()[i].name == first && driver.placed()[i + 1].name == second) return true;
    }
    return false;
  };
  EXPECT_TRUE(driver.shows("A learned number"));
  EXPECT_TRUE(near("W", "O"));
  driver.hover("right");
  EXPECT_TRUE(driver.shows("row "));
  EXPECT_TRUE(driver.shows("column "));
  int values = 0;
  for (const Placed& each : driver.placed())
    values += each.layer > 0 && each.name.find("value") != std::string::npos ? 1 : 0;
  EXPECT_EQ(values, 1) << "the number alone is a value";
}

}  // namespace
}  // namespace headlight
