// Attention beyond softmax on screen: pairs that are read one by one.
#include <gtest/gtest.h>

#include "app/labs/beyond/beyond_lab.h"
#include "tests/app/driver.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

Session beyond_session(BeyondLab lab = {}) {
  Session session = lab_session(lab_named("beyond"));
  session.labs.get<BeyondLab>() = lab;
  return session;
}

const BeyondLab& beyond(const Driver& driver) { return driver.session().labs.get<BeyondLab>(); }

TEST(BeyondLab, IsTidyOnEveryScreen) {
  expect_tidy_on_screens(beyond_session(), "names come again");
  BeyondLab many;
  many.again = false;
  many.pairs = many.numbers = most_recall_pairs;
  expect_tidy_on_screens(beyond_session(many), "sixteen names");
  BeyondLab none;
  none.read = 0;
  none.numbers = 2;
  expect_tidy_on_screens(beyond_session(none), "nothing read");
}

TEST(BeyondLab, SaysWhoKnowsWhatWasSaidLast) {
  Driver driver(beyond_session(), 1280, 800);
  EXPECT_TRUE(driver.shows("Ann?"));
  EXPECT_TRUE(driver.shows("cake: right")) << "the delta rule";
  EXPECT_TRUE(driver.shows("cannot tell; right is cake")) << "softmax and the sum";
  driver.press(Key::left);
  driver.press(Key::left);
  EXPECT_EQ(beyond(driver).read, 6);
  EXPECT_TRUE(driver.shows("soup: right"));
  EXPECT_FALSE(driver.shows("cannot tell; right is cake"));
  driver.press(Key::right);
  driver.press(Key::right);
  EXPECT_EQ(beyond(driver).read, BeyondLab::all_read) << "the last pair, whatever their number becomes";
}

TEST(BeyondLab, GoesThroughThePairsByItself) {
  BeyondLab lab;
  lab.pairs = 3;
  Driver driver(beyond_session(lab), 1280, 800);
  driver.click("beyond/play");
  EXPECT_EQ(beyond(driver).read, 0);
  EXPECT_TRUE(driver.shows("Pause"));
  for (int i = 0; i < 40 && beyond(driver).read != BeyondLab::all_read; ++i) driver.pass(0.3);
  EXPECT_EQ(beyond(driver).read, BeyondLab::all_read);
  driver.pass(1);
  EXPECT_TRUE(driver.shows("Play"));
}

TEST(BeyondLab, APressOnTheCurvesTakesThatManyPairs) {
  Driver driver(beyond_session(), 1280, 800);
  const Area plot = driver.area("beyond/right");
  driver.click_at(plot.left + plot.width() * 0.75F, plot.middle_y());
  EXPECT_GT(beyond(driver).pairs, 8);
  driver.click("beyond/other");
  EXPECT_EQ(beyond(driver).seed, BeyondLab{}.seed + 1);
  driver.click("beyond/again/Each name once");
  EXPECT_FALSE(beyond(driver).again);
}

TEST(BeyondLab, HeadsThatMayAbstainWriteNothingWithoutAMarker) {
  BeyondLab lab;
  lab.page = BeyondPage::abstain;
  expect_tidy_on_screens(beyond_session(lab), "heads that may abstain");
  Driver driver(beyond_session(lab), 1280, 800);
  EXPECT_TRUE(driver.shows("nothing"));
  EXPECT_TRUE(driver.shows("193/193")) << "four of them are always silent";
  EXPECT_TRUE(driver.shows("59/193")) << "softmax is not";
  EXPECT_FALSE(driver.shows("* "));
  driver.click("beyond/marker/With a marker");
  EXPECT_TRUE(beyond(driver).marker);
  EXPECT_TRUE(driver.shows("* wind"));
  driver.click("beyond/page/One matrix");
  EXPECT_EQ(beyond(driver).page, BeyondPage::recurrent);
  EXPECT_TRUE(driver.shows("Ann?"));
}

}  // namespace
}  // namespace headlight
