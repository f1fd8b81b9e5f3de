// What is done faster than frames are drawn: nothing of it is lost, and the last frame shows what came of it.
#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>
#include <string>

#include "app/panels/files/export_dialog.h"
#include "app/panels/words/word_menu.h"
#include "app/widgets/finder.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

// At rest, the mouse where it touches nothing.
void rest(Driver& driver) {
  driver.move(2, 2);
  driver.settle();
  driver.take_actions();
}

TEST(Input, AClickBetweenTwoFramesIsAClick) {
  Driver driver(tiny_session());
  rest(driver);
  driver.tell_click("place/out");
  driver.draw_until_at_rest();
  EXPECT_EQ(driver.session().altitude, Altitude::layer);
}

TEST(Input, TwoClicksBetweenTwoFramesFallWhereTheyWereMade) {
  Driver driver(tiny_session());
  rest(driver);
  driver.tell_click("place/out");
  driver.tell_click("place/lessons");
  driver.input().move(3, 3);
  driver.draw_until_at_rest();
  EXPECT_EQ(driver.session().altitude, Altitude::layer);
  EXPECT_TRUE(driver.session().rail);
}

// Dear ImGui counts the bytes of letters that it cannot keep wrongly, and stops the program when fewer than
// none are left.
TEST(Input, WhatIsNoTextOrNoSmallLetterIsDeleted) {
  for (const std::string text : {"\xff\xfe", "e\xcc\xcc\xcc", "a \U0001f469\u200d\U0001f52c b"}) {
    Driver driver(tiny_session());
    rest(driver);
    driver.state<WordMenu>() = {0, -1, Area::at(200, 200, 480, 0), text, true};
    driver.state().overlay = Overlay::words;
    driver.draw_until_at_rest();
    for (int times = 0; times < 2; ++times) {
      ImGui::GetIO().KeysDown[ImGuiKey_Backspace] = true;
      driver.frame();
      ImGui::GetIO().KeysDown[ImGuiKey_Backspace] = false;
      driver.frame();
    }
    EXPECT_EQ(driver.state<WordMenu>().typed, "") << "all of it was selected";
    driver.type("it");
    driver.frame();
    EXPECT_EQ(driver.state<WordMenu>().typed, "it");
  }
}

TEST(Input, AClickBehindTheKeyThatOpensADialogFallsOnTheDialog) {
  Driver driver(tiny_session());
  rest(driver);
  driver.press(Key::export_figure);
  const Area close = driver.area("export/as/CSV");
  driver.press(Key::escape);
  driver.tell_key("Ctrl E");
  driver.input().move(close.middle_x(), close.middle_y());
  driver.input().button(0, true);
  driver.input().button(0, false);
  driver.draw_until_at_rest();
  EXPECT_EQ(driver.state().overlay, Overlay::export_figure);
  EXPECT_EQ(driver.state<ExportDialog>().what, ExportWhat::numbers);
}

TEST(Input, WhatIsTypedBehindTheKeyThatOpensAFieldStandsInTheField) {
  Driver driver(tiny_session());
  rest(driver);
  const Theme theme = driver.session().theme;
  driver.tell_key("Ctrl K");
  driver.tell_text("tp t");
  driver.tell_key("Backspace");
  driver.tell_text("w");
  driver.draw_until_at_rest();
  EXPECT_EQ(driver.state().overlay, Overlay::palette);
  EXPECT_EQ(driver.state<FinderState>().typed, "tp w");
  EXPECT_EQ(driver.session().theme, theme) << "no letter was a command";
  EXPECT_FALSE(driver.session().presenting);
}

TEST(Input, WhatIsTypedAndEnteredAtOnceIsEnteredWhole) {
  Driver driver(tiny_session());
  rest(driver);
  driver.tell_click("place/words");
  driver.tell_text("the street was tired");
  driver.tell_key("Enter");
  driver.tell_key("T");
  driver.draw_until_at_rest();
  driver.settle();
  EXPECT_EQ(driver.session().text(0), "the street was tired");
  EXPECT_EQ(driver.session().theme, Theme::dark) << "behind Enter a letter is a command again";
}

