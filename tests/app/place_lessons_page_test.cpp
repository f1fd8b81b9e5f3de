// The page of lessons in the one place, and the line that leads back to one.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app/lessons/library.h"
#include "app/panels/lesson/lesson_rail.h"
#include "app/panels/place/experiments.h"
#include "app/session/opening.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

class LessonsPageTest : public ::testing::Test {
 protected:
  static Session at_a_head() {
    shipped_lessons();  // read
    Session session = opening_session("translator");
    session.altitude = Altitude::head;
    session.reduced_motion = true;
    return session;
  }
  LessonsPageTest() : driver_(at_a_head(), 1280, 800) {}
  int to_press() const {
    const auto is_item = [](const Placed& each) { return each.kind == Placed::Kind::item; };
    return static_cast<int>(std::count_if(driver_.placed().begin(), driver_.placed().end(), is_item));
  }
  Driver driver_;
};

TEST_F(LessonsPageTest, IsADoorAndLeadsBack) {
  driver_.click("place/lessons");
  EXPECT_TRUE(driver_.shows("Begin anywhere"));
  EXPECT_TRUE(driver_.shows("minutes"));
  EXPECT_TRUE(driver_.has("lesson/it"));
  EXPECT_FALSE(driver_.has("place/table"));
  EXPECT_LE(to_press(), 31);
  expect_tidy(driver_, "page of lessons");
  driver_.click("place/back");
  EXPECT_FALSE(driver_.session().rail);
  EXPECT_EQ(driver_.session().altitude, Altitude::head);
  driver_.click("place/lessons");
  driver_.press(Key::escape);
  EXPECT_FALSE(driver_.session().rail);
  EXPECT_EQ(driver_.session().altitude, Altitude::head) << "one Escape leaves one page";
}

// Of the model on stage, as it reads the sentence on stage.
TEST_F(LessonsPageTest, LessonsThatShowAHeadHaveItsPicture) {
  driver_.state().shapes_placed = true;
  driver_.click("place/lessons");
  const auto pictures = [&] {
    return std::ranges::count_if(driver_.placed(),
                                 [](const Placed& each) { return each.kind == Placed::Kind::picture; });
  };
  std::set<std::string> chapters;
  std::ptrdiff_t all = 0;
  for (const LessonPtr& lesson : shipped_lessons()) {
    if (!chapters.insert(lesson->group).second) continue;
    driver_.click("group/" + lesson->group);
    all += pictures();
  }
  EXPECT_GT(all, 10);
}

TEST_F(LessonsPageTest, EveryChapterIsTidy) {
  driver_.click("place/lessons");
  std::string chapter;
  for (const LessonPtr& lesson : shipped_lessons()) {
    if (lesson->group == std::exchange(chapter, lesson->group)) continue;
    driver_.click("group/" + chapter);
    EXPECT_TRUE(driver_.has("lesson/" + lesson->name));
    EXPECT_LE(to_press(), 31) << chapter;
    expect_tidy(driver_, chapter);
  }
}

TEST_F(LessonsPageTest, IsTidyInASmallWindow) {
  Driver driver{at_a_head(), 1366, 768, 1.25F};
  driver.click("place/lessons");
  expect_tidy(driver, "page of lessons, small");
}

TEST_F(LessonsPageTest, GoesOnWhereALessonWasLeft) {
  driver_.apply(OpenLesson{"many-heads", 2});
  driver_.click("place/lessons");
  EXPECT_TRUE(driver_.session().lesson.empty());
  EXPECT_TRUE(driver_.shows("Go on, step 3"));
  EXPECT_TRUE(driver_.has("lesson/many-heads")) << "its chapter is open";
  EXPECT_TRUE(driver_.shows("3 of "));
  driver_.click("lessons/go on");
  EXPECT_EQ(driver_.session().lesson, "many-heads");
  EXPECT_EQ(driver_.session().lesson_step, 2);
}

TEST_F(LessonsPageTest, IsReadWithTheKeys) {
  driver_.press(Key::lessons);
  EXPECT_TRUE(driver_.shows("Begin anywhere"));
  driver_.press(Key::right);
  EXPECT_TRUE(driver_.has("lesson/one-vector")) << "the second chapter";
  driver_.press(Key::down);
  driver_.press(Key::down);
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.session().lesson, "looking-back");
}

// What leads somewhere leaves the page, whichever way it was asked for.
TEST_F(LessonsPageTest, IsLeftByEveryWay) {
  for (const Action& action : {Action(GoTo{.altitude = Altitude::model}), Action(OpenQuestions{}),
                               Action(OpenLab{lab_named("order")}), Action(SetView{ViewKind::lines})}) {
    driver_.apply(SetRail{true});
    ASSERT_TRUE(driver_.shows("Begin anywhere"));
    driver_.apply(action);
    EXPECT_FALSE(driver_.session().rail);
    driver_.apply(GoTo{.altitude = Altitude::head});
  }
}

TEST_F(LessonsPageTest, AFoldedLessonIsALineThatLeadsBack) {
  driver_.apply(OpenLesson{"it", 3});
  const Session shown = driver_.session();
  driver_.click("rail/fold");
  driver_.press(Key::right);
  driver_.press(Key::escape);
  EXPECT_NE(driver_.session().altitude, shown.altitude);
  EXPECT_TRUE(driver_.shows("Back to step 4"));
  driver_.click("place/lesson");
  EXPECT_EQ(driver_.session(), shown) << "stage and choice";
}

TEST_F(LessonsPageTest, AClosedLessonIsALineThatLeadsOn) {
  driver_.apply(OpenLesson{"it", 2});
  driver_.apply(CloseLesson{});
  driver_.apply(SetRail{false});
  EXPECT_TRUE(driver_.shows("Step 3 ›"));
  driver_.click("place/lesson");
  EXPECT_EQ(driver_.session().lesson, "it");
  EXPECT_EQ(driver_.session().lesson_step, 2);
}

}  // namespace
}  // namespace headlight
