// A lesson on screen: opened, read, answered, left and returned to.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/panels/common/panels.h"
#include "app/session/opening.h"
#include "core/models/model.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

TEST(LessonRail, ListsAllLessonsAndOpensOne) {
  Driver driver{Session{}, 1440, 1800};
  driver.press(Key::lessons);
  EXPECT_TRUE(driver.has("lesson/" + shipped_lessons().front()->name)) << "the first group is unfolded";
  EXPECT_FALSE(driver.has("lesson/masks"));
  std::string unfolded = shipped_lessons().front()->group;
  const auto unfold = [&](const std::string& group) {
    if (group == unfolded) return;
    driver.click("group/" + unfolded);
    driver.click("group/" + group);
    unfolded = group;
  };
  for (const LessonPtr& lesson : shipped_lessons()) {
    unfold(lesson->group);
    EXPECT_TRUE(driver.has("lesson/" + lesson->name));
    EXPECT_TRUE(driver.shows(lesson->number));
  }
  unfold(find_lesson("masks")->group);
  driver.click("lesson/masks");
  EXPECT_EQ(driver.session().lesson, "masks");
  EXPECT_EQ(driver.session().attention, Attention::decoder);
  driver.click("rail/contents");
  EXPECT_TRUE(driver.session().lesson.empty());
  EXPECT_EQ(driver.session().attention, Attention::decoder) << "the stage stays";
  driver.press(Key::escape);
  EXPECT_FALSE(driver.session().rail);
}

TEST(LessonRail, GoesOnAndBackWithButtonsAndKeys) {
  Driver driver{at_step({}, "it", 0)};
  driver.click("rail/next");
  EXPECT_EQ(driver.session().lesson_step, 1);
  driver.press(Key::next_lesson_step);
  EXPECT_EQ(driver.session().lesson_step, 2);
  driver.press(Key::previous_lesson_step);
  driver.click("rail/back");
  EXPECT_EQ(driver.session().lesson_step, 0);
  EXPECT_FALSE(driver.has("rail/back")) << "before the first step there is none";
  driver.click("rail/step/4");
  EXPECT_EQ(driver.session().lesson_step, 4);
  driver.press(Key::undo);  // pages are where one looks, not what one changes: several are taken back at once
  EXPECT_LT(driver.session().lesson_step, 4);
}

TEST(LessonRail, TheLastStepLeadsToTheNextLesson) {
  const auto& lessons = shipped_lessons();
  for (std::size_t i = 0; i < lessons.size(); ++i) {
    const int last = static_cast<int>(lessons[i]->steps.size()) - 1;
    Driver driver(Session{}, 1440, 900, 1, false);
    driver.leave_uncounted();
    driver.apply(OpenLesson{lessons[i]->name, last});
    // Where the step is longer than the rail, it is read to its end first.
    for (int reading = 0; reading < 4 && driver.session().lesson == lessons[i]->name; ++reading)
      driver.click("rail/next");
    EXPECT_EQ(driver.session().lesson, i + 1 < lessons.size() ? lessons[i + 1]->name : "");
  }
}

TEST(LessonRail, RevealsTheAnswerAfterAChoice) {
  Driver driver{at_step({}, "it", 1)};
  EXPECT_FALSE(driver.shows("Measured"));
  driver.click("choice/0");
  EXPECT_EQ(driver.session().lesson_answer, 0);
  EXPECT_TRUE(driver.shows("Measured"));
  EXPECT_TRUE(driver.shows("yours"));
  const auto model = load_model(HEADLIGHT_SOURCE_DIR "/assets/models/translator", AnswerKind::translation);
  const TracePtr second =
      model->trace({.text = "The animal didn't cross the street because it was too wide"});
  char weight[16];
  std::snprintf(weight, sizeof weight, "%.2f",
                static_cast<double>(second->read("encoder.3.self_attention.head.0.weights")(7, 5)));
  EXPECT_TRUE(driver.shows(weight)) << "read from what the answer shows, the second sentence: " << weight;
  EXPECT_FALSE(driver.has("choice/1")) << "a prediction is made once";
}

TEST(LessonRail, AFreeAnswerIsTypedAndKept) {
  const TemporaryFolder folder;
  const std::string file = folder / "free.md";
  std::ofstream(file) << "# Free\n\nS.\n\n## One\n\n```question\nWhat?\nanswer: That.\n```\n";
  Driver driver{Session{}};
  driver.state().requests = {OpenFile{file}};
  driver.settle();
  ASSERT_EQ(driver.session().lesson, file);
  driver.click("lesson/answer");
  driver.type("something");
  driver.click("lesson/show");
  EXPECT_TRUE(driver.shows("That."));
  EXPECT_TRUE(driver.shows("something"));
}

