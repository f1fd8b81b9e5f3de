// What a change does to the pictures of the one place, and what is said of it; and how few things there are
// to press on each page.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "app/panels/common/step_names.h"
#include "app/session/opening.h"
#include "app/session/session.h"
#include "core/files/whole_file.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

const std::string changed_head = "encoder.3.self_attention.head.0.";

Session session_to_change(Altitude altitude = Altitude::head) {
  Session session;  // of the shipped translator
  session.layer = 3;
  session.altitude = altitude;
  session.token = 7;
  if (altitude >= Altitude::cell) {
    session.part = "scores";
    session.trail = {{changed_head + "scores", 7, 1}};
    session.number = 4;
  }
  return session;
}

SessionEdit number_set(const std::string& part, int row, int column, float value) {
  Edit edit{.path = changed_head + part};
  edit.kind = Edit::Kind::set;
  edit.row = row;
  edit.col = column;
  edit.values = {value};
  return edit;
}

Session with_edit(Altitude altitude, const SessionEdit& edit) {
  Session session = session_to_change(altitude);
  session.edits = {edit};
  return session;
}

// All of what is written is this, somewhere on the stage.
bool writes(const Driver& driver, const std::string& text) {
  return std::any_of(driver.placed().begin(), driver.placed().end(), [&](const Placed& each) {
    return each.kind == Placed::Kind::text && each.name == text;
  });
}

int to_press(const Driver& driver) {
  return static_cast<int>(
      std::count_if(driver.placed().begin(), driver.placed().end(),
                    [](const Placed& each) { return each.kind == Placed::Kind::item && each.in_reach; }));
}

TEST(PlaceChanges, AHeadThatIsOffAddsNothingInItsPicture) {
  Driver driver(session_to_change(), 1280, 800);
  EXPECT_TRUE(writes(driver, "1.00"));
  driver.click("place/head off");
  driver.settle();
  driver.pass(0.6);
  EXPECT_TRUE(driver.shows("switched off: adds nothing"));
  EXPECT_TRUE(driver.shows("Switched off"));
  EXPECT_TRUE(driver.shows("is set to 0"));
  for (const Placed& each : driver.placed()) {
    const bool on_a_line = each.kind == Placed::Kind::text && each.area.left > 380 && each.area.right < 720 &&
                           each.area.top > 300;
    EXPECT_FALSE(on_a_line && each.name == "1.00") << "on a line of what is not taken";
  }
  expect_tidy(driver, "a head that is off");
  for (const Altitude altitude : {Altitude::model, Altitude::layer, Altitude::step, Altitude::cell}) {
    driver.apply(GoTo{.altitude = altitude, .part = "scores"});
    driver.pass(0.6);
    EXPECT_TRUE(driver.has("place/undo"));
    expect_tidy(driver, "off at altitude " + std::to_string(static_cast<int>(altitude)));
    if (altitude == Altitude::layer) {
      EXPECT_TRUE(driver.shows("head 1, switched off: adds nothing"));
    }
  }
}

TEST(PlaceChanges, AWeightThatIsTakenAwayIsToldAndGivenToAnother) {
  Driver driver(session_to_change(), 1280, 800);
  driver.click("place/take nothing");
  driver.settle();
  driver.pass(0.6);
  ASSERT_EQ(driver.session().edits.size(), 1U);
  EXPECT_TRUE(driver.shows("Nothing from"));
  EXPECT_TRUE(driver.shows("Nothing taken is not the"));
  EXPECT_TRUE(writes(driver, "0.00")) << "on the dashed line of what was";
  EXPECT_TRUE(writes(driver, "0")) << "in its cell";
  EXPECT_TRUE(writes(driver, "1 edit"));
  expect_tidy(driver, "a weight of 0");
  driver.click("place/next trial");
  driver.settle();
  driver.pass(0.6);
  ASSERT_EQ(driver.session().edits.size(), 2U);
  EXPECT_EQ(driver.session().edits[1].col, 5) << "street";
  EXPECT_TRUE(driver.shows("Given to “street”"));
  EXPECT_TRUE(driver.shows(" became "));
  EXPECT_TRUE(writes(driver, "2 edits"));
  expect_tidy(driver, "a weight given to another");
}

TEST(PlaceChanges, KeptTheyStayAndTheNextOneIsOffered) {
  Driver driver(session_to_change(), 1280, 800);
  driver.click("place/head off");
  driver.settle();
  EXPECT_FALSE(driver.has("place/head off"));
  driver.click("place/keep");
  driver.settle();
  EXPECT_TRUE(driver.shows("Your change is kept."));
  EXPECT_TRUE(driver.shows("This head is switched off."));
  EXPECT_EQ(driver.session().edits.size(), 1U);
  EXPECT_TRUE(driver.has("place/head off"));
  expect_tidy(driver, "kept");
  driver.click("place/undo");
  driver.settle();
  EXPECT_TRUE(driver.session().edits.empty());
  EXPECT_TRUE(driver.has("place/look elsewhere"));
}

