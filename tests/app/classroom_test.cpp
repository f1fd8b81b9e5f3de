// A class without a network: what is hidden from it is nowhere to be pressed, and its answers are counted.
#include <gtest/gtest.h>

#include <array>

#include "app/lessons/class_answers.h"
#include "app/lessons/library.h"
#include "app/panels/lesson/classroom.h"
#include "app/session/opening.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

Session at(Altitude altitude) {
  Session session = opening_session("translator");
  session.altitude = altitude;
  return session;
}

HiddenControls all_hidden() {
  HiddenControls hidden;
  HiddenControls::fields(hidden, [](const char*, bool& is_hidden, const auto&...) { is_hidden = true; });
  return hidden;
}

TEST(Classroom, WhatIsHiddenIsNowhereToBePressed) {
  const std::array doors{"find",        "place/experiments", "place/lessons",       "bar/sentence",
                         "place/words", "place/head off",    "place/look elsewhere"};
  for (const Altitude altitude : {Altitude::sentence, Altitude::model, Altitude::head, Altitude::step}) {
    Driver driver{at(altitude), 1280, 800};
    int there = 0;
    for (const char* door : doors) there += driver.has(door) ? 1 : 0;
    EXPECT_GE(there, 1) << info(altitude).name;
    driver.apply(HideControls{all_hidden()});
    for (const char* door : doors) EXPECT_FALSE(driver.has(door)) << info(altitude).name << ": " << door;
    expect_tidy(driver, std::string("hidden, ") + info(altitude).name);
    // Neither do keys or letters lead there.
    const Session before = driver.session();
    driver.press(Key::find);
    driver.press(Key::what_if);
    driver.press(Key::lessons);
    driver.type("The dog was tired");
    driver.pass(1);
    EXPECT_EQ(driver.state().overlay, Overlay::none);
    EXPECT_TRUE(same_matter(driver.session(), before));
    EXPECT_EQ(driver.session().rail, before.rail);
  }
}

TEST(Classroom, TheMenuBringsItBack) {
  Session session = at(Altitude::sentence);
  session.hidden = all_hidden();
  Driver driver{session, 1280, 800};
  driver.click("more");
  EXPECT_FALSE(driver.shows("Experiments"));
  EXPECT_TRUE(driver.shows("For a class"));
  driver.state().overlay = Overlay::for_class;
  driver.frame();
  driver.frame();
  expect_tidy(driver, "for a class");
  driver.click("class/find");
  EXPECT_FALSE(driver.session().hidden.find);
  EXPECT_TRUE(driver.session().hidden.words);
  driver.click("class/close");
  EXPECT_TRUE(driver.has("find"));
}

TEST(Classroom, FormulaAndCodeAreNotOnTheDial) {
  Session session = at(Altitude::step);
  session.dial = Dial::code;
  Driver driver{session, 1280, 800};
  HiddenControls hidden;
  hidden.formulas = true;
  driver.apply(HideControls{hidden});
  driver.frame();
  EXPECT_EQ(driver.session().dial, Dial::numbers);
  EXPECT_FALSE(driver.shows("formula"));
}

// The first step of the lesson that asks with choices.
int step_that_asks(const Lesson& lesson) {
  int step = 0;
  while (answer_code(lesson, step, 1).empty()) ++step;
  return step;
}

TEST(Classroom, AnAnswerHasLettersAndTheyAreCounted) {
  const LessonPtr lesson = find_lesson("it");
  const int step = step_that_asks(*lesson);
  Driver driver{at(Altitude::sentence), 1280, 800};
  driver.apply(OpenLesson{"it", step});
  EXPECT_FALSE(driver.has("lesson/code")) << "before an answer there is none";
  driver.click("choice/1");
  const std::string code = answer_code(*lesson, step, 1);
  EXPECT_TRUE(driver.shows(code));
  driver.apply(AnswerLesson{1});
  driver.click("lesson/code");
  EXPECT_EQ(driver.state().overlay, Overlay::answers);
  expect_tidy(driver, "own answer");
  driver.click("answers/close");

  driver.state().overlay = Overlay::for_class;
  driver.frame();
  driver.click("class/count");
  driver.frame();
  expect_tidy(driver, "count");
  EXPECT_TRUE(driver.shows("0 of 0"));
  driver.click("answers/codes");
  driver.type(code + " b, A wrong");
  driver.enter();
  driver.frame();
  EXPECT_TRUE(driver.shows("2 of 3"));
  EXPECT_TRUE(driver.shows("1 of 3"));
  EXPECT_TRUE(driver.shows("“WRONG” is no code"));
  driver.click("answers/A");
  EXPECT_TRUE(driver.shows("2 of 4"));
  driver.click("answers/undo");
  driver.frame();
  EXPECT_TRUE(driver.shows("1 of 3"));
  driver.click("answers/clear");
  driver.frame();
  EXPECT_TRUE(driver.shows("0 of 0"));
}

TEST(Classroom, SheetsAreTidyOnAPhoneAndBeforeAClass) {
  const LessonPtr lesson = find_lesson("it");
  for (const auto& [wide, tall, presenting] :
       {std::tuple{390, 844, false}, std::tuple{640, 360, false}, std::tuple{1024, 768, true}}) {
    Session session = at(Altitude::sentence);
    session.presenting = presenting;
    Driver driver{session, wide, tall};
    driver.apply(OpenLesson{"it", step_that_asks(*lesson)});
    for (const Overlay sheet : {Overlay::for_class, Overlay::answers}) {
      driver.state().overlay = sheet;
      driver.frame();
      driver.frame();
      expect_tidy(driver, std::to_string(wide) + " wide");
      EXPECT_EQ(driver.state().overlay, sheet);
    }
  }
}

}  // namespace
}  // namespace headlight
