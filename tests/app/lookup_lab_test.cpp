// The lab on lookup.
#include <gtest/gtest.h>

#include "app/lab/lab_work.h"
#include "app/labs/lookup/lookup_lab.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

TEST(LookupLabView, LooksUpTheLettersThatAreTyped) {
  Driver driver(lab_session(lab_named("lookup")));
  EXPECT_TRUE(driver.shows("520 multiply-adds")) << "5 letters × 26 × 4";
  EXPECT_TRUE(driver.shows("0 multiply-adds"));
  driver.click("lookup/letters");
  driver.type("hi 5");
  driver.settle();
  EXPECT_EQ(driver.session().labs.get<LookupLab>().letters, "HI");
  EXPECT_TRUE(driver.shows("208 multiply-adds"));
  EXPECT_EQ(driver.results()->lab->result<LookupStudy>()->difference, 0);
}

TEST(LookupLabView, ShowsTheSentenceWithTheModelsOwnTable) {
  Driver driver(lab_session(lab_named("lookup")));
  driver.click("lookup/of/the sentence");
  EXPECT_EQ(driver.session().labs.get<LookupLab>().of, LookupOf::sentence);
  EXPECT_TRUE(driver.shows("E, the model's embedding"));
  EXPECT_TRUE(driver.shows(std::to_string(11 * 13 * 16).insert(1, ",") + " multiply-adds"));
  EXPECT_GE(driver.results()->lab->recorded->trace(0)->find("parameters.source.embedding"), 0);
}

TEST(LookupLabView, FollowsARowAndOpensItsCells) {
  Driver driver(lab_session(lab_named("lookup")));
  const Area product = driver.area("product");
  driver.click_at(product.left + 4, product.bottom - 4);
  EXPECT_EQ(driver.session().labs.get<LookupLab>().place, 4);
  ASSERT_EQ(driver.session().trail.size(), 1U);
  EXPECT_EQ(driver.session().trail[0], (CellName{"lookup_lab.product", 4, 0}));
  EXPECT_TRUE(driver.shows("Product of “Y”, number 1"));
  const Area table = driver.area("table");
  driver.click_at(table.left + 4, table.bottom - 3);
  EXPECT_EQ(driver.session().trail.at(0).path, "lookup_lab.table");
  EXPECT_EQ(driver.session().trail.at(0).row, 25);
}

TEST(LookupLabView, ACutNamesTheCellsOfTheWhole) {
  Session session = lab_session(lab_named("lookup"), 5);
  session.model = Session{}.model;  // its vocabulary is too large to show
  session.labs.get<LookupLab>().of = LookupOf::sentence;
  Driver driver(session);
  const Area one_hot = driver.area("one-hot");
  driver.click_at(one_hot.right - 2, one_hot.top + 2);
  ASSERT_FALSE(driver.session().trail.empty());
  const CellName cell = driver.session().trail[0];
  EXPECT_EQ(cell.path, "lookup_lab.one_hot");
  EXPECT_GT(cell.col, 100);
  EXPECT_EQ(driver.results()->lab->recorded->trace(0)->words().source_vocabulary->at(cell.col), "didn't")
      << "of the two words the last one in the vocabulary";
}

TEST(LookupLabView, IsMovedByKeysAndUndone) {
  Driver driver(lab_session(lab_named("lookup")));
  driver.state().focus = "slide/lookup/dimensions";
  driver.state().focus_visible = true;
  driver.press(Key::right);
  EXPECT_EQ(driver.session().labs.get<LookupLab>().dimensions, 5);
  driver.press(Key::undo);
  EXPECT_EQ(driver.session().labs.get<LookupLab>().dimensions, 4);
  driver.click("lookup/again");
  EXPECT_EQ(driver.session().labs.get<LookupLab>().seed, 2);
  EXPECT_EQ(after_json(driver.session()), driver.session());
}

