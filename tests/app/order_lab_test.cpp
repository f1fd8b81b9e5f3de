// The lab on order.
#include <gtest/gtest.h>

#include "app/lab/lab_work.h"
#include "app/labs/order/order_lab.h"
#include "app/labs/recurrence/recurrence_lab.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

// The largest difference with positions, or without.
double apart(Driver& driver, bool positions) {
  return driver.results()->lab->result<OrderStudy>()->largest_difference(positions);
}

TEST(OrderLabView, WithoutPositionsTheRowsOnlyMove) {
  Driver driver(lab_session(lab_named("order")));
  EXPECT_TRUE(driver.shows("nothing has moved yet"));
  EXPECT_TRUE(driver.shows("Drag a word")) << "what to do first";
  EXPECT_FALSE(driver.has("difference")) << "there is nothing to compare";
  driver.click("order/Reverse");
  EXPECT_TRUE(driver.has("difference"));
  EXPECT_EQ(driver.session().labs.get<OrderLab>().order.front(), 10);
  EXPECT_LT(apart(driver, false), 1e-4);
  EXPECT_GT(apart(driver, true), 1e-2);
  EXPECT_TRUE(driver.shows("only rounding: the rows just move"));
  EXPECT_TRUE(driver.shows("the rows change"));
  const LabRecord& recorded = *driver.results()->lab->recorded;
  EXPECT_EQ(recorded.trace(1)->words().source.front(), "tired");
  driver.click("order/As written");
  EXPECT_TRUE(driver.session().labs.get<OrderLab>().order.empty());
  EXPECT_EQ(apart(driver, true), 0);
}

TEST(OrderLabView, WhatItRecordedIsLetGoWithItsSentence) {
  Driver driver(lab_session(lab_named("order")));
  const std::weak_ptr<const Trace> recorded = driver.results()->lab->recorded->runs.front().trace;
  EXPECT_FALSE(recorded.expired());
  driver.apply(SetView{ViewKind::lines});
  driver.apply(SetSentence{0, "the animal was tired"});
  driver.settle();
  EXPECT_TRUE(recorded.expired()) << "of a long text it is large";
}

TEST(OrderLabView, AWordIsDragged) {
  Driver driver(lab_session(lab_named("order")));
  const Area from = driver.area("slide/order/1");
  const Area to = driver.area("slide/order/3");
  driver.move(from.middle_x(), from.middle_y());
  ImGui::GetIO().MouseDown[0] = true;
  driver.frame();
  for (float share : {0.3F, 0.7F, 1.0F}) {
    driver.move(from.middle_x() + (to.right - 3 - from.middle_x()) * share, from.middle_y());
    driver.settle();
  }
  ImGui::GetIO().MouseDown[0] = false;
  driver.frame();
  driver.settle();
  EXPECT_EQ(driver.session().labs.get<OrderLab>().order,
            (std::vector<int>{0, 2, 3, 1, 4, 5, 6, 7, 8, 9, 10}));
  driver.press(Key::undo);
  EXPECT_TRUE(driver.session().labs.get<OrderLab>().order.empty()) << "a drag is undone as one";
}

TEST(OrderLabView, AWordIsMovedByKeys) {
  Driver driver(lab_session(lab_named("order")));
  driver.state().focus = "slide/order/0";
  driver.state().focus_visible = true;
  driver.press(Key::right);
  driver.press(Key::right);
  EXPECT_EQ(driver.session().labs.get<OrderLab>().order,
            (std::vector<int>{1, 2, 0, 3, 4, 5, 6, 7, 8, 9, 10}));
  driver.press(Key::left);
  driver.press(Key::left);
  driver.press(Key::left);
  EXPECT_TRUE(driver.session().labs.get<OrderLab>().order.empty());
}

TEST(OrderLabView, CellsOpenOnEitherSideWithOneSentenceToo) {
  Session session = lab_session(lab_named("order"));
  session.text(1).clear();
  session.labs.get<OrderLab>().order = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  Driver driver(session);
  const Area after = driver.area("after");
  driver.click_at(after.left + 2, after.top + 2);
  EXPECT_EQ(driver.session().side, 1);
  ASSERT_FALSE(driver.session().trail.empty());
  EXPECT_EQ(driver.session().trail[0], (CellName{"encoder.1.normalized_2", 0, 0}));
  EXPECT_TRUE(driver.shows("“tired”"));
  EXPECT_EQ(after_json(driver.session()), driver.session());
  driver.apply(SetView{ViewKind::lines});
  EXPECT_EQ(driver.session().side, 0) << "outside of the lab there is one sentence";
}

TEST(OrderLabView, ComparesWhatIsAsked) {
  Driver driver(lab_session(lab_named("order")));
  driver.click("order/Shuffle");
  const std::vector<int> order = driver.session().labs.get<OrderLab>().order;
  EXPECT_FALSE(order.empty());
  driver.click("order/shown/embedding");
  EXPECT_EQ(apart(driver, true), 0) << "positions are added later";
  driver.click("order/shown/weights of a head");
  EXPECT_EQ(driver.results()->lab->shown, "encoder.1.self_attention.head.0.weights");
  EXPECT_LT(apart(driver, false), 1e-5);
  driver.click("order/with positions");
  EXPECT_TRUE(driver.session().labs.get<OrderLab>().positions);
  driver.press(Key::undo);
  EXPECT_FALSE(driver.session().labs.get<OrderLab>().positions);
  EXPECT_EQ(driver.session().labs.get<OrderLab>().order, order);
}

TEST(OrderLabView, IsTidy) {
  for (const int words : {1, 4, 11, 40}) {
    for (const OrderShown shown : {OrderShown::embedding, OrderShown::output, OrderShown::weights}) {
      Session session = lab_session(lab_named("order"), words);
      session.labs.get<OrderLab>().shown = shown;
      session.labs.get<OrderLab>().positions = true;
      for (int place = words - 1; place >= 0; --place) session.labs.get<OrderLab>().order.push_back(place);
      expect_tidy_on_screens(session,
                             std::to_string(words) + " words, " + std::to_string(static_cast<int>(shown)),
                             {"source.embedded", 0, 1});
    }
  }
}

// The lab on recurrence on screen: its pages by mouse and keys, and steps that are played.

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
      expect_tidy(driver, "words: " + std::to_string(words));
    }
  }
}

TEST(RecurrenceLabView, PagesAreChosenByAClick) {
  Driver driver(on_recurrence(RecurrencePage::sides));
  EXPECT_TRUE(driver.shows("RNN with attention"));
  driver.click("recurrence/page/What waits for what");
  EXPECT_EQ(driver.session().labs.get<RecurrenceLab>().page, RecurrencePage::waiting);
  EXPECT_TRUE(driver.shows("steps taken"));
}

TEST(RecurrenceLabView, StepsGoByArrowsAndBySpace) {
  Driver driver(on_recurrence(RecurrencePage::waiting));
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
  driver.click("recurrence/learning/Learning");
  EXPECT_TRUE(driver.session().labs.get<RecurrenceLab>().learning);
}

}  // namespace
}  // namespace headlight