// Wherever a lesson says it: no text reaches beyond the rail.
TEST(LessonRail, AWordThatNoLineHasRoomForIsBroken) {
  const std::string word(90, 'W');
  const TemporaryFolder folder;
  const std::string file = folder / "long.md";
  std::ofstream(file) << "# Title\n\nS.\n\n## A " << word << "\n\nText “*" << word << "*”, `" << word
                      << "`.\n\n```question\nWhich " << word << "?\n\n- [x] of " << word
                      << "\n- [ ] b\n\nanswer: It is **" << word << "**.\n```\n";
  Driver driver{Session{}, 1280, 800};
  driver.state().requests = {OpenFile{file}};
  driver.settle();
  ASSERT_EQ(driver.session().lesson, file);
  driver.click("choice/0");
  const float inside = driver.area("choice/0").right;
  int parts = 0;
  for (const Placed& each : driver.placed()) {
    if (each.kind != Placed::Kind::text || each.name.find("WWW") == std::string::npos) continue;
    EXPECT_LE(each.area.right, inside + 1) << each.name;
    ++parts;
  }
  EXPECT_GT(parts, 12) << "six words in several parts each";
}

TEST(LessonRail, OffersTheWayBackOnlyToThoseWhoLeft) {
  Driver driver{at_step({}, "it", 0)};
  EXPECT_FALSE(driver.has("rail/return"));
  driver.press(Key::theme);
  EXPECT_FALSE(driver.has("rail/return")) << "the theme is no departure";
  const Session there = driver.session();
  driver.press(Key::down);
  ASSERT_TRUE(driver.has("rail/return"));
  EXPECT_TRUE(driver.shows("1.000")) << "the step's numbers stay";
  driver.click("rail/return");
  EXPECT_EQ(driver.session(), there);
  EXPECT_FALSE(driver.has("rail/return"));
}

TEST(LessonRail, NoStepOpensAsIfItHadBeenLeft) {
  Driver driver{at_step({}, "it", 0)};
  driver.leave_uncounted();
  for (const LessonPtr& lesson : shipped_lessons()) {
    for (int step = 0; step < static_cast<int>(lesson->steps.size()); ++step) {
      driver.apply(OpenLesson{lesson->name, step});
      EXPECT_FALSE(driver.has("rail/return")) << lesson->name << " " << step;
      const LessonPagePtr page = driver.page();
      ASSERT_NE(page, nullptr);
      const auto& numbers = page->numbers;
      EXPECT_EQ(numbers.size(), lesson->steps[static_cast<std::size_t>(step)].numbers.size());
      EXPECT_EQ(std::count(numbers.begin(), numbers.end(), not_computed), 0) << lesson->name << " " << step;
      driver.take_actions();
      driver.frame();
      EXPECT_TRUE(driver.take_actions().empty());
    }
  }
}

TEST(LessonRail, ABadFileGivesABannerAndLeavesTheSession) {
  const TemporaryFolder folder;
  const std::string file = folder / "bad.md";
  std::ofstream(file) << "# Bad\n\nS.\n\n## One\n\n{{source.input[bus, 0]}}\n";
  Driver driver{Session{}};
  const Session before = driver.session();
  driver.state().requests = {OpenFile{file}};
  driver.settle();
  EXPECT_EQ(driver.session(), before);
  EXPECT_NE(driver.state<Message>().text.find("bad.md:7:"), std::string::npos)
      << driver.state<Message>().text;
  EXPECT_NE(driver.state<Message>().text.find("\"bus\""), std::string::npos);
  EXPECT_TRUE(driver.shows("bad.md:7:"));
  driver.press(Key::escape);
  EXPECT_TRUE(driver.state<Message>().text.empty());
}

TEST(LessonRail, OfASavedSessionMayBeGone) {
  Session session;
  session.lesson = "/no/such/lesson.md";
  session.rail = true;
  Driver driver{session};
  EXPECT_TRUE(driver.shows("cannot be read"));
  driver.click("rail/contents");
  EXPECT_TRUE(driver.has("lesson/it"));
}

TEST(LessonRail, SaysWhyALessonForAnyModelIsNotReadOnTheOneThatWasOpen) {
  Driver driver(opening_session("vit"));
  driver.apply(OpenLesson{"now-a-real-one"});
  EXPECT_EQ(driver.session().model, "causal");
  EXPECT_TRUE(driver.shows("reads pictures."));
  driver.apply(OpenLesson{"it"});
  driver.apply(OpenLesson{"now-a-real-one"});
  EXPECT_FALSE(driver.shows("reads pictures."));
}

TEST(LessonRail, AnAnswerThatIsThereWhenALessonOpensIsInSight) {
  Session session = at_step(opening_session("causal"), "now-a-real-one", 6);
  session.lesson_answer = 1;
  Driver driver(session, 1366, 768, 1.25F);
  for (const Placed& each : driver.placed()) {
    if (each.name == "Answer") {
      EXPECT_LT(each.area.bottom, each.clip.bottom);
    }
  }
  EXPECT_TRUE(driver.shows("Answer"));
}

}  // namespace
}  // namespace headlight
