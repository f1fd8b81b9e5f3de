// What is chosen in a lab: the row and column that it comes from, and their way there.
#include <gtest/gtest.h>

#include "app/labs/lookup/lookup_lab.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

void click_cell(Driver& driver, const std::string& id, float right, float down) {
  const Area cells = driver.area(id);
  driver.click_at(cells.left + right * cells.width(), cells.top + down * cells.height());
}

// Half a second later nothing moves any more; at once it does, unless motion is off.
void expect_motion_then_rest(Driver& driver, bool moves) {
  EXPECT_EQ(driver.wants_another_frame(), moves);
  driver.pass(0.5);
  EXPECT_FALSE(driver.wants_another_frame());
  EXPECT_GT(driver.rest(), 1.0);
}

TEST(LabMotion, ACellOfAttentionIsWhereItsRowAndColumnMeet) {
  for (const bool still : {false, true}) {
    for (const char* part : {"stage/scores", "stage/weights", "stage/output"}) {
      SCOPED_TRACE(part);
      Session session = lab_session(lab_named("attention"));
      session.reduced_motion = still;
      Driver driver(session, 1440, 900);
      driver.settle();
      driver.pass(0.5);
      EXPECT_FALSE(driver.wants_another_frame()) << "what was there when the lab opened is at rest";
      click_cell(driver, part, 0.6F, 0.3F);
      ASSERT_FALSE(driver.session().trail.empty());
      driver.frame();
      expect_motion_then_rest(driver, !still);
    }
  }
}

TEST(LabMotion, AnotherLabOpensAtRest) {
  Driver driver(lab_session(lab_named("attention")), 1440, 900);
  driver.settle();
  driver.pass(0.5);
  driver.click("lab/Lookup");
  driver.settle();
  driver.frame();
  EXPECT_FALSE(driver.wants_another_frame());
}

TEST(LabMotion, ALetterLeavesTheTable) {
  for (const bool still : {false, true}) {
    Session session = lab_session(lab_named("lookup"));
    session.reduced_motion = still;
    Driver driver(session, 1440, 900);
    driver.settle();
    driver.pass(0.5);
    EXPECT_FALSE(driver.wants_another_frame());
    click_cell(driver, "product", 0.5F, 0.9F);
    EXPECT_EQ(driver.session().labs.get<LookupLab>().place, 4);
    driver.frame();
    expect_motion_then_rest(driver, !still);
  }
}

}  // namespace
}  // namespace headlight
