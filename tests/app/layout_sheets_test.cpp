// Sheets and lessons on every usual screen.
#include <gtest/gtest.h>

#include <string>

#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/panels/common/shared_state.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

TEST(Layout, SheetsAreTidy) {
  for (const Size& size : sizes) {
    Driver driver(tiny_session(), size.width, size.height, size.scale);
    driver.settle();
    driver.press(Key::help);
    expect_tidy(driver, name_of(size, "keys"));
    driver.press(Key::escape);
    driver.press(Key::export_figure);
    for (const char* what : {"stage", "heatmaps", "numbers", "steps, animated"}) {
      driver.click(std::string("export/what/") + what);
      expect_tidy(driver, name_of(size, std::string("export ") + what));
    }
    driver.press(Key::escape);
    driver.click("chip/0/10");
    expect_tidy(driver, name_of(size, "words"));
    driver.press(Key::escape);
    for (const Key key : {Key::find, Key::open, Key::save}) {
      driver.press(key);
      expect_tidy(driver, name_of(size, "sheet " + std::to_string(static_cast<int>(key))));
      driver.press(Key::escape);
    }
    driver.state<Message>() = {"Restored after an unexpected end.", false, "Start fresh", {}};
    driver.settle();
    expect_tidy(driver, name_of(size, "message"));
    driver.state<Message>() = {};
    driver.apply(SetSentence{0, "the anmal was tird"});
    driver.settle();
    expect_tidy(driver, name_of(size, "unknown words"));
  }
}

// Each step as it opens, and with its answer; whatever the step opens at the right, its own text stays.
TEST(Layout, EveryStepOfEveryLessonIsTidy) {
  for (const Size& size : {Size{1440, 900, 1}, Size{1280, 800, 1}, Size{1024, 768, 1}}) {
    Driver driver(at_step({}, "it", 0), size.width, size.height, size.scale);
    for (const LessonPtr& lesson : shipped_lessons()) {
      for (int step = 0; step < static_cast<int>(lesson->steps.size()); ++step) {
        driver.apply(OpenLesson{lesson->name, step});
        driver.settle();
        const std::string what = lesson->name + " " + std::to_string(step);
        expect_tidy(driver, name_of(size, what));
        EXPECT_TRUE(driver.has("rail/next")) << name_of(size, what) << " hides its text";
        if (!lesson->steps[static_cast<std::size_t>(step)].question) continue;
        driver.apply(AnswerLesson{0});
        driver.settle();
        expect_tidy(driver, name_of(size, what + " answered"));
        EXPECT_TRUE(driver.has("rail/next")) << name_of(size, what) << " hides its answer";
      }
    }
  }
}

// The numbers of the text are those of the stage as the lesson set it: the rail says so.
TEST(Layout, ALessonWhoseStageWasChangedIsTidy) {
  for (const Size& size : sizes) {
    Driver driver(at_step({}, "it", 0), size.width, size.height, size.scale);
    driver.settle();
    EXPECT_FALSE(driver.shows("from before"));
    driver.apply(SetSentence{0, "the animal was tired"});
    driver.settle();
    EXPECT_TRUE(driver.shows("from before"));
    expect_tidy(driver, name_of(size, "lesson on a changed stage"));
    driver.click("rail/return");
    EXPECT_FALSE(driver.shows("from before"));
  }
}

TEST(Layout, TheListOfLessonsIsTidy) {
  for (const Size& size : sizes) {
    Session session = tiny_session();
    session.rail = true;
    Driver driver(session, size.width, size.height, size.scale);
    driver.settle();
    expect_tidy(driver, name_of(size, "lessons"));
  }
}

}  // namespace
}  // namespace headlight
