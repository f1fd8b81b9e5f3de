// The first experiments of a careful pupil, on the two sentences of the first screen: what the screen says
// beside them is what came out.
#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>

#include "app/labs/captioners/captioners_lab.h"
#include "app/labs/learn/learn_lab.h"
#include "app/labs/recurrence/recurrence_lab.h"
#include "app/labs/scaling/scaling_lab.h"
#include "app/session/opening.h"
#include "core/models/trace.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

const std::string weights = "encoder.2.self_attention.head.0.weights";
constexpr int it = 7, animal = 1, street = 5;

Session opened_at_the_cell() {
  Session session = opening_session("translator");
  session.trail = {{weights, it, animal}};
  return session;
}

double row_sum(Driver& driver, int side) {
  const Reading read = driver.results()->trace(side)->read(weights);
  double sum = 0;
  for (int key = 0; key < read.shape().cols; ++key) sum += static_cast<double>(read(it, key));
  return sum;
}

std::string french(Driver& driver, int side) { return written(*driver.results()->trace(side)); }

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

// A sentence that may be broken into lines.
bool says(const Driver& driver, const std::string& text) {
  std::string all;
  for (const Placed& each : driver.placed()) {
    if (each.kind == Placed::Kind::text) all += without_spaces(each.name);
  }
  return all.find(without_spaces(text)) != std::string::npos;
}

void type_zero(Driver& driver) {
  driver.click("what if");
  driver.type("0");
  driver.enter();
}

TEST(FirstExperiment, OtherWeightsMakeRoomForOneThatIsTyped) {
  Driver driver(opened_at_the_cell());
  EXPECT_TRUE(driver.shows("The other weights make room"));
  const Reading before = driver.results()->trace(0)->read(weights);
  const double ratio = static_cast<double>(before(it, street)) / static_cast<double>(before(it, 0));
  type_zero(driver);
  const Reading now = driver.results()->trace(0)->read(weights);
  EXPECT_EQ(now(it, animal), 0);
  EXPECT_NEAR(row_sum(driver, 0), 1, 1e-5);
  EXPECT_NEAR(static_cast<double>(now(it, street)) / static_cast<double>(now(it, 0)), ratio, 1e-3 * ratio)
      << "the proportions of the others stay";
  EXPECT_FALSE(driver.shows("not to 1"));
  EXPECT_TRUE(says(driver, "The others made room: most of it goes to “"));
  driver.click("what if/mend");
  EXPECT_GT(driver.results()->trace(0)->read(weights)(it, street), 0.99F);
  EXPECT_NEAR(row_sum(driver, 0), 1, 1e-5);
  EXPECT_NE(french(driver, 0).find("qu'elle"), std::string::npos);
}

TEST(FirstExperiment, NothingTakenIsSaidNotToBeSomethingElseTaken) {
  Driver driver(opened_at_the_cell());
  const std::string before = french(driver, 0);
  driver.click("what if/room");
  EXPECT_TRUE(driver.shows("The other weights stay as they are"));
  type_zero(driver);
  EXPECT_LT(row_sum(driver, 0), 0.01);
  EXPECT_EQ(french(driver, 0), before) << "the French stays as it is";
  EXPECT_FALSE(driver.shows("a row adds up to 1"));
  EXPECT_TRUE(says(driver, "The row adds up to 0.00, not to 1: the missing weight goes to no word at all."));
  EXPECT_TRUE(driver.shows("Give it to “street”"));
  driver.click("what if/mend");
  EXPECT_NEAR(row_sum(driver, 0), 1, 1e-5);
  EXPECT_GT(driver.results()->trace(0)->read(weights)(it, street), 0.99F);
  EXPECT_NE(french(driver, 0), before);
  EXPECT_FALSE(driver.shows("not to 1"));
}

TEST(FirstExperiment, MoreThanThereIsIsSaidToo) {
  Session session = opened_at_the_cell();
  session.trail = {{weights, it, street}};
  Driver driver(session);
  driver.click("what if/room");
  driver.click("what if");
  driver.type("1");
  driver.enter();
  EXPECT_NEAR(row_sum(driver, 0), 2, 0.01);
  EXPECT_TRUE(says(driver, "it takes more than there is"));
  driver.click("what if/mend");
  EXPECT_NEAR(row_sum(driver, 0), 1, 1e-5);
}