TEST(PlaceChanges, AScoreOfZeroIsSeenInItsCellAndInTheShares) {
  const SessionEdit edit = number_set("scores", 7, 1, 0);
  Driver cell(with_edit(Altitude::cell, edit), 1280, 800);
  EXPECT_TRUE(cell.shows("set to 0"));
  EXPECT_TRUE(cell.shows("103.8")) << "what its products come to";
  EXPECT_TRUE(cell.shows("its share"));
  expect_tidy(cell, "the cell of a score that was set");
  Session session = with_edit(Altitude::step, edit);
  session.part = "weights";
  Driver step(session, 1280, 800);
  EXPECT_TRUE(step.shows("0.000"));
  EXPECT_FALSE(step.shows("103.764"));
  expect_tidy(step, "shares of a score that was set");
  Driver head(with_edit(Altitude::head, edit), 1280, 800);
  EXPECT_TRUE(head.shows("A score set to 0"));
  expect_tidy(head, "the head of a score that was set");
}

// What is printed under shares that were set by hand is what they add up to.
TEST(PlaceChanges, SharesThatWereSetAddUpToWhatTheyDo) {
  Session session = with_edit(Altitude::step, number_set("weights", 7, 1, 0));
  session.part = "weights";
  Driver driver(session, 1280, 800);
  EXPECT_TRUE(writes(driver, "set by hand"));
  EXPECT_FALSE(writes(driver, "1"));
  session.edits.clear();
  Driver untouched(session, 1280, 800);
  EXPECT_TRUE(writes(untouched, "1"));
  EXPECT_FALSE(untouched.shows("set by hand"));
}

TEST(PlaceChanges, ARowTurnedByHandIsShown) {
  Edit edit{.path = changed_head + "weights"};
  edit.kind = Edit::Kind::set;
  edit.row = 7;
  edit.values = {0, 0.3F, 0, 0, 0, 0.6F, 0, 0, 0.1F, 0, 0};
  Driver driver(with_edit(Altitude::head, edit), 1280, 800);
  EXPECT_TRUE(driver.shows("Given to “street”"));
  EXPECT_TRUE(writes(driver, "0.30")) << "what is left of what was";
  EXPECT_TRUE(writes(driver, "0.60"));
  expect_tidy(driver, "a row turned by hand");
}

// Also where no word became another one.
TEST(PlaceChanges, AModelThatWritesOnIsToldOf) {
  Session session = opening_session("causal");
  session.runs = {{"the cat sat on the mat because it was"}, {""}};
  session.layer = 1;
  session.token = 3;
  session.altitude = Altitude::head;
  Driver driver(session, 1280, 800);
  driver.click("place/head off");
  driver.settle();
  driver.pass(0.6);
  EXPECT_TRUE(driver.shows(" became ") || driver.shows("still"));
  // Also after the chosen word, which is not the last one.
  const std::string chosen = token_called(driver.results()->trace(0)->words().target.at(3));
  EXPECT_TRUE(driver.shows("“" + chosen + "”")) << chosen;
  expect_tidy(driver, "a causal model with a head that is off");
}

// The lesson is never the reason that one cannot try.
TEST(PlaceChanges, BesideALessonOneCanTryAndComeBack) {
  Session session = session_to_change();
  session.lesson = "it";
  session.rail = true;
  Driver driver(session, 1280, 800);
  expect_tidy(driver, "a lesson with its way to what can be tried");
  EXPECT_FALSE(driver.has("place/look elsewhere"));
  driver.click("place/try a change");
  driver.pass(0.5);
  EXPECT_FALSE(driver.session().rail);
  driver.click("place/look elsewhere");
  driver.settle();
  EXPECT_FALSE(driver.session().edits.empty());
  driver.click("place/lesson");
  driver.pass(0.5);
  EXPECT_TRUE(driver.has("rail/next"));
  EXPECT_EQ(driver.session().lesson, "it");
}

TEST(PlaceChanges, ADecoderHasTheEnglishBesideItsKeysAndTheEncoderAbove) {
  Session session = session_to_change(Altitude::layer);
  session.attention = Attention::cross;
  session.layer = 0;
  session.token = 10;
  Driver driver(session, 1280, 800);
  const Area encoder = driver.area("place/layer/encoder3");
  EXPECT_FALSE(driver.has("place/layer/encoder0"));
  EXPECT_LT(encoder.bottom, 120) << "above, so that no French line goes through it";
  const Area key = driver.area("place/step/key");
  int named = 0;
  for (const Placed& each : driver.placed()) {
    if (each.kind == Placed::Kind::text && each.name == "because" && each.area.top > 290 &&
        each.area.right < key.left + 10 && each.area.left > 380)
      ++named;
  }
  EXPECT_EQ(named, 1);
  expect_tidy(driver, "a decoder opened");
  driver.click("place/layer/encoder3");
  driver.pass(0.6);
  EXPECT_EQ(driver.session().attention, Attention::encoder);
  EXPECT_EQ(driver.session().altitude, Altitude::layer);
}