TEST(Input, AllIsSelectedThoughCtrlIsLetGoFirst) {
  Driver driver(tiny_session());
  rest(driver);
  driver.tell_key("Ctrl K");
  driver.tell_text("heads");
  driver.draw_until_at_rest();
  driver.input().key({.code = -1, .control = true});
  driver.input().key({.code = ImGuiKey_A, .chord = "Ctrl A", .control = true});
  driver.input().key({.code = -1, .down = false});
  driver.input().key({.code = ImGuiKey_A, .down = false, .chord = "A"});
  driver.tell_text("map");
  driver.draw_until_at_rest();
  EXPECT_EQ(driver.state<FinderState>().typed, "map");
}

TEST(Input, FinishedResultsAreDrawnThoughNothingElseHappens) {
  Driver driver(tiny_session());
  rest(driver);
  driver.begin(SetSentence{0, "the street was tired"});
  driver.results_when_ready();
  driver.frame();  // the one that the worker woke the loop for
  driver.draw_until_at_rest();
  EXPECT_TRUE(driver.shows("street"));
}

TEST(Input, AtRestNothingIsDrawn) {
  Driver driver(tiny_session());
  rest(driver);
  driver.input().move(400, 300);
  const int frames = driver.draw_until_at_rest();
  EXPECT_GE(frames, 2) << "what is under the mouse shows one frame later";
  EXPECT_LE(frames, 20) << "what fades comes to rest";
  EXPECT_TRUE(std::isinf(driver.rest()));
  EXPECT_FALSE(driver.wants_another_frame());
}

// Letters that are typed where no field is open.

class Typing : public ::testing::Test {
 protected:
  Typing() : driver_(tiny_session()) {
    driver_.move(2, 2);
    driver_.settle();
  }
  // As a person does: a letter every so many seconds.
  void write(const std::string& letters, double every) {
    for (const char letter : letters) {
      driver_.tell_text(std::string(1, letter));
      driver_.draw_until_at_rest();
      driver_.pass(every);
    }
    driver_.settle();
  }
  Driver driver_;
};

TEST_F(Typing, WordsAreTheSentenceNotCommands) {
  const Session before = driver_.session();
  for (const std::string text : {"the pterodactyl was wide", "gloss", "s was lost", "I see"}) {
    SCOPED_TRACE(text);
    write(text, 0.12);
    EXPECT_EQ(driver_.state().overlay, Overlay::words);
    EXPECT_EQ(driver_.state<WordMenu>().typed, text);
    for (int i = 0; i < 2 && driver_.state().overlay != Overlay::none; ++i) driver_.press(Key::escape);
    EXPECT_EQ(driver_.state().overlay, Overlay::none);
    EXPECT_EQ(driver_.session(), before) << "nothing that the first letter did is left";
    driver_.pass(1.5);
  }
}

TEST_F(Typing, ItIsEnteredAsWhatWasTyped) {
  write("the street was tired", 0.1);
  driver_.tell_key("Enter");
  driver_.draw_until_at_rest();
  driver_.settle();
  EXPECT_EQ(driver_.session().text(0), "the street was tired");
}

TEST_F(Typing, OneLetterIsACommandAndTheSameAgainTwo) {
  const Theme theme = driver_.session().theme;
  write("t", 0.1);
  EXPECT_NE(driver_.session().theme, theme);
  write("t", 0.1);
  EXPECT_EQ(driver_.session().theme, theme);
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
  driver_.pass(1);
  write("tw", 1);
  EXPECT_NE(driver_.session().theme, theme);
  EXPECT_TRUE(driver_.session().edits_open) << "slow enough to be two commands";
}

}  // namespace
}  // namespace headlight
