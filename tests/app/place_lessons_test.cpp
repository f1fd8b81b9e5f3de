// Lessons in the one place: each step is shown there, beside its text, where the place can show it.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/session/altitudes.h"
#include "app/session/opening.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

Session place_to_learn_in() {
  Session session = opening_session("translator");
  session.altitude = Altitude::sentence;
  return session;
}

TEST(PlaceLessons, AStepIsShownInThePlaceAndLeftAndReturnedTo) {
  Driver driver{place_to_learn_in(), 1280, 800};
  driver.apply(OpenLesson{"it"});
  EXPECT_EQ(driver.session().altitude, Altitude::head);
  EXPECT_TRUE(driver.has("rail/next")) << "the lesson stands in the margin";
  EXPECT_FALSE(driver.has("rail/return"));
  driver.press(Key::escape);
  EXPECT_EQ(driver.session().altitude, Altitude::layer);
  EXPECT_TRUE(driver.has("rail/next")) << "looking around does not close it";
  driver.click("rail/return");
  EXPECT_EQ(driver.session().altitude, Altitude::head);
  driver.click("rail/next");
  EXPECT_EQ(driver.session().lesson_step, 1);
  EXPECT_EQ(driver.session().altitude, Altitude::head);
}

TEST(PlaceLessons, ALabIsShownInTheFrame) {
  Driver driver{place_to_learn_in(), 1280, 800};
  driver.apply(OpenLesson{"training"});
  EXPECT_TRUE(shows_experiment(driver.session()));
  EXPECT_TRUE(driver.has("rail/next")) << "beside the lesson";
  EXPECT_FALSE(driver.has("rail/return"));
  driver.apply(OpenLesson{"it"});
  EXPECT_EQ(driver.session().altitude, Altitude::head);
}

TEST(PlaceLessons, ARemovedViewIsShownInThePlaceWhereverOneIs) {
  Driver driver{opening_session("translator"), 1280, 800};
  driver.apply(OpenLesson{"encoder-decoder", 1});
  EXPECT_EQ(driver.session().altitude, Altitude::model);
  for (const ViewKind view : {ViewKind::map, ViewKind::flow}) {
    driver.apply(GoTo{.altitude = Altitude::cell});
    driver.apply(SetView{view});
    EXPECT_EQ(driver.session().altitude, Altitude::model);
  }
}

TEST(PlaceLessons, WhatOnlyAViewShowedIsThere) {
  Driver driver{place_to_learn_in(), 1280, 800};
  driver.apply(OpenLesson{"how-a-cause-walks", 4});
  EXPECT_EQ(driver.session().altitude, Altitude::model);
  EXPECT_TRUE(shows_cause_ribbons(driver.session())) << "causes as ribbons";
  driver.apply(OpenLesson{"it"});
  EXPECT_EQ(driver.session().altitude, Altitude::head);
  EXPECT_FALSE(driver.session().cause_ribbons);
}

// A sentence that was typed is kept beside the lesson's own.
TEST(PlaceLessons, YourSentenceAndTheLessons) {
  Driver driver{place_to_learn_in(), 1280, 800};
  driver.apply(SetCompare{false});
  driver.apply(SetSentence{0, "The dog was tired"});
  driver.apply(OpenLesson{"it"});
  EXPECT_NE(driver.session().text(0), "The dog was tired");
  const std::string of_lesson = driver.session().text(0);
  driver.click("rail/read/your sentence");
  EXPECT_EQ(driver.session().text(0), "The dog was tired");
  EXPECT_EQ(driver.session().altitude, Altitude::head);
  EXPECT_FALSE(driver.has("rail/return")) << "the switch leads back";
  EXPECT_TRUE(driver.shows("The numbers in this"));
  driver.click("rail/read/the lesson’s");
  EXPECT_EQ(driver.session().text(0), of_lesson);
  driver.click("rail/next");
  EXPECT_TRUE(driver.has("rail/read/your sentence")) << "it goes on from step to step";
  EXPECT_EQ(session_from_json(to_json(driver.session())), driver.session());
  driver.apply(OpenLesson{"induction-head"});
  EXPECT_FALSE(driver.has("rail/read/your sentence")) << "another model";
}

TEST(PlaceLessons, AFileSaysWhereItsLessonIs) {
  Driver driver{place_to_learn_in(), 1280, 800};
  driver.apply(OpenLesson{"it", 3});
  const Session again = session_from_json(to_json(driver.session()));
  EXPECT_EQ(again, driver.session());
}

// Of each view that the place shows: the head, the step and the cell that it was about.
TEST(PlaceLessons, WhatAViewShowsIsChosenThere) {
  Session steps;
  steps.view = ViewKind::steps;
  steps.step = "encoder.2.self_attention.head.0.scores";
  const Session step = shown_in_place(steps);
  EXPECT_EQ(step.altitude, Altitude::step);
  EXPECT_EQ(step.layer, 2);
  EXPECT_EQ(step.part, "scores");
  steps.trail = {{steps.step, 7, 1}};
  EXPECT_EQ(shown_in_place(steps).altitude, Altitude::cell);
  Session heads;
  heads.view = ViewKind::heads;
  heads.layer = 2;
  const Session all = shown_in_place(heads);
  EXPECT_EQ(all.altitude, Altitude::head);
  EXPECT_EQ(all.heads_shown, HeadsShown::of_layer);
  heads.sort_heads = Trait::antecedent;
  EXPECT_EQ(shown_in_place(heads).heads_shown, HeadsShown::of_model) << "heads of all layers, sorted";
  steps.trail.clear();
  steps.sides = Sides::both;
  EXPECT_EQ(shown_in_place(steps).sides, Sides::both);
  Session map;
  map.view = ViewKind::map;
  map.cause_ribbons = true;
  EXPECT_TRUE(shows_cause_ribbons(shown_in_place(map)));
  Session picture;
  picture.view = ViewKind::picture;
  EXPECT_EQ(shown_in_place(picture).altitude, Altitude::head);
  picture.picture_shows = PictureShows::positions;
  EXPECT_EQ(shown_in_place(picture).altitude, Altitude::model);
}

TEST(Place, AViewThatIsAskedForIsTheAltitudeThatShowsIt) {
  Driver driver{place_to_learn_in(), 1280, 800};
  driver.apply(SetView{ViewKind::map});
  EXPECT_EQ(driver.session().altitude, Altitude::model);
  driver.apply(SetView{ViewKind::lines});
  EXPECT_EQ(driver.session().altitude, Altitude::head);
  driver.apply(SetView{ViewKind::steps});
  EXPECT_EQ(driver.session().altitude, Altitude::step);
}

TEST(PlaceLessons, EveryStepIsTidyThere) {
  int shown = 0, steps = 0;
  for (const LessonPtr& lesson : shipped_lessons()) {
    Session at_rest = place_to_learn_in();
    at_rest.reduced_motion = true;
    Driver driver{at_rest, 1280, 800, 1, false};
    driver.leave_uncounted();
    for (int step = 0; step < static_cast<int>(lesson->steps.size()); ++step, ++steps) {
      driver.apply(OpenLesson{lesson->name, step});
      EXPECT_FALSE(driver.has("rail/return")) << lesson->name << " " << step;
      if (!driver.session().altitude) {
        std::cout << lesson->name << " " << step + 1 << " is not in the place\n";
        continue;
      }
      ++shown;
      expect_tidy(driver, lesson->name + " step " + std::to_string(step + 1));
    }
  }
  std::cout << shown << " of " << steps << " steps are shown in the place\n";
  EXPECT_EQ(shown, steps);
}

}  // namespace
}  // namespace headlight