TEST(LookupLabView, ADictionaryFindsNothingWhereASoftLookupMixes) {
  Driver driver(lab_session(lab_named("lookup")));
  driver.click("lookup/of/paint");
  ASSERT_NE(driver.results()->lab->result<SoftLookupStudy>(), nullptr);
  EXPECT_FALSE(driver.shows("no entry")) << "the wish (1, 0, 1, 0) is peach itself";
  hold_at(driver, "slide/lookup/wish/cool", 0.5F);
  EXPECT_FALSE(driver.results()->lab->result<SoftLookupStudy>()->found);
  EXPECT_TRUE(driver.shows("no entry"));
  const LabTable* entries = driver.results()->lab->table("entries");
  ASSERT_NE(entries, nullptr);
  double sum = 0;
  for (const auto& row : entries->rows) sum += row[3];
  EXPECT_NEAR(sum, 1, 1e-6);
  EXPECT_LT(entries->rows[0][3], 0.9) << "all are in the mixture";
  hold_at(driver, "slide/lookup/temperature", 0);
  EXPECT_EQ(driver.session().labs.get<LookupLab>().temperature, coldest);
  EXPECT_NEAR(driver.results()->lab->table("entries")->rows[0][3], 1, 1e-6) << "the nearest takes all";
  EXPECT_EQ(after_json(driver.session()), driver.session());
  // From table to table, and back to what stays of the old one.
  driver.click("lookup/of/films");
  EXPECT_EQ(driver.results()->lab->table("entries")->rows.size(), 5U);
  driver.click("lookup/of/letters");
  EXPECT_NE(driver.results()->lab->result<LookupStudy>(), nullptr);
}

TEST(LookupLabView, NothingTypedShowsNothing) {
  Session session = lab_session(lab_named("lookup"));
  session.labs.get<LookupLab>().letters = "";
  Driver driver(session);
  EXPECT_FALSE(driver.has("product"));
  EXPECT_TRUE(driver.has("lookup/letters"));
}

TEST(LookupLabView, IsTidy) {
  for (const char* letters : {"A", "SUNNY", "ABCDWXYZ"}) {
    Session session = lab_session(lab_named("lookup"));
    session.labs.get<LookupLab>().letters = letters;
    expect_tidy_on_screens(session, letters, {"lookup_lab.product", 0, 1});
    session.labs.get<LookupLab>().dimensions = 8;
    expect_tidy_on_screens(session, letters);
  }
  for (const LookupOf of : {LookupOf::films, LookupOf::paint}) {
    Session session = lab_session(lab_named("lookup"));
    session.labs.get<LookupLab>().of = of;
    session.labs.get<LookupLab>().wish = {0.95F, 0.05F, 0.45F, 0};
    expect_tidy_on_screens(session, "a soft lookup", {"lookup_lab.mixed", 0, 1});
  }
  for (const int words : {1, 4, 11, 40}) {
    Session session = lab_session(lab_named("lookup"), words);
    session.labs.get<LookupLab>().of = LookupOf::sentence;
    expect_tidy_on_screens(session, std::to_string(words) + " words", {"lookup_lab.looked_up", 0, 1});
  }
}

TEST(LookupLabView, EightLettersKeepTheirControlsAndSayThatTheyAreTheMost) {
  Session session = lab_session(lab_named("lookup"));
  session.labs.get<LookupLab>().letters = "SUNSHINE";
  Driver driver(session, 1280, 800);
  EXPECT_TRUE(driver.shows("at most 8"));
  EXPECT_TRUE(driver.has("slide/lookup/dimensions"));
  EXPECT_TRUE(driver.has("lookup/again"));
  session.labs.get<LookupLab>().letters = "SUN";
  Driver few(session, 1280, 800);
  EXPECT_FALSE(few.shows("at most 8"));
}

TEST(LookupLabView, OneWordIsCountedInFull) {
  Session session = lab_session(lab_named("lookup"));
  session.text(1).clear();
  session.text(0) = "animal";
  session.labs.get<LookupLab>().of = LookupOf::sentence;
  Driver driver(session, 1280, 800);
  EXPECT_TRUE(driver.shows("numbers of E read"));
  EXPECT_TRUE(driver.shows("largest difference"));
}

}  // namespace
}  // namespace headlight