// With what is offered to try.
TEST(PlaceChanges, ThereAreFewThingsToPress) {
  const auto count = [](Altitude altitude) {
    return to_press(Driver(session_to_change(altitude), 1280, 800));
  };
  EXPECT_LE(to_press(Driver(session_to_change(Altitude::sentence), 1280, 800)), 20);
  EXPECT_LE(count(Altitude::model), 30);
  EXPECT_LE(count(Altitude::layer), 30);
  EXPECT_LE(count(Altitude::head), 30);
  EXPECT_LE(count(Altitude::step), 19) << "18, and how the step is explained";
  EXPECT_LE(count(Altitude::cell), 24);
}

// Pictures of heads are one stop of the Tab key: the arrows go from one to the next inside.
TEST(PlaceChanges, ArrowsGoFromPictureToPictureWithinOneStop) {
  Driver driver(session_to_change(Altitude::layer), 1280, 800);
  for (int i = 0; i < 40 && driver.state().focus != "place/list of heads/encoder3"; ++i)
    driver.press(Key::tab);
  ASSERT_EQ(driver.state().focus, "place/list of heads/encoder3");
  driver.press(Key::right);
  driver.press(Key::right);
  EXPECT_EQ(driver.session().altitude, Altitude::layer);
  driver.press(Key::enter);
  driver.pass(0.6);
  EXPECT_EQ(driver.session().altitude, Altitude::head);
  EXPECT_EQ(driver.session().head, 2);
}

// In the model each layer is pressed, and each picture of a head under the mouse.
TEST(PlaceChanges, AClickGoesToThePictureUnderIt) {
  Driver driver(session_to_change(Altitude::model), 1280, 800);
  const Area list = driver.area("place/list of heads/encoder1");
  driver.click_at(list.right - 10, list.top + 10);
  driver.pass(0.8);
  EXPECT_EQ(driver.session().altitude, Altitude::head);
  EXPECT_EQ(driver.session().layer, 1);
  EXPECT_EQ(driver.session().head, 1);
  driver.apply(GoTo{.altitude = Altitude::model});
  driver.pass(0.6);
  // Seven pictures in two columns: beside the last one is the layer.
  driver.click_at(list.right - 10, list.bottom - 10);
  driver.pass(0.6);
  EXPECT_EQ(driver.session().altitude, Altitude::layer);
}

TEST(PlaceChanges, AWordOfTheAnswerChoosesTheOneThatIsReadForIt) {
  Driver driver(session_to_change(Altitude::model), 1280, 800);
  const Area answer = driver.area("place/list of the answer");
  const auto press_word = [&](int word) {
    driver.click_at(answer.left + 40, answer.top + (static_cast<float>(word) + 0.5F) * answer.height() / 15);
    driver.settle();
  };
  press_word(1);  // animal
  EXPECT_EQ(driver.session().token, 1);
  press_word(10);  // il
  EXPECT_EQ(driver.session().token, 7);
  Session session = session_to_change(Altitude::head);
  session.attention = Attention::cross;
  session.layer = 0;
  Driver reads(session, 1280, 800);
  const Area french = reads.area("place/list of the answer");
  reads.click_at(french.left + 40, french.top + 4.5F * french.height() / 15);
  EXPECT_EQ(reads.session().token, 4) << "the row that writes it";
}

// A full stop belongs to the word before it.
TEST(PlaceChanges, NoLineOfTheMarginBeginsWithAFullStop) {
  for (int altitude = 1; altitude < altitude_count; ++altitude) {
    for (const bool changed : {false, true}) {
      Session session = session_to_change(static_cast<Altitude>(altitude));
      if (changed) session.edits = {number_set("weights", 7, 1, 0)};
      Driver driver(session, 1280, 800);
      for (const Placed& each : driver.placed()) {
        if (each.kind != Placed::Kind::text || each.area.left > 30 || each.name.empty()) continue;
        EXPECT_EQ(std::string(".,:;").find(each.name.front()), std::string::npos)
            << each.name << " at altitude " << altitude;
      }
    }
  }
}

