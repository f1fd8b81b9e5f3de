// What a person does on the screen, and what becomes of it.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "app/panels/common/panels.h"
#include "app/panels/words/word_menu.h"
#include "app/window/screen.h"
#include "tests/app/tidy.h"
#include "tests/reference_head.h"

namespace headlight {
namespace {

TEST(Screen, ComputingShowsTheFrameAtOnce) {
  Driver driver(tiny_session(), 1440, 900, 1, false);
  driver.frame();
  EXPECT_TRUE(driver.has("more"));
}

TEST(Screen, AnExceptionEndsTheFrameItLeaves) {
  Driver driver(tiny_session());
  const auto break_off = [] {
    ImGui::NewFrame();
    const FrameEnd end;
    ImGui::Begin("a window");
    throw std::runtime_error("in the middle of it");
  };
  EXPECT_THROW(break_off(), std::runtime_error);
  EXPECT_FALSE(ImGui::GetIO().Fonts->Locked);
  driver.frame();
}

TEST(Screen, EmptyOffersASentenceAndAnOpening) {
  Session session = tiny_session();
  session.text(0) = session.text(1) = "";
  Driver driver(session);
  EXPECT_TRUE(driver.has("open"));
  EXPECT_TRUE(driver.has("sentence"));
  driver.click("open");
  EXPECT_TRUE(any_of_kind<OpenSession>(driver.take_actions()));
}

TEST(Screen, SaysWhatIsWrongWithTheModel) {
  Session session = tiny_session();
  session.model = "/no/such/model";
  Driver driver(session);
  EXPECT_TRUE(driver.shows("model")) << "the banner names the model";
  EXPECT_TRUE(driver.has("open"));
}

TEST(Screen, NothingMovesWhenNothingHappens) {
  Driver driver(tiny_session());
  driver.take_actions();
  driver.frame();
  EXPECT_TRUE(driver.take_actions().empty());
}

// An open menu takes no click from what lies beside it; what opened it closes it.
TEST(Sentence, AMenuGivesWayToWhatElseIsPressed) {
  Driver driver(tiny_session());
  driver.click("place/words");
  ASSERT_EQ(driver.state().overlay, Overlay::words);
  driver.click("place/out");
  EXPECT_EQ(driver.state().overlay, Overlay::none);
  EXPECT_EQ(driver.session().altitude, Altitude::layer);
}

TEST(Sentence, TypedAndEntered) {
  Driver driver(tiny_session());
  driver.click("place/words");
  ASSERT_EQ(driver.state().overlay, Overlay::words);
  driver.type("the street was tired");
  driver.enter();
  EXPECT_EQ(driver.session().text(0), "the street was tired");
}

TEST(Sentence, ItsFieldOffersPairsThatTheModelTranslates) {
  const TemporaryFolder folder;
  Card card;
  card.name = "tiny";
  card.pairs = {{"the animal was tired.", "the animal was wide."}};
  tiny_translator().save(folder.path());
  save_card(card, folder.path());
  Session session = tiny_session();
  session.model = folder.path().string();
  Driver driver(session);
  driver.click("place/words");
  ASSERT_TRUE(driver.has("word menu/pair/1"));
  EXPECT_TRUE(driver.shows("tired"));
  EXPECT_TRUE(driver.shows("wide"));
  expect_tidy(driver, "pairs");
  driver.click("word menu/pair/1");
  EXPECT_EQ(driver.state().overlay, Overlay::none);
  EXPECT_EQ(driver.session().text(0), "the animal was tired.");
  EXPECT_EQ(driver.session().text(1), "the animal was wide.");
}

// The sentence stays where it was typed, with the keyboard, until each unknown word is another one.
TEST(Sentence, UnknownWordsAreNamedAllAtOnceAndReplacedByAClick) {
  Driver driver(tiny_session());
  driver.click("place/words");
  driver.type("the anmal was tird");
  driver.enter();
  EXPECT_EQ(driver.state().overlay, Overlay::words);
  EXPECT_EQ(driver.state().typing, "word menu/sentence");
  EXPECT_EQ(driver.session().text(0), tired_sentence);
  EXPECT_TRUE(driver.shows("anmal"));
  EXPECT_TRUE(driver.shows("tird"));
  driver.click("word menu/instead/1/animal");
  EXPECT_EQ(driver.state<WordMenu>().typed, "the animal was tird");
  EXPECT_EQ(driver.state().typing, "word menu/sentence") << "what is typed next is no command";
  driver.click("word menu/instead/3/tired");
  EXPECT_EQ(driver.session().text(0), "the animal was tired");
  EXPECT_EQ(driver.state().overlay, Overlay::none);
  EXPECT_TRUE(driver.results()->side(0).error.empty());
}

TEST(Sentence, WhatWasReadOtherwiseIsSaid) {
  Driver driver(tiny_session());
  driver.click("place/words");
  driver.type("the animal didnt cross");
  EXPECT_TRUE(driver.shows("Read “didnt” as didn't"));
  driver.enter();
  EXPECT_EQ(driver.session().text(0), "the animal didnt cross");
}

TEST(Sentence, AnOfferSaysWhyItIsMade) {
  Driver driver(tiny_session());
  driver.apply(SetSentence{0, "the dog xqzjk didnt cross the anmal"});
  EXPECT_TRUE(driver.shows("Read “didnt” as didn't"));
  EXPECT_TRUE(driver.shows("no similar word"));
  driver.hover("instead/1/animal");
  EXPECT_TRUE(driver.shows("“dog” is a kind of “animal”") || driver.shows("similar in meaning"));
  driver.hover("instead/6/animal");
  EXPECT_TRUE(driver.shows("similar in spelling"));
}

// Such as that nothing can be saved.
TEST(Message, WhatMattersStaysUntilItIsRead) {
  Driver driver(tiny_session());
  driver.state<Message>() = {"Nothing can be saved here.", false, "", {}};
  driver.state<Message>().stays = true;
  driver.settle();
  driver.press(Key::theme);
  driver.press(Key::undo);
  driver.pass(60);
  EXPECT_TRUE(driver.shows("Nothing can be saved here."));
  driver.click("message/close");
  EXPECT_FALSE(driver.shows("Nothing can be saved here."));
}

// As a session of one's own may say it.
TEST(Sentence, UnknownWordsOnStageAreReplacedByAClickAndNothingMoves) {
  Session session = tiny_session();
  session.text(1).clear();
  Driver driver(session);
  const Area before = driver.area("place/words");
  driver.apply(SetSentence{0, "the anmal was tird"});
  EXPECT_TRUE(driver.shows("does not know some words"));
  EXPECT_EQ(driver.area("place/words").top, before.top) << "the note lies over the stage";
  driver.click("instead/1/animal");
  driver.click("instead/3/tired");
  EXPECT_EQ(driver.session().text(0), "the animal was tired");
  EXPECT_FALSE(driver.shows("does not know"));
}

TEST(WholeWords, AHeadSaysWhatAWordTakesWhosePiecesAreRead) {
  Session session;
  session.model = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/bert";
  session.text(0) = "The animal was tired";
  session.text(1).clear();
  session.altitude = Altitude::head;
  Driver driver(session, 1280, 800);
  EXPECT_TRUE(driver.shows("By whole words,"));
  Session other = tiny_session();
  other.altitude = Altitude::head;
  Driver whole(other, 1280, 800);
  EXPECT_FALSE(whole.shows("By whole words,")) << "they are whole already";
}

// Of a model that reads any word, in pieces if it has to.
class Slips : public testing::Test {
 protected:
  Slips() {
    const Model tiny = tiny_translator();
    std::vector<std::string> words = tiny.source().words();
    for (char letter = 'a'; letter <= 'z'; ++letter) {
      words.push_back(std::string(1, letter) + "##");
      words.push_back("##" + std::string(1, letter));
    }
    TransformerConfig config = tiny.config();
    config.source_words = static_cast<int>(words.size());
    const Vocabulary spelling(std::move(words));
    Model(config, Weights::random(config, 7), {spelling, tiny.target()}).save(folder_.path());
    session_ = tiny_session();
    session_.model = folder_.path().string();
    session_.text(1).clear();
  }
  TemporaryFolder folder_;
  Session session_;
};

// What no word stands for is said where it was typed, with what to do about it.
TEST_F(Slips, ASignThatCannotBeReadIsNamed) {
  Driver driver(session_);
  driver.apply(SetSentence{0, "the dog a/b didn't cross"});
  EXPECT_TRUE(driver.shows("it cannot read /: write it in words, or leave it out"));
  EXPECT_FALSE(driver.shows("no similar word"));
}

TEST_F(Slips, OfTwoWordsOfFrenchAreTakenForFrench) {
  session_.text(0) = "la rue la rue";
  Driver driver(session_, 1440, 900);
  EXPECT_TRUE(driver.shows("looks like French"));
  driver.click("french/close");
  EXPECT_FALSE(driver.shows("looks like French"));
}

TEST(Sentence, AnEmptyOneIsNotIgnoredInSilence) {
  Driver driver(tiny_session());
  driver.click("place/words");
  EXPECT_FALSE(driver.shows("A new sentence")) << "there is no list to head";
  driver.type(" ");
  driver.enter();
  EXPECT_TRUE(driver.shows("The sentence is empty"));
  EXPECT_EQ(driver.session().text(0), tired_sentence);
}

TEST(Sentence, OneInFrenchIsTakenForFrench) {
  Driver driver(Session{});
  driver.click("place/words");
  driver.type("le chien mange le pain");
  driver.enter();
  EXPECT_TRUE(driver.shows("looks like French"));
}

// A note takes the mouse where it lies; what it lies over gets nothing of it.
TEST(Note, TakesTheClicksThatFallOnIt) {
  Driver driver(tiny_session());
  driver.state<Message>() = {"Said at length, so that it lies over the answer below the maps.", true, "", {}};
  driver.settle();
  driver.take_actions();
  const Area close = driver.area("message/close");
  driver.click_at(close.left - 40, close.middle_y());
  EXPECT_TRUE(driver.take_actions().empty());
  EXPECT_EQ(driver.state().overlay, Overlay::none);
  driver.click("message/close");
  EXPECT_FALSE(driver.has("message/close"));
}

TEST(Sentence, EscapeLeavesItAsItWas) {
  Driver driver(tiny_session());
  driver.click("place/words");
  driver.type("the street");
  driver.press(Key::escape);
  EXPECT_EQ(driver.session().text(0), tired_sentence);
  EXPECT_EQ(driver.state().overlay, Overlay::none);
}

TEST(WhatIf, WhatIsNotANumberIsSaidLoudly) {
  Session session = tiny_session();
  Edit edit;
  edit.path = reference_head + "scores";
  edit.row = 7;
  edit.col = 1;
  edit.values = {std::numeric_limits<float>::quiet_NaN()};
  session.edits = {edit};
  Driver driver(session);
  EXPECT_TRUE(driver.shows("not a number"));
}

TEST(Keyboard, TabReachesAndEnterPresses) {
  Driver driver(tiny_session());
  for (int i = 0; i < 200 && driver.state().focus != "place/out"; ++i) driver.press(Key::tab);
  ASSERT_EQ(driver.state().focus, "place/out");
  EXPECT_TRUE(driver.state().focus_visible);
  driver.press(Key::enter);
  EXPECT_EQ(driver.session().altitude, Altitude::layer);
}

TEST(Keyboard, ThemeScaleAndHelp) {
  Driver driver(tiny_session());
  driver.press(Key::theme);
  EXPECT_EQ(driver.session().theme, Theme::dark);
  driver.press(Key::larger);
  EXPECT_GT(driver.session().scale, 1);
  driver.press(Key::usual_size);
  EXPECT_EQ(driver.session().scale, 1);
  driver.press(Key::help);
  EXPECT_EQ(driver.state().overlay, Overlay::keys);
  EXPECT_TRUE(driver.shows("Ctrl Z"));
  driver.press(Key::escape);
  EXPECT_EQ(driver.state().overlay, Overlay::none);
}

// However far the list is scrolled.
TEST(Keyboard, NoKeyLiesOverWhatItDoes) {
  for (const Size& size : sizes) {
    Driver driver(tiny_session(), size.width, size.height, size.scale);
    driver.press(Key::help);
    bool seen = false;
    for (float at = -1; at != driver.state().scroll["keys"];) {
      at = driver.state().scroll["keys"];
      std::vector<Placed> texts;
      for (const Placed& each : driver.placed())
        if (each.kind == Placed::Kind::text && each.layer > 0) texts.push_back(each);
      for (const Placed& left : texts) {
        seen = seen || left.name.find("Shift click") != std::string::npos;
        for (const Placed& right : texts) {
          if (left.area.left < right.area.left && left.area.top < right.area.bottom - 1 &&
              right.area.top < left.area.bottom - 1) {
            EXPECT_LE(left.area.right, right.area.left + 1) << left.name << " and " << right.name;
          }
        }
      }
      driver.state().scroll["keys"] += 200;
      driver.settle();
    }
    EXPECT_TRUE(seen) << name_of(size, "the longest keys");
  }
}

}  // namespace
}  // namespace headlight