TEST(FirstExperiment, TheButtonTurnsBothPronounsAndTheBarsStay) {
  Driver driver(opening_session("translator"));
  ASSERT_NE(french(driver, 0).find("qu'il"), std::string::npos);
  ASSERT_NE(french(driver, 1).find("qu'elle"), std::string::npos);
  EXPECT_TRUE(driver.shows("Probability of il (masculine) and elle (feminine)"));
  EXPECT_TRUE(driver.shows("l'animal")) << "which noun is of which gender";
  EXPECT_TRUE(driver.shows("la rue"));
  driver.click("make it look");
  EXPECT_NE(french(driver, 0).find("qu'elle"), std::string::npos) << french(driver, 0);
  EXPECT_NE(french(driver, 1).find("qu'il"), std::string::npos) << french(driver, 1);
  EXPECT_TRUE(driver.shows("Turned: sentence 1: il → elle, sentence 2: elle → il."));
  EXPECT_TRUE(driver.shows("Probability of il (masculine) and elle (feminine)"));
  driver.click("make it look");
  EXPECT_TRUE(driver.session().edits.empty()) << "looking back is no edit";
}

TEST(FirstExperiment, WhatTurnsOnlyPartlyIsSaid) {
  Driver driver(opening_session("translator"));
  const Edit swapped{.path = weights, .kind = Edit::Kind::swap, .row = it, .col = animal, .other = street};
  driver.apply(AddEdit{swapped});
  const bool first = french(driver, 0).find("qu'il") == std::string::npos;
  const bool second = french(driver, 1).find("qu'elle") == std::string::npos;
  ASSERT_TRUE(first != second) << "one head alone turns one of them";
  EXPECT_TRUE(driver.shows("Only partly turned: "));
  EXPECT_TRUE(driver.shows(first ? "sentence 2: still elle" : "sentence 1: still il"));
}

TEST(FirstExperiment, APronounThatFitsBothNounsIsSaidToDoSo) {
  Session session = opening_session("translator");
  session.text(0) = "I put the phone in my bag but it is broken";
  session.text(1).clear();
  Driver driver(session, 1920, 1080);
  EXPECT_TRUE(driver.shows("“il” fits both: le téléphone (phone) and le sac (bag) are masculine"));
  EXPECT_FALSE(driver.shows("least sure of “,”"));
}

TEST(FirstExperiment, AHeadHasOneNameWhateverTheSentence) {
  Session session = opening_session("translator");
  Driver driver(session, 1920, 1080);
  const std::string name = "finds what “it” means";
  EXPECT_TRUE(driver.shows(name));
  session.text(0) = "I bought the apples because they were cheap";
  session.text(1).clear();
  select_only(session, -1);
  Driver other(session, 1920, 1080);
  EXPECT_TRUE(other.shows(name));
}

TEST(FirstExperiment, AMouseThatRestsPointsAtNothingYet) {
  Driver driver(opening_session("translator"));
  const std::vector<std::string> before = driver.said();
  const Area word = driver.area("chip/0/1");
  driver.input().enter(word.middle_x(), word.middle_y());
  driver.frame();
  driver.frame();
  EXPECT_LT(ImGui::GetIO().MousePos.x, 0);
  EXPECT_EQ(driver.said(), before);
  driver.input().move(word.middle_x() + 1, word.middle_y());
  driver.frame();
  driver.frame();
  EXPECT_EQ(ImGui::GetIO().MousePos.x, word.middle_x() + 1);
}

TEST(FirstExperiment, AClickWhereTheMouseRestsCounts) {
  Driver driver(opening_session("translator"));
  const Area button = driver.area("bar/sentence");
  driver.input().enter(button.middle_x(), button.middle_y());
  driver.input().button(0, true);
  driver.input().button(0, false);
  driver.draw_until_at_rest();
  EXPECT_EQ(driver.state().overlay, Overlay::words);
  EXPECT_LT(driver.state().overlay_area.top, button.bottom + 40) << "the field opens at its button";
  EXPECT_LE(driver.state().overlay_area.left, button.right);
  EXPECT_GE(driver.state().overlay_area.right, button.left);
}

TEST(FirstExperiment, LabsOpenWhereSomethingDiffers) {
  const Labs labs;
  EXPECT_EQ(labs.get<RecurrenceLab>().page, RecurrencePage::length);
  EXPECT_EQ(labs.get<CaptionersLab>().page, CaptionersPage::objects);
  EXPECT_EQ(labs.get<ScalingLab>().page, ScalingLab::Page::softmax);
}

TEST(FirstExperiment, LearningPlaysFromItsStart) {
  Session session = opening_session("translator");
  show_lab(session, &LearnLab::lab_row);
  Driver driver(session);
  EXPECT_TRUE(driver.shows("after 0 steps"));
  EXPECT_TRUE(driver.shows("Pause"));
  driver.pass(1);
  EXPECT_FALSE(driver.shows("after 0 steps"));
  EXPECT_EQ(driver.session().labs.get<LearnLab>().step, -1) << "nothing to undo";
  driver.pass(60);
  EXPECT_TRUE(driver.shows("Play"));
}

}  // namespace
}  // namespace headlight
