// Small windows, upright ones, and where a finger points: nothing lies over anything else, is cut off or
// cannot be reached.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/lessons/library.h"
#include "app/panels/common/panels.h"
#include "tests/app/tidy.h"
#include "tests/session/lab_pages.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_pictures.h"

namespace headlight {
namespace {

// Laptops with larger type, the least window of the desktop, tablets held upright, phones.
#ifdef __SANITIZE_ADDRESS__
constexpr Size small_sizes[] = {{1280, 720, 1.5F}, {360, 640, 1}};
#else
constexpr Size small_sizes[] = {{1366, 768, 1.25F}, {1366, 768, 1.5F}, {1280, 720, 1.25F}, {1280, 720, 1.5F},
                                {800, 600, 1},      {768, 1024, 1},    {820, 1180, 1},     {720, 1280, 2},
                                {360, 640, 1},      {640, 360, 1}};
#endif

// As it opens, and with everything scrolled to its end.
void expect_tidy_to_its_end(Driver& driver, const std::string& what) {
  expect_tidy(driver, what);
  bool moved = false;
  for (auto& [id, at] : driver.state().scroll) {
    if (!id.ends_with("/down") && !id.ends_with("/across")) continue;
    at = 1e6F;
    moved = true;
  }
  if (!moved) return;
  driver.settle();
  expect_tidy(driver, what + ", scrolled");
}

void expect_tidy_when_small(const Session& session, const std::string& what) {
  for (const Size& size : small_sizes) {
    Driver driver(session, size.width, size.height, size.scale);
    expect_tidy_to_its_end(driver, name_of(size, what));
  }
}

TEST(SmallWindows, EveryViewIsTidy) {
  for (const auto& [view, name] : view_names()) {
    Session session = tiny_session();
    session.view = view;
    expect_tidy_when_small(session, name);
  }
}

TEST(SmallWindows, ViewsOfOneSentenceAreTidy) {
  for (const auto& [view, name] : view_names()) {
    Session session = tiny_session();
    session.view = view;
    session.text(1) = "";
    session.token = -1;
    expect_tidy_when_small(session, std::string(name) + " of one sentence");
  }
}

TEST(SmallWindows, EveryAttentionIsTidy) {
  for (const Attention attention : {Attention::decoder, Attention::cross}) {
    for (const ViewKind view : {ViewKind::lines, ViewKind::heads}) {
      Session session = tiny_session();
      session.view = view;
      session.attention = attention;
      session.token = 1;
      expect_tidy_when_small(session, name_of(view_names(), view) + std::string(" of attention ") +
                                          std::to_string(static_cast<int>(attention)));
    }
  }
}

TEST(SmallWindows, ModelsOfEveryKindAreTidy) {
  struct Shown {
    std::string what, model, text, compare = {};
  };
  const std::vector<Shown> all{
      {"labeller", tiny_labeller_folder(), "TRANSFORMER"},
      {"language model", tiny_language_model_folder(), tired_sentence, wide_sentence},
      {"recurrent with attention", tiny_seq2seq_attention_folder(), tired_sentence, wide_sentence},
      {"characters", tiny_lstm_folder(), "the animal is tired"},
      {"caption with attention", tiny_caption_attention_folder(), two_objects, one_object},
      {"vision Transformer", tiny_vit_folder(), two_objects}};
  for (const Shown& each : all) {
    for (const auto& [view, name] : view_names()) {
      if (view == ViewKind::lab) continue;
      Session session;
      session.model = each.model;
      session.text(0) = each.text;
      session.text(1) = each.compare;
      session.view = view;
      session.layer = 0;
      session.token = 0;
      for (const Size& size : {Size{1280, 720, 1.5F}, Size{768, 1024, 1}, Size{360, 640, 1}}) {
        Driver driver(session, size.width, size.height, size.scale);
        ASSERT_NE(driver.results()->trace(0), nullptr) << driver.results()->side(0).error;
        expect_tidy_to_its_end(driver, name_of(size, each.what + ": " + name));
      }
    }
  }
}

TEST(SmallWindowsLong, EveryPageOfALabIsTidy) {
  for (const LabPage& page : lab_pages()) {
    for (const Size& size : small_sizes) {
      Driver driver(page.session, size.width, size.height, size.scale);
      expect_tidy_to_its_end(driver, name_of(size, page.name));
    }
  }
}

TEST(PagesOfText, EveryPageOfALabIsTidy) {
  for (LabPage page : lab_pages()) {
    page.session.model = wide_labeller_folder();
    page.session.text(0) = random_letters(600);
    page.session.text(1) = "";
    Driver driver(page.session, 1280, 800, 1);
    ASSERT_NE(driver.results()->trace(0), nullptr) << driver.results()->side(0).error;
    expect_tidy(driver, page.name);
  }
}

TEST(SmallWindows, TheInspectorIsTidy) {
  for (const std::string path : {"encoder.1.self_attention.head.0.weights", "encoder.0.residual_1"}) {
    Session session = tiny_session();
    session.trail = {{path, 7, 1}};
    expect_tidy_when_small(session, path);
  }
  Session session = tiny_session();
  session.edits = {Edit{.path = "encoder.1.self_attention.head.0.weights",
                        .kind = Edit::Kind::swap,
                        .row = 7,
                        .col = 1,
                        .other = 5},
                   Edit{.path = "encoder.0.self_attention.head.1.output", .values = {0}}};
  session.edits_open = true;
  expect_tidy_when_small(session, "edits");
}

TEST(SmallWindows, LessonsAreTidy) {
  Session session = tiny_session();
  session.rail = true;
  expect_tidy_when_small(session, "the list of lessons");
  for (const Size& size : small_sizes) {
    Driver driver(Session{}, size.width, size.height, size.scale);
    driver.apply(OpenLesson{"it", 1});
    expect_tidy_to_its_end(driver, name_of(size, "a lesson with a question"));
    EXPECT_TRUE(driver.has("rail/next")) << name_of(size, "lesson");
    driver.click("rail/fold");
    EXPECT_FALSE(driver.session().rail);
    expect_tidy_to_its_end(driver, name_of(size, "a folded lesson"));
    driver.click("rail/lesson");
    EXPECT_TRUE(driver.session().rail) << name_of(size, "unfolds again");
  }
}

// A step of each lesson, each at another size.
TEST(SmallWindows, StepsOfEveryLessonAreTidy) {
  const std::vector<LessonPtr>& all = shipped_lessons();
  Driver driver(Session{}, 1280, 720, 1.5F);
  driver.leave_uncounted();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Size& size = small_sizes[i % std::size(small_sizes)];
    const int step = static_cast<int>(i % all[i]->steps.size());
    driver.state().scroll.clear();
    driver.resize(size.width, size.height, size.scale);
    driver.apply(OpenLesson{all[i]->name, step});
    const std::string what = name_of(size, all[i]->name + " " + std::to_string(step + 1));
    EXPECT_TRUE(driver.has("rail/next")) << what << " hides its text";
    expect_tidy_to_its_end(driver, what);
  }
}

TEST(SmallWindows, SheetsAreTidy) {
  for (const Size& size : small_sizes) {
    Driver driver(tiny_session(), size.width, size.height, size.scale);
    for (const Key key : {Key::help, Key::export_figure, Key::find, Key::open, Key::save_as, Key::glossary}) {
      driver.press(key);
      expect_tidy_to_its_end(driver, name_of(size, "sheet " + std::to_string(static_cast<int>(key))));
      driver.press(Key::escape);
      driver.press(Key::escape);
      ASSERT_EQ(driver.state().overlay, Overlay::none);
    }
    for (const Overlay menu :
         {Overlay::views, Overlay::labs, Overlay::more, Overlay::words, Overlay::models}) {
      driver.state().overlay = menu;
      driver.settle();
      expect_tidy_to_its_end(driver, name_of(size, "menu " + std::to_string(static_cast<int>(menu))));
    }
  }
}

TEST(SmallWindows, ThePresenterIsTidy) {
  for (const ViewKind view : {ViewKind::lines, ViewKind::steps, ViewKind::heads}) {
    Session session = tiny_session();
    session.view = view;
    session.presenting = true;
    expect_tidy_when_small(session, "presenter");
  }
}

// The heatmaps of Lines were left out where the stage was low.
TEST(SmallWindows, TheHeatmapsOfLinesCanBeScrolledIntoSight) {
  for (const Size& size : small_sizes) {
    Driver driver(tiny_session(), size.width, size.height, size.scale);
    for (const std::string map : {"map/0", "map/1", "map/2"}) {
      ASSERT_TRUE(driver.has(map)) << name_of(size, map);
      bool seen = false;
      for (float at = 0; at < 3000 && !seen; at += 60) {
        driver.state().scroll["stage/Lines/down"] = at;
        driver.settle();
        seen = std::any_of(driver.placed().begin(), driver.placed().end(), [&](const Placed& each) {
          return each.name == map && each.clip.contains({each.area.middle_x(), each.area.middle_y()});
        });
      }
      EXPECT_TRUE(seen) << name_of(size, map);
    }
  }
}

TEST(SmallWindows, TheWheelScrollsAViewThatIsTooHigh) {
  Driver driver(tiny_session(), 1280, 720, 1.5F);
  const float before = driver.area("map/0").top;
  const Area map = driver.area("head/1/0");
  driver.move(map.middle_x(), map.bottom + 60);
  driver.wheel(-3);
  EXPECT_LT(driver.area("map/0").top, before - 30);
}

TEST(SmallWindows, ATabletHeldUprightIsOneColumn) {
  Driver driver(Session{}, 768, 1024, 1);
  driver.apply(OpenLesson{"it", 1});
  const Area next = driver.area("rail/next");
  EXPECT_LT(next.bottom, driver.area("map/0").top) << "the lesson is above the stage";
  driver.apply(SelectCell{{"encoder.1.self_attention.head.0.weights", 1, 1}});
  EXPECT_GT(driver.area("inspector/close").top, 400) << "the inspector is below it";
  driver.click("inspector/close");
  EXPECT_FALSE(driver.has("inspector/close"));
}

TEST(SmallWindows, OnAPhoneTheInspectorLeadsBack) {
  Driver driver(tiny_session(), 360, 640, 1);
  driver.apply(SelectCell{{"encoder.1.self_attention.head.0.weights", 7, 1}});
  EXPECT_FALSE(driver.has("map/0"));
  driver.click("inspector/close");
  EXPECT_TRUE(driver.has("map/0"));
}

TEST(SmallWindows, TheMenuHasWhatTheBarHasNoRoomFor) {
  Driver driver(tiny_session(), 360, 640, 1);
  driver.click("more");
  for (const char* row : {"more/Model", "more/Find", "more/Present", "more/Export", "more/Help and keys"})
    EXPECT_TRUE(driver.has(row)) << row;
  driver.click("more/Find");
  EXPECT_EQ(driver.state().overlay, Overlay::palette);
  driver.press(Key::escape);
  driver.click("more");
  driver.click("more/What if");
  EXPECT_TRUE(driver.session().edits_open);
}

TEST(SmallWindows, LabsThatHaveNoRoomAsTabsAreInAMenu) {
  Session session = tiny_session();
  session.view = ViewKind::lab;
  session.lab = lab_named("scaling");
  session.trail = {{"encoder.1.self_attention.head.0.weights", 7, 1}};
  Driver driver(session, 800, 600, 1);
  driver.click("labs");
  driver.click("labs/Masks");
  EXPECT_EQ(driver.session().lab, lab_named("masks"));
  driver.click("lab/on");
  EXPECT_NE(driver.session().lab, lab_named("masks"));
}

// Where a finger points.

void use_touch(Driver& driver) {
  driver.state().touch = true;
  driver.settle();
}

TEST(Touch, IsOffUnlessSomebodySaysSo) { EXPECT_FALSE(Driver(tiny_session()).state().touch); }

TEST(Touch, AFingerBesideAButtonIsOnIt) {
  for (const bool touch : {false, true}) {
    Driver driver(tiny_session(), 820, 1180, 1);
    driver.state().touch = touch;
    driver.settle();
    const Area swap = driver.area("swap");
    ASSERT_LT(swap.height(), 40);
    driver.click_at(swap.middle_x(), swap.top - 4);
    EXPECT_EQ(driver.session().text(0) == wide_sentence, touch);
  }
}

// Of two that are near each other the nearer one is pressed, and never both.
TEST(Touch, TheNearerTargetIsPressed) {
  Driver driver(tiny_session(), 820, 1180);
  use_touch(driver);
  const Area above = driver.area("type/0");
  const Area below = driver.area("type/1");
  ASSERT_LT(below.top - above.bottom, 20);
  driver.take_actions();
  driver.click_at(above.middle_x(), above.bottom + 2);
  EXPECT_EQ(driver.state().overlay, Overlay::words);
}

TEST(Touch, RowsOfListsAreFortyHigh) {
  Driver driver(tiny_session(), 820, 1180);
  use_touch(driver);
  driver.press(Key::find);
  EXPECT_GE(driver.area("palette/row/0").height(), 40);
  driver.press(Key::escape);
  driver.click("views");
  EXPECT_GE(driver.area("views/Map").height(), 40);
}

// What a target needs beyond what is drawn of it is free of other targets, above and below.
void expect_room_for_fingers(Driver& driver, const std::string& what) {
  const std::vector<FingerTarget>& targets = driver.state().targets;
  for (const FingerTarget& one : targets) {
    for (const FingerTarget& other : targets) {
      if (!one.grows || !other.grows || &one == &other || one.layer != other.layer) continue;
      // The small signs of a diagram stand where the drawing has them.
      if (one.id.starts_with("map/") || other.id.starts_with("map/")) continue;
      if (one.area.height() >= 40 || other.area.top < one.area.bottom) continue;
      if (one.area.right <= other.area.left || other.area.right <= one.area.left) continue;
      // From one to the next, also where the edge of what scrolls cuts one of them.
      const float step = std::max(other.area.top - one.area.top, other.area.bottom - one.area.bottom);
      EXPECT_GE(step, 34) << one.id << " and " << other.id << " on " << what;
    }
  }
}

TEST(Touch, TargetsHaveRoomFromOneToTheNext) {
  for (const auto& [width, height] : {std::pair{360, 640}, {820, 1180}, {1280, 800}}) {
    for (const auto& [view, name] : view_names()) {
      Session session = tiny_session();
      session.view = view;
      Driver driver(session, width, height);
      use_touch(driver);
      expect_room_for_fingers(driver, name_of({width, height, 1}, name));
    }
    Session session = tiny_session();
    session.rail = true;
    Driver driver(session, width, height);
    use_touch(driver);
    expect_room_for_fingers(driver, name_of({width, height, 1}, "lessons"));
    driver.apply(OpenEdits{true});
    expect_room_for_fingers(driver, name_of({width, height, 1}, "edits"));
    driver.apply(OpenEdits{false});
    driver.apply(SelectCell{{"encoder.1.self_attention.head.0.weights", 7, 1}});
    expect_room_for_fingers(driver, name_of({width, height, 1}, "the inspector"));
    for (const Overlay sheet : {Overlay::words, Overlay::more, Overlay::glossary, Overlay::export_figure}) {
      driver.state().overlay = sheet;
      driver.settle();
      expect_room_for_fingers(driver, name_of({width, height, 1}, "a sheet"));
    }
  }
}

// Messages and what can be done about them.
TEST(SmallWindows, MessagesAreTidy) {
  for (const Size& size : small_sizes) {
    Driver driver(tiny_session(), size.width, size.height, size.scale);
    driver.state<Message>() = {
        "Restored: your place in the lesson and your sentences and 2 edits. Ctrl Z undoes "
        "the edits back.",
        false, "Start again", Session{}};
    driver.settle();
    expect_tidy(driver, name_of(size, "a message"));
    EXPECT_TRUE(driver.has("message/offer"));
    driver.state<Message>() = {};
    driver.apply(SetSentence{0, "The zebrra cross the streeet"});
    expect_tidy(driver, name_of(size, "unknown words"));
  }
}

// Down, there, and up again.
void drag(Driver& driver, ImVec2 from, ImVec2 to) {
  driver.move(from.x, from.y);
  ImGui::GetIO().MouseDown[0] = true;
  driver.frame();
  for (int i = 1; i <= 4; ++i) {
    const float share = static_cast<float>(i) / 4;
    driver.move(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
  }
  ImGui::GetIO().MouseDown[0] = false;
  driver.frame();
  driver.settle();
}

TEST(Touch, AFingerDragsWhatScrolls) {
  Driver driver(tiny_session(), 360, 640);
  use_touch(driver);
  const float before = driver.area("map/0").top;
  drag(driver, {180, 420}, {180, 320});
  EXPECT_NEAR(driver.area("map/0").top, before - 100, 2);
  // On a heatmap, too, which is looked at and not dragged.
  drag(driver, {180, 420}, {180, 220});
  const Area map = driver.area("map/0");
  ASSERT_TRUE(map.contains({map.middle_x(), 400})) << map.top;
  drag(driver, {map.middle_x(), 400}, {map.middle_x(), 360});
  EXPECT_NEAR(driver.area("map/0").top, map.top - 40, 2);
  EXPECT_TRUE(driver.session().trail.empty()) << "nothing was pressed";
}

TEST(Touch, WhatIsPressedIsNotPressedOnceTheFingerMoves) {
  Driver driver(tiny_session(), 360, 640);
  use_touch(driver);
  const Area swap = driver.area("swap");
  drag(driver, {swap.middle_x(), swap.middle_y()}, {swap.middle_x(), swap.middle_y() - 60});
  EXPECT_EQ(driver.session().text(0), tired_sentence);
  EXPECT_NEAR(driver.area("swap").top, swap.top - 60, 2);
}

// A row of words goes across, and the view that it lies in goes down.
TEST(Touch, EachDirectionMovesItsOwn) {
  Session session = tiny_session();
  session.token = -1;
  Driver driver(session, 360, 640);
  use_touch(driver);
  const Area word = driver.area("chip/0/3");
  drag(driver, {word.middle_x(), word.middle_y()}, {word.middle_x() - 40, word.middle_y()});
  EXPECT_NEAR(driver.area("chip/0/3").left, word.left - 40, 3);
  EXPECT_NEAR(driver.area("chip/0/3").top, word.top, 1);
  const Area there = driver.area("chip/0/3");
  drag(driver, {there.middle_x(), there.middle_y()}, {there.middle_x(), there.middle_y() - 50});
  EXPECT_NEAR(driver.area("chip/0/3").top, there.top - 50, 2);
  EXPECT_NEAR(driver.area("chip/0/3").left, there.left, 1);
}

TEST(Touch, TheTextOfALessonScrolls) {
  Driver driver(Session{}, 360, 640);
  use_touch(driver);
  driver.apply(OpenLesson{"it", 1});
  ASSERT_TRUE(driver.shows("The other sentence"));
  drag(driver, {180, 220}, {180, 140});
  EXPECT_GT(driver.state().scroll["rail/step"], 40);
}

TEST(Touch, WhatIsDraggedItselfStays) {
  Driver driver(tiny_session(), 360, 640);
  use_touch(driver);
  const std::string before = driver.session().step;
  const Area track = driver.area("track");
  drag(driver, {track.left + 20, track.middle_y()}, {track.right - 20, track.middle_y() - 30});
  EXPECT_NE(driver.session().step, before);
}

}  // namespace
}  // namespace headlight
