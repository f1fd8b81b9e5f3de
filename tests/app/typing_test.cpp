// Letters that are typed where no field is open.
#include <gtest/gtest.h>

#include "app/panels/words/word_menu.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

class Typing : public ::testing::Test {
 protected:
  Typing() : driver_(tiny_session()) {
    driver_.settle();
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
  for (const std::string text : {"the pterodactyl was wide", "people", "gloss", "s was lost", "I see"}) {
    SCOPED_TRACE(text);
    write(text, 0.12);
    EXPECT_EQ(driver_.state().overlay, Overlay::words);
    EXPECT_EQ(driver_.state<WordMenu>().typed, text);
    driver_.press(Key::escape);
    driver_.press(Key::escape);
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
