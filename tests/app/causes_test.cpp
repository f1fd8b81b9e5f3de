// The view of causes in front of a person: a word is asked about, a cell is an edit that is kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "app/lab/lab_work.h"
#include "app/labs/causes/causes_lab.h"
#include "app/panels/common/panels.h"
#include "core/figure/heatmap.h"
#include "core/figure/numbers.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

class CausesTest : public ::testing::Test {
 protected:
  CausesTest() : driver_(lab_session(lab_named("causes"))) {}

  const CausesLab& lab() { return driver_.session().labs.get<CausesLab>(); }
  const CausesStudy& study() { return *driver_.results()->lab->result<CausesStudy>(); }
  const std::vector<SessionEdit>& edits() { return driver_.session().edits; }
  template <typename Set>
  void change(Set set) {
    Labs labs = driver_.session().labs;
    set(labs.get<CausesLab>());
    driver_.apply(SetLabs{labs});
  }
  // The cell of a map of which all rows are shown.
  void click_cell(std::size_t which, int row, int column) {
    const Area cells = driver_.area("causes/map/" + std::to_string(which));
    const Heatmap& map = *study().maps[which];
    driver_.click_at(
        cells.left + cells.width() * (static_cast<float>(column) + 0.5F) / static_cast<float>(map.columns),
        cells.top + cells.height() * (static_cast<float>(row) + 0.5F) / static_cast<float>(map.rows));
  }

  Driver driver_;
};

TEST_F(CausesTest, ACellIsAnEditThatEveryOtherViewSees) {
  ASSERT_EQ(study().nothing, "");
  click_cell(0, 1, 7);
  ASSERT_EQ(edits().size(), 1U);
  EXPECT_EQ(edits()[0].path, "encoder.0.self_attention.head.0.output");
  EXPECT_EQ(edits()[0].row, 7);
  EXPECT_EQ(edits()[0].run, 0) << "of the sentence that is asked about";
  EXPECT_EQ(edits()[0].from, 7) << "as in the other sentence";
  EXPECT_TRUE(driver_.results()->side(0).edited());
  EXPECT_TRUE(driver_.shows("With 1 edit kept"));
  const Trace &edited = *driver_.results()->trace(0), &other = *driver_.results()->trace(1);
  EXPECT_EQ(edited.read(edits()[0].path)(7, 0), other.read(edits()[0].path)(7, 0));
  click_cell(0, 1, 7);
  EXPECT_TRUE(edits().empty()) << "and takes it back";
  driver_.press(Key::undo);
  EXPECT_EQ(edits().size(), 1U);
}

// So that a second click is on the same cell.
TEST(Causes, AClickMovesNothing) {
  for (const Size& size : {Size{1280, 800, 1}, Size{1366, 768, 1.25F}, Size{1024, 768, 1}}) {
    Driver driver(lab_session(lab_named("causes")), size.width, size.height, size.scale);
    const Area before = driver.area("causes/map/0");
    EXPECT_TRUE(driver.shows("Click a cell to keep its edit"));
    const float x = before.left + before.width() * 0.1F, y = before.top + before.height() * 0.05F;
    driver.click_at(x, y);
    ASSERT_EQ(driver.session().edits.size(), 1U) << name_of(size, "causes");
    EXPECT_TRUE(driver.shows("With 1 edit kept"));
    const Area after = driver.area("causes/map/0");
    EXPECT_EQ(before.top, after.top) << name_of(size, "causes");
    EXPECT_EQ(before.bottom, after.bottom) << name_of(size, "causes");
    EXPECT_EQ(before.right, after.right) << name_of(size, "causes");
    driver.click_at(x, y);
    EXPECT_TRUE(driver.session().edits.empty()) << name_of(size, "causes");
  }
}

TEST_F(CausesTest, TheOtherSentenceIsAskedToo) {
  driver_.click("causes/side/… wide");
  EXPECT_EQ(driver_.session().side, 1);
  EXPECT_EQ(study().into, 1);
  click_cell(0, 1, 7);
  ASSERT_EQ(edits().size(), 1U);
  EXPECT_EQ(edits()[0].run, 1);
}

TEST_F(CausesTest, AWordOfTheAnswerIsAskedAboutByAClick) {
  driver_.click("causes/word/3");
  EXPECT_EQ(lab().place, 3);
  EXPECT_EQ(study().question.place, 3);
  driver_.press(Key::undo);
  EXPECT_EQ(lab().place, -1);
}

TEST_F(CausesTest, WithTheKeyboardAlone) {
  tab_to(driver_, "causes/map/0");
  driver_.press(Key::down);
  driver_.press(Key::right);
  EXPECT_TRUE(edits().empty()) << "the arrows only move";
  driver_.press(Key::enter);
  ASSERT_EQ(edits().size(), 1U);
  EXPECT_EQ(edits()[0].path, "encoder.0.self_attention.head.0.output");
  EXPECT_EQ(edits()[0].row, 1);
}

