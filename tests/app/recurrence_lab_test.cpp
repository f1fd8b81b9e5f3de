// The lab on recurrence on screen: its pages by mouse and keys, and steps that are played.
#include <gtest/gtest.h>

#include "app/lab/lab_work.h"
#include "app/labs/recurrence/recurrence_lab.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

Session on_recurrence(RecurrencePage page) {
  Session session = lab_session(lab_named("recurrence"));
  session.labs.get<RecurrenceLab>().page = page;
  return session;
}

TEST(RecurrenceLabView, EveryPageIsTidyOnEveryScreen) {
  for (const auto& [page, name] : recurrence_page_names())
    expect_tidy_on_screens(on_recurrence(page), std::string("recurrence, ") + name);
}

TEST(RecurrenceLabView, StandsForOneWordAndForMany) {
  for (const RecurrencePage page : {RecurrencePage::sides, RecurrencePage::waiting}) {
    for (const int words : {1, 40}) {
      Session session = on_recurrence(page);
      session.text(0) = words == 1 ? "animal" : many_words(words);
      session.text(1).clear();
      Driver driver(session, 1280, 800);
      driver.settle();
      expect_tidy(driver, "words: " + std::to_string(words));
    }
  }
}

TEST(RecurrenceLabView, PagesAreChosenByAClick) {
  Driver driver(on_recurrence(RecurrencePage::sides));
  driver.settle();
  EXPECT_TRUE(driver.shows("RNN with attention"));
  driver.click("recurrence/page/What waits for what");
  driver.settle();
  EXPECT_EQ(driver.session().labs.get<RecurrenceLab>().page, RecurrencePage::waiting);
  EXPECT_TRUE(driver.shows("steps taken"));
}

TEST(RecurrenceLabView, StepsGoByArrowsAndBySpace) {
  Driver driver(on_recurrence(RecurrencePage::waiting));
  driver.settle();
  const auto step = [&] { return driver.session().labs.get<RecurrenceLab>().step; };
  const int most = driver.results()->lab->result<RecurrenceStudy>()->most_steps(false);
  driver.press(Key::home);
  EXPECT_EQ(step(), 0);
  driver.press(Key::right);
  driver.press(Key::right);
  EXPECT_EQ(step(), 2);
  driver.press(Key::left);
  EXPECT_EQ(step(), 1);
  driver.press(Key::end);
  EXPECT_EQ(step(), most);
  driver.press(Key::space);
  EXPECT_EQ(step(), 0) << "from the beginning, once all is there";
  EXPECT_TRUE(driver.shows("Pause"));
  driver.press(Key::space);
  EXPECT_TRUE(driver.shows("Play"));
  driver.click("recurrence/given/Learning");
  driver.settle();
  EXPECT_TRUE(driver.session().labs.get<RecurrenceLab>().learning);
}

}  // namespace
}  // namespace headlight
