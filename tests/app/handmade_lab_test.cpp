// A head built by hand on screen: painted, put together from parts, shown solved.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/labs/handmade/handmade_lab.h"
#include "tests/app/driver.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

Session handmade(HeadTask task = HeadTask::letter_before) {
  Session session = tiny_session();
  show_lab(session, lab_named("handmade"));
  session.labs.get<HandmadeLab>().task = task;
  return session;
}

const HandmadeLab& settings(const Driver& driver) { return driver.session().labs.get<HandmadeLab>(); }

TEST(HandmadeLab, IsSolvedWithPartsThatHaveANameAndUndone) {
  Driver driver(handmade(), 1440, 900);
  EXPECT_TRUE(driver.shows("0 of 7"));
  EXPECT_TRUE(driver.shows("?"));
  for (int i = 0; i < 4; ++i) driver.click("handmade/query/on");
  for (int i = 0; i < 2; ++i) driver.click("handmade/key/on");
  EXPECT_EQ(settings(driver).query.part, HeadPart::place_before);
  EXPECT_TRUE(settings(driver).query.painted.empty());
  driver.click("handmade/value/on");
  EXPECT_TRUE(driver.shows("7 of 7"));
  EXPECT_TRUE(driver.shows("100 %"));
  driver.press(Key::undo);
  EXPECT_TRUE(driver.shows("0 of 7"));
  driver.click("handmade/value/back");
  EXPECT_NE(settings(driver).value.part, HeadPart::nothing) << "before the first the last";
  driver.click("handmade/value/on");
  EXPECT_EQ(settings(driver).value.part, HeadPart::nothing);
}

// With the lesson beside it and two heads: the names of parts between their arrows.
TEST(HandmadeLab, HasRoomForTheNamesOfPartsInNarrowWindows) {
  for (const HeadPart part : {HeadPart::nothing, HeadPart::place_before}) {
    Session session = handmade(HeadTask::induction);
    session.lesson = "it";
    session.rail = true;
    session.labs.get<HandmadeLab>().query.part = part;
    Driver driver(session, 1366, 768, 1.25F);
    expect_tidy(driver, "handmade beside a lesson");
    for (const std::string matrix : {"handmade/query", "handmade/key", "handmade/value"}) {
      const float left = driver.area(matrix + "/back").right, right = driver.area(matrix + "/on").left;
      const bool named = std::ranges::any_of(driver.placed(), [&](const Placed& each) {
        return each.kind == Placed::Kind::text && each.area.left >= left && each.area.right <= right &&
               each.name == (matrix == "handmade/query" ? name_of(part) : name_of(HeadPart::nothing));
      });
      EXPECT_TRUE(named) << matrix;
    }
  }
}

TEST(HandmadeLab, ColumnsHaveNamesAndColoursABar) {
  Driver driver(handmade(), 1280, 800);
  EXPECT_TRUE(driver.shows("dimension"));
  EXPECT_TRUE(driver.shows("answer"));
  Session two = handmade(HeadTask::induction);
  two.lesson = "it";
  two.rail = true;
  Driver beside(two, 1280, 800);
  EXPECT_EQ(beside.area("handmade/Clear").top, beside.area("handmade/Other letters").top)
      << "in one row with the other buttons";
}

TEST(HandmadeLab, IsPaintedCellByCell) {
  Driver driver(handmade(), 1440, 900);
  const Area grid = driver.area("handmade/W^V");
  const auto press = [&](int row, int column) {
    driver.click_at(grid.left + (static_cast<float>(column) + 0.5F) * grid.width() / task_letters,
                    grid.top + (static_cast<float>(row) + 0.5F) * grid.height() / 15);
  };
  for (int letter = 0; letter < task_letters; ++letter) press(letter, letter);
  EXPECT_EQ(settings(driver).value.part, HeadPart::letter) << "what is painted is known again";
  press(0, 0);
  ASSERT_EQ(settings(driver).value.painted.size(), 75U);
  EXPECT_EQ(settings(driver).value.painted[0], -1) << "0, 1, -1";
  EXPECT_TRUE(driver.shows("your own"));
}

TEST(HandmadeLab, ShowsASolutionOfEveryTask) {
  for (const auto& [task, name] : head_task_names()) {
    Driver driver(handmade(task), 1440, 900);
    driver.click("handmade/Show a solution");
    EXPECT_TRUE(driver.shows("100 %")) << name;
    driver.click("handmade/Clear");
    EXPECT_TRUE(driver.shows("0 %")) << name;
  }
}

TEST(HandmadeLab, BesideItStandsWhatTrainingFinds) {
  Driver driver(handmade(), 1440, 900);
  driver.click("handmade/trained/Trained");
  EXPECT_TRUE(settings(driver).trained);
  EXPECT_TRUE(driver.shows("100 %"));
  EXPECT_FALSE(driver.shows("your own")) << "these are not painted";
  const HandmadeLab before = settings(driver);
  driver.click("handmade/W^V");
  EXPECT_EQ(settings(driver), before);
  driver.click("handmade/Another training");
  EXPECT_NE(settings(driver).start, before.start);
  driver.click("handmade/trained/Set by hand");
  EXPECT_TRUE(driver.shows("0 of 7")) << "what was set by hand is still there";
}

TEST(HandmadeLab, OfTwoHeadsTheLettersStayWhenTheTaskChanges) {
  Driver driver(handmade(), 1440, 900);
  driver.click("handmade/Other letters");
  EXPECT_EQ(settings(driver).seed, 2);
  driver.click("handmade/task/Two heads");
  EXPECT_EQ(settings(driver).task, HeadTask::induction);
  EXPECT_EQ(settings(driver).seed, 2);
  driver.click("handmade/head/Second head");
  EXPECT_EQ(settings(driver).head, 1);
  EXPECT_TRUE(driver.shows("Second head looks at"));
}

}  // namespace
}  // namespace headlight