// Before a class, too, its name has room in its box.
TEST(PlaceChanges, FeedForwardIsWithinItsBoxBeforeAClass) {
  for (const int width : {1024, 1920}) {
    Driver driver(session_to_change(Altitude::layer), width, width == 1024 ? 768 : 1080);
    driver.apply(SetPresenting{true});
    driver.state().shapes_placed = true;
    driver.pass(0.6);
    const auto name = std::find_if(driver.placed().begin(), driver.placed().end(), [](const Placed& each) {
      return each.kind == Placed::Kind::turned && each.name == "Feed-forward";
    });
    ASSERT_NE(name, driver.placed().end()) << width;
    // The narrowest ground around it.
    float room = 1e6F;
    for (const Placed& each : driver.placed()) {
      const bool around = each.kind == Placed::Kind::ground && each.area.left <= name->area.middle_x() &&
                          each.area.right >= name->area.middle_x() && each.area.top < name->area.top &&
                          each.area.bottom > name->area.bottom;
      if (around)
        room = std::min({room, name->area.left - each.area.left, each.area.right - name->area.right});
    }
    EXPECT_GE(room, 3) << width;
    expect_tidy(driver, "a layer before a class");
  }
}

// What one points at and works with stays in sight.
TEST(PlaceChanges, TheNoteOfATermLiesBesideWhatItExplains) {
  Driver driver(session_to_change(Altitude::layer), 1280, 800);
  const Area column = driver.area("place/step/weights");
  driver.move(column.left + 20, column.top + 16);
  driver.pass(0.8);
  int of_note = 0;
  for (const Placed& each : driver.placed()) {
    if (each.layer == 0) continue;
    ++of_note;
    EXPECT_FALSE(each.area.overlaps(column)) << each.name;
  }
  EXPECT_GT(of_note, 1);
}

TEST(PlaceChanges, LettersAreCalledLetters) {
  Session session = opening_session("characters");
  for (const Altitude altitude : {Altitude::model, Altitude::layer, Altitude::head}) {
    session.altitude = altitude;
    Driver driver(session, 1280, 800);
    for (const Placed& each : driver.placed()) {
      const bool in_margin = each.kind == Placed::Kind::text && each.area.right < 260 && each.area.top > 60;
      EXPECT_FALSE(in_margin && each.name.find("word") != std::string::npos) << each.name;
    }
  }
}

// What is in front of the first word is called so wherever it is spoken of.
TEST(PlaceChanges, TheStartIsCalledTheStart) {
  const std::string path = "decoder.1.self_attention.head.0.";
  Session session = opening_session("causal");
  session.runs = {{"the cat sat on the mat because it was"}, {"the dog sat on the bed because it was"}};
  session.layer = 1;
  session.token = 3;
  session.part = "scores";
  session.trail = {{path + "scores", 3, 0}};
  session.number = 4;
  for (const Altitude altitude : {Altitude::layer, Altitude::step, Altitude::cell, Altitude::product}) {
    session.altitude = altitude;
    Driver driver(session, 1280, 800);
    EXPECT_FALSE(driver.shows("<s>")) << static_cast<int>(altitude);
  }
  session.altitude = Altitude::head;
  Driver head(session, 1280, 800);
  for (const Placed& each : head.placed())
    EXPECT_FALSE(each.area.right < 260 && each.name.find("<s>") != std::string::npos) << each.name;
}

TEST(PlaceChanges, ARowThatDoesNotAddUpIsNamed) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "rows.csv").string();
  std::ofstream(file) << "0.5,0.5,0\n0.2,0.2,0.54\n0,0,1\n";
  Session session = opening_session(file);
  session.altitude = Altitude::head;
  Driver uneven(session, 1280, 800);
  EXPECT_TRUE(uneven.shows("adds up to 0.94, not to 1."));
  expect_tidy(uneven, "a row that does not add up");
  session = opening_session(HEADLIGHT_SOURCE_DIR "/tests/golden/given/four.npy");
  session.altitude = Altitude::head;
  Driver even(session, 1280, 800);
  EXPECT_FALSE(even.shows("not to 1."));
}

// On a slow computer pictures are drawn of a run that knows nothing of the last edit yet.
TEST(PlaceChanges, AnEditOfAPlaceThatIsNotOnStageIsNotDrawn) {
  SessionEdit nowhere = number_set("weights", 0, 0, 1);
  nowhere.path = "encoder.0.self_attention.head.0.no.such.part";
  for (const SessionEdit& edit :
       {nowhere, number_set("weights", 99, 0, 1), number_set("weights", 0, 99, 1)}) {
    for (const Altitude altitude : {Altitude::head, Altitude::step, Altitude::cell}) {
      Driver driver(session_to_change(altitude));
      driver.settle();
      driver.begin(OpenSession{with_edit(altitude, edit)});
      EXPECT_NO_THROW(driver.frame());
    }
  }
}

}  // namespace
}  // namespace headlight
