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

TEST(SmallWindows, EditsAreTidy) {
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
    driver.pass(1);
    expect_tidy_to_its_end(driver, name_of(size, "a lesson with a question"));
    EXPECT_TRUE(driver.has("rail/next")) << name_of(size, "lesson");
    driver.click("rail/fold");
    EXPECT_FALSE(driver.session().rail);
    expect_tidy_to_its_end(driver, name_of(size, "a folded lesson"));
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
    Session session = tiny_session();
    session.altitude = Altitude::head;
    Driver driver(session, size.width, size.height, size.scale);
    for (const Key key : {Key::help, Key::export_figure, Key::find, Key::open, Key::save_as, Key::glossary}) {
      driver.press(key);
      expect_tidy_to_its_end(driver, name_of(size, "sheet " + std::to_string(static_cast<int>(key))));
      driver.press(Key::escape);
      driver.press(Key::escape);
      ASSERT_EQ(driver.state().overlay, Overlay::none);
      driver.apply(GoTo{.altitude = Altitude::head});
    }
    for (const Overlay menu : {Overlay::more, Overlay::words, Overlay::models}) {
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

TEST(SmallWindows, TheMenuHasWhatTheBarHasNoRoomFor) {
  Driver driver(tiny_session(), 360, 640, 1);
  driver.click("more");
  for (const char* row : {"more/Model", "more/Find", "more/Present", "more/Export", "more/Help and keys"})
    EXPECT_TRUE(driver.has(row)) << row;
  driver.click("more/Find");
  EXPECT_EQ(driver.state().overlay, Overlay::palette);
  driver.press(Key::escape);
}

// Where a finger points.

void use_touch(Driver& driver) {
  driver.state().touch = true;
  driver.settle();
}

TEST(Touch, IsOffUnlessSomebodySaysSo) { EXPECT_FALSE(Driver(tiny_session()).state().touch); }

TEST(Touch, RowsOfListsAreFortyHigh) {
  Driver driver(tiny_session(), 820, 1180);
  use_touch(driver);
  driver.press(Key::find);
  EXPECT_GE(driver.area("palette/row/0").height(), 40);
  driver.press(Key::escape);
  driver.click("more");
  EXPECT_GE(driver.area("more/Model").height(), 40);
}

// What a target needs beyond what is drawn of it is free of other targets, above and below.
void expect_room_for_fingers(Driver& driver, const std::string& what) {
  const std::vector<FingerTarget>& targets = driver.state().targets;
  for (const FingerTarget& one : targets) {
    for (const FingerTarget& other : targets) {
      if (!one.grows || !other.grows || &one == &other || one.layer != other.layer) continue;
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

TEST(Touch, TheTextOfALessonScrolls) {
  Driver driver(Session{}, 360, 440);
  use_touch(driver);
  driver.apply(OpenLesson{"it", 1});
  const auto title = std::find_if(driver.placed().begin(), driver.placed().end(), [](const Placed& each) {
    return each.kind == Placed::Kind::text && each.name == "The other sentence";
  });
  ASSERT_NE(title, driver.placed().end());
  const float from = title->area.bottom + 40;
  drag(driver, {180, from}, {180, from - 80});  // pulls the sheet up
  drag(driver, {180, 400}, {180, 320});
  float most = 0;
  std::string all;
  for (const auto& [id, by] : driver.state().scroll) {
    if (id.starts_with("rail")) most = std::max(most, by);
    all += id + " " + std::to_string(by) + "; ";
  }
  EXPECT_GT(most, 40) << all << title->area.top << " to " << driver.area("rail/next").top;
}

}  // namespace
}  // namespace headlight
