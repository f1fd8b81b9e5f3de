// Edits on every usual screen.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/panels/common/panels.h"
#include "app/panels/files/export_dialog.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

std::vector<SessionEdit> many_edits() {
  const std::string head = "encoder.1.self_attention.head.0.";
  return {Edit{.path = head + "weights", .kind = Edit::Kind::swap, .row = 7, .col = 1, .other = 5},
          Edit{.path = head + "scaled", .kind = Edit::Kind::multiply, .values = {0.25F}},
          {Edit{.path = "encoder.0.self_attention.head.1.output", .values = {0}}, false},
          Edit{.path = "decoder.0.self_attention.head.0.masked", .kind = Edit::Kind::pass},
          Edit{.path = "decoder.0.feed_forward.activated", .row = 0, .col = 11, .values = {12345.678F}},
          Edit{.path = "source.positions", .values = {0}}};
}

TEST(Layout, EditsAreTidy) {
  for (const Size& size : sizes) {
    for (const Altitude altitude : {Altitude::model, Altitude::head, Altitude::step}) {
      Session session = tiny_session();
      session.altitude = altitude;
      session.edits = many_edits();
      Driver plain(session, size.width, size.height, size.scale);
      expect_tidy(plain, name_of(size, "edited"));
      session.edits_open = true;
      Driver driver(session, size.width, size.height, size.scale);
      expect_tidy(driver, name_of(size, "edits"));
    }
  }
}

// Sheets and lessons on every usual screen.

TEST(Layout, SheetsAreTidy) {
  for (const Size& size : sizes) {
    Driver driver(tiny_session(), size.width, size.height, size.scale);
    driver.press(Key::help);
    expect_tidy(driver, name_of(size, "keys"));
    driver.press(Key::escape);
    driver.press(Key::export_figure);
    expect_tidy(driver, name_of(size, "export"));
    driver.state<ExportDialog>().what = ExportWhat::heatmap;
    driver.state<ExportDialog>().what_chosen = true;
    driver.frame();
    expect_tidy(driver, name_of(size, "export of a heatmap"));
    driver.state<ExportDialog>().more = true;
    driver.frame();
    for (const char* what : {"stage", "heatmaps", "numbers", "animation", "work sheet"}) {
      driver.click(std::string("export/what/") + what);
      expect_tidy(driver, name_of(size, std::string("export ") + what));
    }
    driver.press(Key::escape);
    driver.click("place/words");
    expect_tidy(driver, name_of(size, "words"));
    driver.press(Key::escape);
    for (const Key key : {Key::find, Key::open, Key::save}) {
      driver.press(key);
      expect_tidy(driver, name_of(size, "sheet " + std::to_string(static_cast<int>(key))));
      driver.press(Key::escape);
    }
    driver.state<Message>() = {"Restored after an unexpected end.", false, "Start again", {}};
    driver.settle();
    expect_tidy(driver, name_of(size, "message"));
    driver.state<Message>() = {};
    driver.apply(SetSentence{0, "the anmal was tird"});
    expect_tidy(driver, name_of(size, "unknown words"));
  }
}

// Each step as it opens, and with its answer; whatever the step opens at the right, its own text stays.
TEST(LayoutLong, EveryStepOfEveryLessonIsTidy) {
  Session resting = at_step({}, "it", 0);
  resting.reduced_motion = true;
  for (const Size& size : {Size{1440, 900, 1}, Size{1280, 800, 1}, Size{1024, 768, 1}}) {
    Driver driver(resting, size.width, size.height, size.scale);
    driver.leave_uncounted();
    for (const LessonPtr& lesson : shipped_lessons()) {
      for (int step = 0; step < static_cast<int>(lesson->steps.size()); ++step) {
        driver.apply(OpenLesson{lesson->name, step});
        const std::string what = lesson->name + " " + std::to_string(step);
        expect_tidy(driver, name_of(size, what));
        EXPECT_TRUE(driver.has("rail/next")) << name_of(size, what) << " hides its text";
        if (!lesson->steps[static_cast<std::size_t>(step)].question) continue;
        driver.apply(AnswerLesson{0});
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
    EXPECT_FALSE(driver.shows("You have changed the stage"));
    driver.apply(SetSentence{0, "the animal was tired"});
    EXPECT_TRUE(driver.shows("You have changed the stage"));
    driver.pass(1);  // the words have moved
    expect_tidy(driver, name_of(size, "lesson on a changed stage"));
    driver.click("rail/return");
    EXPECT_FALSE(driver.shows("You have changed the stage"));
  }
}

TEST(Layout, TheListOfLessonsIsTidy) {
  Session session = tiny_session();
  session.rail = true;
  expect_tidy_at_every_size(session, "lessons");
}

}  // namespace
}  // namespace headlight
