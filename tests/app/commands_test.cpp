// The table of commands, what its keys do, and the palette that finds them.
#include "app/panels/commands/commands.h"

#include <gtest/gtest.h>

#include <set>

#include "app/widgets/finder.h"
#include "core/text/fuzzy_match.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

TEST(Commands, EachSaysWhatItDoesAndNoChordIsTakenTwice) {
  std::set<std::string> chords;
  for (const Command& command : commands()) {
    EXPECT_FALSE(std::string(command.title).empty());
    std::string rest = command.chords;
    EXPECT_EQ(rest.empty(), command.key == Key::none) << command.title;
    while (!rest.empty()) {
      const std::size_t comma = rest.find(", ");
      EXPECT_TRUE(chords.insert(rest.substr(0, comma)).second) << rest;
      rest = comma == std::string::npos ? "" : rest.substr(comma + 2);
    }
  }
}

TEST(Commands, ChordsPressTheirKey) {
  EXPECT_EQ(key_of_chord("Ctrl Shift Z", false)->key, Key::redo);
  EXPECT_EQ(key_of_chord("Ctrl Y", false)->key, Key::redo);
  EXPECT_TRUE(key_of_chord("Shift Tab", false)->shift);
  EXPECT_FALSE(key_of_chord("Q", false));
}

TEST(Commands, ATextFieldKeepsItsOwnKeys) {
  for (const char* chord : {"T", "?", "B", "Left", "Home", "Space", "Ctrl Z"}) {
    EXPECT_TRUE(key_of_chord(chord, false)) << chord;
    EXPECT_FALSE(key_of_chord(chord, true)) << chord;
  }
  for (const char* chord : {"Esc", "Tab", "Enter", "Down", "F1", "Ctrl K", "Ctrl S"})
    EXPECT_TRUE(key_of_chord(chord, true)) << chord;
}

TEST(Fuzzy, FindsWordsByTheirLetters) {
  EXPECT_TRUE(fuzzy_match("", "Undo"));
  EXPECT_TRUE(fuzzy_match("und", "Undo"));
  EXPECT_TRUE(fuzzy_match("head enc", "Encoder 1 head 0"));
  EXPECT_FALSE(fuzzy_match("undox", "Undo"));
  EXPECT_FALSE(fuzzy_match("odnu", "Undo"));
  EXPECT_EQ(fuzzy_match("un", "Undo")->positions, (std::vector<int>{0, 1}));
}

TEST(Fuzzy, NumbersAreWhole) {
  EXPECT_TRUE(fuzzy_match("head 1", "Encoder 0 head 1"));
  EXPECT_FALSE(fuzzy_match("head 1", "Encoder 0 head 10"));
  EXPECT_FALSE(fuzzy_match("2", "layer 12"));
  EXPECT_TRUE(fuzzy_match("12", "layer 12"));
}

TEST(Fuzzy, WordStartsAndNeighboursCountMore) {
  EXPECT_GT(fuzzy_match("sc", "scores")->score, fuzzy_match("sc", "steps of cases")->score);
  EXPECT_GT(fuzzy_match("save", "Save the session")->score,
            fuzzy_match("save", "show a vertical edge")->score);
}

class Palette : public ::testing::Test {
 protected:
  Palette() : driver_(tiny_session()) { driver_.press(Key::find); }
  void enter(const std::string& text) {
    driver_.type(text);
    driver_.press(Key::enter);
  }
  Driver driver_;
};

TEST_F(Palette, ShowsActionsWithTheirKeysAtOnce) {
  EXPECT_EQ(driver_.state().overlay, Overlay::palette);
  EXPECT_TRUE(driver_.shows("A head: who looks at whom"));
  EXPECT_TRUE(driver_.shows("Ctrl Z"));
}

TEST_F(Palette, RunsAnAction) {
  enter("dark");
  EXPECT_EQ(driver_.session().theme, Theme::dark);
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
}

TEST_F(Palette, FindsAView) {
  enter("steps view");
  EXPECT_EQ(driver_.session().altitude, Altitude::step);
}

TEST_F(Palette, FindsAHead) {
  enter("encoder 1 head 2");
  EXPECT_EQ(driver_.session().attention, Attention::encoder);
  EXPECT_EQ(driver_.session().layer, 0);
  EXPECT_EQ(driver_.session().head, 1);
  EXPECT_EQ(driver_.session().altitude, Altitude::head);
}

TEST_F(Palette, FindsAStepByItsPath) {
  enter("decoder.0.residual_2");
  EXPECT_EQ(driver_.session().step, "decoder.0.residual_2");
  EXPECT_EQ(driver_.session().altitude, Altitude::step);
}

TEST_F(Palette, OpensOtherSheets) {
  enter("export");
  EXPECT_EQ(driver_.state().overlay, Overlay::export_figure);
}

TEST_F(Palette, ArrowsChooseAndAClickTakes) {
  driver_.press(Key::down);
  EXPECT_EQ(driver_.state<FinderState>().chosen, 1);
  driver_.press(Key::up);
  driver_.press(Key::up);
  EXPECT_EQ(driver_.state<FinderState>().chosen, 0);
  driver_.click("palette/row/2");
  EXPECT_EQ(driver_.session().view, ViewKind::heads);
}

TEST_F(Palette, SaysWhenNothingIsFoundAndStays) {
  enter("qqqq");
  EXPECT_TRUE(driver_.shows("Nothing has that name"));
  EXPECT_EQ(driver_.state().overlay, Overlay::palette);
  driver_.press(Key::escape);
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
}

TEST_F(Palette, OffersOnlyWhatThereIs) {
  driver_.type("edits");
  EXPECT_FALSE(driver_.shows("Remove all"));
}

// Whatever can be chosen leaves a session that can be drawn.
TEST_F(Palette, EveryRowCanBeTaken) {
  int row = 0;
  for (; row < 200; ++row) {
    ASSERT_EQ(driver_.state().overlay, Overlay::palette) << row;
    driver_.state<FinderState>().chosen = row;
    driver_.frame();
    if (driver_.state<FinderState>().chosen != row) break;  // there are no more
    driver_.press(Key::enter);
    for (int i = 0; i < 3; ++i) driver_.press(Key::escape);
    driver_.press(Key::find);
  }
  EXPECT_GT(row, 20);
  EXPECT_LT(row, 200);
}

TEST(Motion, IsReducedByKeyAndKept) {
  Driver driver(tiny_session());
  driver.press(Key::motion);
  EXPECT_TRUE(driver.session().reduced_motion);
  EXPECT_TRUE(session_from_json(to_json(driver.session())).reduced_motion);
}

TEST(Help, BeginsWithThePanelUnderTheMouse) {
  Driver driver(tiny_session());
  driver.apply(OpenLab{lab_named("masks")});
  driver.press(Key::help);
  EXPECT_EQ(driver.state<KeysSheet>().explained, lab_named("masks")->question);
}

TEST(Help, ScrollsByKey) {
  Driver driver(tiny_session(), 1024, 768);
  driver.press(Key::help);
  driver.press(Key::page_down);
  EXPECT_GT(driver.state().scroll["keys"], 0);
  driver.press(Key::page_up);
  EXPECT_EQ(driver.state().scroll["keys"], 0);
}

}  // namespace
}  // namespace headlight