TEST_F(CausesTest, WhatIsReplacedIsAnEditWithItsNumbers) {
  driver_.click("causes/put/Zero");
  EXPECT_EQ(lab().put, Exchange::zero);
  EXPECT_TRUE(study().alone);
  click_cell(0, 0, 2);
  ASSERT_EQ(edits().size(), 1U);
  EXPECT_EQ(edits()[0].from, std::nullopt);
  EXPECT_EQ(edits()[0].path, "source.input");
  EXPECT_EQ(driver_.results()->trace(0)->read("source.input")(2, 3), 0);
}

TEST_F(CausesTest, HeadsTogetherAndTheirPaths) {
  const int rows = study().maps[1]->rows;
  driver_.click("causes/heads/Heads together");
  EXPECT_EQ(lab().heads, CausesLab::Heads::together);
  EXPECT_LT(study().maps[1]->rows, rows);
  driver_.click("causes/page/Heads");
  EXPECT_TRUE(study().few);
  EXPECT_TRUE(driver_.shows("Where this head’s effect goes"));
}

TEST_F(CausesTest, OneSentenceSaysWhatThereIs) {
  driver_.apply(SetCompare{false});
  EXPECT_TRUE(study().alone);
  EXPECT_TRUE(driver_.shows("Replace one row"));
  driver_.click("causes/page/Heads");
  EXPECT_TRUE(driver_.shows("type a second one"));
}

TEST_F(CausesTest, SaysWhereBothSayTheSameWord) {
  const bool same = (study().stays < 0) == (study().goes < 0);
  EXPECT_EQ(driver_.shows("For both it is “"), same);
}

TEST_F(CausesTest, ADotIsAHeadOnTheStage) {
  change([](CausesLab& own) {
    own.page = CausesLab::Page::attention;
    own.over = CausesLab::Over::stage;
  });
  ASSERT_TRUE(study().dots);
  EXPECT_TRUE(driver_.has("causes/dots"));
  driver_.click("causes/dot/enc 1.2");
  EXPECT_EQ(driver_.session().altitude, Altitude::head);
  EXPECT_EQ(driver_.session().layer, 0);
  EXPECT_EQ(driver_.session().head, 1);
  driver_.press(Key::undo);
  EXPECT_EQ(driver_.session().view, ViewKind::causes);
}

TEST_F(CausesTest, AKeyOfAScoreIsChosenAndTheKeyboardGoesToAnEarlierHead) {
  driver_.click("causes/page/Score");
  ASSERT_TRUE(study().score);
  driver_.click("causes/key/1");
  EXPECT_EQ(lab().key, 1);
  EXPECT_EQ(study().score->key, 1);
  driver_.press(Key::undo);
  EXPECT_EQ(lab().key, -1);
  const ScoreSum& sum = *study().score;
  int row = 0;
  while (sum.parts.query[static_cast<std::size_t>(sum.rows[static_cast<std::size_t>(row)])].kind !=
         AttributedPart::Kind::head)
    ++row;
  tab_to(driver_, "causes/score");
  for (int i = 0; i < row; ++i) driver_.press(Key::down);
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.session().layer, 0) << "why the earlier head looks there";
  EXPECT_EQ(driver_.session().view, ViewKind::causes);
}

TEST_F(CausesTest, ACellOfALogitGoesToTheScoreBehindIt) {
  driver_.click("causes/page/Logit");
  ASSERT_EQ(study().logit_words.size(), 2U);
  EXPECT_TRUE(driver_.shows("adds most: "));
  EXPECT_TRUE(driver_.shows("and not “")) << "the whole sum stands beside it";
  tab_to(driver_, "causes/logit/1");
  driver_.press(Key::down);
  const LogitWords words = study().logit_words[1];
  const int place = study().question.place;
  driver_.press(Key::enter);
  EXPECT_EQ(lab().page, CausesLab::Page::score);
  EXPECT_EQ(lab().key, 0);
  ASSERT_TRUE(study().score);
  EXPECT_EQ(study().score->head, words.heads[1]);
  EXPECT_EQ(study().score->query, place);
  EXPECT_EQ(study().score->key, 0);
  EXPECT_EQ(driver_.session().view, ViewKind::causes);
}

TEST_F(CausesTest, WhatIsCancelledCanBeGoneOnWith) {
  change([](CausesLab& own) { own.blocks = 2; });
  EXPECT_FALSE(study().whole);
  EXPECT_TRUE(driver_.shows("stopped after 2 of"));
  driver_.click("causes/go on");
  EXPECT_EQ(lab().blocks, 0);
  EXPECT_TRUE(study().whole);
  EXPECT_FALSE(driver_.has("causes/go on"));
}

TEST_F(CausesTest, ASessionKeepsWhatIsAsked) {
  change([](CausesLab& own) {
    own.page = CausesLab::Page::heads;
    own.put = Exchange::shuffled;
    own.heads = CausesLab::Heads::together;
    own.place = 4;
    own.blocks = 3;
    own.pairs = 20;
    own.over = CausesLab::Over::stage;
    own.looks = CausesLab::Looks::noun;
    own.key = 2;
  });
  const Session again = after_json(driver_.session());
  EXPECT_EQ(again.view, ViewKind::causes);
  EXPECT_EQ(again.labs.get<CausesLab>(), lab());
}

TEST(Causes, IsTidyAtEverySize) {
  Session session = lab_session(lab_named("causes"));
  expect_tidy_on_screens(session, "causes", {"encoder.1.self_attention.head.0.weights", 7, 1});
  session.labs.get<CausesLab>().page = CausesLab::Page::heads;
  expect_tidy_on_screens(session, "causes, heads");
  session.labs.get<CausesLab>().page = CausesLab::Page::score;
  expect_tidy_on_screens(session, "causes, score");
  session.labs.get<CausesLab>().page = CausesLab::Page::logit;
  expect_tidy_on_screens(session, "causes, logit");
  session.labs.get<CausesLab>().page = CausesLab::Page::attention;
  session.labs.get<CausesLab>().over = CausesLab::Over::stage;
  expect_tidy_on_screens(session, "causes, attention");
  session.labs.get<CausesLab>().page = CausesLab::Page::map;
  session.edits.emplace_back(Edit{.path = "encoder.0.self_attention.head.0.output", .row = 7, .values = {1}});
  expect_tidy_on_screens(session, "causes, edited");
  session = lab_session(lab_named("causes"), 40);
  expect_tidy_on_screens(session, "causes, a long sentence");
}

// What takes long is shown as far as it is, frame after frame, and stays where it is cancelled.
TEST(Causes, DotsFillInAndAreCancelled) {
  using Clock = std::chrono::steady_clock;
  Session session = lab_session(lab_named("causes"));
  session.model = "translator";
  Driver driver(session, 1280, 800);
  Labs labs = session.labs;
  labs.get<CausesLab>().page = CausesLab::Page::attention;
  driver.begin(SetLabs{labs});
  const auto tried = [&] {
    const LabWorkPtr& work = driver.results()->lab;
    const auto* study = work == nullptr ? nullptr : work->result<CausesStudy>();
    return study == nullptr || !study->dots ? 0 : study->dots->tried;
  };
  int partial = 0;
  const auto end = Clock::now() + std::chrono::seconds(60);
  while (partial < 5 && Clock::now() < end) {
    driver.frame();
    if (driver.has("causes/cancel") && tried() > 0) ++partial;
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
  }
  ASSERT_EQ(partial, 5);
  driver.click("causes/cancel");
  const auto until = [&] { return driver.shows("stopped after") && tried() > 0; };
  for (const auto last = Clock::now() + std::chrono::seconds(60); !until() && Clock::now() < last;) {
    driver.frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
  }
  const auto& lab = driver.session().labs.get<CausesLab>();
  EXPECT_GE(lab.pairs, 1);
  const HeadDots& dots = driver.results()->lab->result<CausesStudy>()->dots.value();
  EXPECT_EQ(dots.tried, lab.pairs);
  EXPECT_LT(dots.tried, dots.count);
  EXPECT_TRUE(driver.shows("stopped after"));
  EXPECT_TRUE(driver.has("causes/go on"));
}

// Where there is no room for all rows, those with less effect are left out, and that is said.
TEST(Causes, LowWindowsShowTheRowsThatMatter) {
  Driver driver(lab_session(lab_named("causes")), 1366, 768, 1.25F);
  EXPECT_TRUE(driver.shows(" left out"));
  EXPECT_TRUE(driver.has("causes/map/0"));
  const auto& study = *driver.results()->lab->result<CausesStudy>();
  const std::vector<float>& effects = study.maps[0]->values;
  const float most = *std::max_element(effects.begin(), effects.end());
  EXPECT_TRUE(driver.shows(number_in_cell(most, study.maps[0]->format))) << "low cells have numbers too";
}

TEST(Causes, AScoreHasItsNumbersInLowWindows) {
  Session session = lab_session(lab_named("causes"));
  session.labs.get<CausesLab>().page = CausesLab::Page::score;
  for (const bool presenting : {false, true}) {
    session.presenting = presenting;
    Driver driver(session, 1366, 768, 1.25F);
    const ScoreSum& sum = driver.results()->lab->result<CausesStudy>()->score.value();
    EXPECT_TRUE(driver.shows(number_in_cell(sum.map->values.back(), sum.map->format))) << presenting;
  }
}

// Before a class there is room for fewer rows: those with the largest parts, and the others as one.
TEST(Causes, AScoreWithFewerRowsGoesToTheSameHeads) {
  Session session = lab_session(lab_named("causes"));
  session.model = "translator";
  session.labs.get<CausesLab>().page = CausesLab::Page::score;
  session.layer = 2;
  session.presenting = true;
  Driver driver(session, 1366, 768, 1.25F);
  const ScoreSum& sum = driver.results()->lab->result<CausesStudy>()->score.value();
  EXPECT_FALSE(driver.shows("9 others")) << "fewer rows, and more others";
  EXPECT_TRUE(driver.shows("others"));
  EXPECT_TRUE(driver.shows(number_in_cell(sum.map->values.back(), sum.map->format)));
  EXPECT_TRUE(driver.shows(number_in_cell(sum.map->value(7, 0), sum.map->format))) << "the largest part";
}

}  // namespace
}  // namespace headlight
