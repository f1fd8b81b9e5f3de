// What a person does on the screen, and what becomes of it.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "app/panels/common/panels.h"
#include "app/panels/words/word_menu.h"
#include "app/window/screen.h"
#include "tests/app/tidy.h"
#include "tests/reference_head.h"
#include "tests/tiny_recurrent.h"

namespace headlight {
namespace {

TEST(Screen, ComputingShowsTheFrameAtOnce) {
  Driver driver(tiny_session(), 1440, 900, 1, false);
  driver.frame();
  EXPECT_TRUE(driver.has("view/Lines"));
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

TEST(Screen, FullSessionShowsBothSentencesAndThreeMaps) {
  Driver driver(tiny_session());
  for (const char* id :
       {"chip/0/0", "chip/1/10", "map/0", "map/1", "map/2", "head/0/0", "head/1/1", "part/weights"}) {
    EXPECT_TRUE(driver.has(id)) << id;
  }
  EXPECT_TRUE(driver.shows("The model writes"));
  EXPECT_GT(driver.cells_painted(), 0);
}

TEST(Screen, NothingMovesWhenNothingHappens) {
  Driver driver(tiny_session());
  driver.take_actions();
  driver.frame();
  EXPECT_TRUE(driver.take_actions().empty());
}

TEST(Chips, OfferWordsOfTheSameKind) {
  Driver driver(tiny_session());
  driver.click("chip/0/10");
  EXPECT_EQ(driver.session().token, 10);
  ASSERT_EQ(driver.state().overlay, Overlay::words);
  ASSERT_TRUE(driver.has("word/wide"));
  driver.click("word/wide");
  EXPECT_EQ(driver.session().text(0), wide_sentence);
  EXPECT_EQ(driver.state().overlay, Overlay::none);
  EXPECT_NE(driver.results()->trace(0), nullptr);
}

TEST(Chips, AWordOfBothSentencesIsChangedInBothAndTheFocusStays) {
  const std::string compare = "The street didn't cross the street because it was too tired";
  for (const bool both : {true, false}) {
    Session session = tiny_session();
    session.text(1) = compare;
    Driver driver(session);
    driver.click("chip/1/10");
    ASSERT_TRUE(driver.has("word menu/both"));
    if (!both) driver.click("word menu/both");
    driver.click("word/wide");
    EXPECT_TRUE(driver.session().text(1).ends_with("wide"));
    EXPECT_EQ(driver.session().text(0).ends_with("wide"), both);
    EXPECT_EQ(driver.session().token, 7);
    EXPECT_EQ(driver.session().side, 0);
    driver.press(Key::undo);
    driver.press(Key::undo);
    EXPECT_EQ(driver.session().text(0), tired_sentence);
    EXPECT_EQ(driver.session().text(1), compare);
  }
}

TEST(Chips, AWordInWhichTheSentencesDifferIsChangedAlone) {
  Driver driver(tiny_session());
  driver.click("chip/0/10");
  EXPECT_FALSE(driver.has("word menu/both"));
}

// An open menu takes no click from what lies beside it; what opened it closes it.
TEST(Chips, AMenuGivesWayToWhatElseIsPressed) {
  Driver driver(tiny_session());
  driver.click("type/0");
  ASSERT_EQ(driver.state().overlay, Overlay::words);
  driver.click("view/Heads");
  EXPECT_EQ(driver.state().overlay, Overlay::none);
  EXPECT_EQ(driver.session().view, ViewKind::heads);
  driver.click("view/Lines");
  driver.click("chip/0/10");
  driver.click("chip/0/10");
  EXPECT_EQ(driver.state().overlay, Overlay::none);
}

TEST(Chips, HoveringFollowsAWordWithoutSelectingIt) {
  Driver driver(tiny_session());
  driver.hover("chip/0/1");
  EXPECT_EQ(driver.state<Hover>().followed_token, 1);
  EXPECT_EQ(driver.session().token, 7);
}

TEST(Sentence, TypedAndEntered) {
  Driver driver(tiny_session());
  driver.click("type/0");
  ASSERT_EQ(driver.state().overlay, Overlay::words);
  driver.type("the street was tired");
  driver.enter();
  EXPECT_EQ(driver.session().text(0), "the street was tired");
  EXPECT_TRUE(driver.has("chip/0/3"));
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
  driver.click("chip/0/1");
  driver.click("chip/0/1");
  EXPECT_FALSE(driver.has("word menu/pair/1")) << "what replaces a word is offered there";
  driver.press(Key::escape);
  driver.click("type/0");
  ASSERT_TRUE(driver.has("word menu/pair/1"));
  EXPECT_TRUE(driver.shows("tired"));
  EXPECT_TRUE(driver.shows("wide"));
  expect_tidy(driver, "pairs");
  driver.click("word menu/pair/1");
  EXPECT_EQ(driver.state().overlay, Overlay::none);
  EXPECT_EQ(driver.session().text(0), "the animal was tired.");
  EXPECT_EQ(driver.session().text(1), "the animal was wide.");
  EXPECT_TRUE(driver.has("chip/1/3"));
}

// The sentence stays where it was typed, with the keyboard, until each unknown word is another one.
TEST(Sentence, UnknownWordsAreNamedAllAtOnceAndReplacedByAClick) {
  Driver driver(tiny_session());
  driver.click("type/0");
  driver.type("the anmal was tird");
  driver.enter();
  EXPECT_EQ(driver.state().overlay, Overlay::words);
  EXPECT_EQ(driver.state().typing, "word menu/sentence");
  EXPECT_EQ(driver.session().text(0), tired_sentence);
  EXPECT_TRUE(driver.shows("anmal"));
  EXPECT_TRUE(driver.shows("tird"));
  EXPECT_TRUE(driver.has("chip/0/10")) << "the last sentence stays on stage";
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
  driver.click("type/0");
  driver.type("the animal didnt cross");
  EXPECT_TRUE(driver.shows("Read “didnt” as didn't"));
  driver.enter();
  EXPECT_EQ(driver.session().text(0), "the animal didnt cross");
  EXPECT_TRUE(driver.has("chip/0/3"));
  driver.hover("chip/0/2");
  EXPECT_TRUE(driver.shows("typed as “didnt”"));
  driver.hover("chip/0/1");
  EXPECT_FALSE(driver.shows("typed as"));
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
  driver.click("chip/0/4");
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
  const Area before = driver.area("chip/0/4");
  driver.apply(SetSentence{0, "the anmal was tird"});
  EXPECT_TRUE(driver.shows("does not know some words"));
  EXPECT_EQ(driver.area("chip/0/4").top, before.top) << "the note lies over the stage";
  driver.click("instead/1/animal");
  driver.click("instead/3/tired");
  EXPECT_EQ(driver.session().text(0), "the animal was tired");
  EXPECT_FALSE(driver.shows("does not know"));
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

TEST_F(Slips, AreReadInPiecesAndCanBeReplaced) {
  session_.text(0) = "The animl was tired";
  Driver driver(session_, 1440, 900);
  driver.hover("chip/0/3");
  EXPECT_TRUE(driver.shows("reads it in pieces"));
  driver.click("chip/0/3");
  driver.click("word menu/slip/1/animal");
  EXPECT_EQ(driver.session().text(0), "The animal was tired");
  driver.hover("chip/0/1");
  EXPECT_FALSE(driver.shows("in pieces"));
}

TEST_F(Slips, MayBeNamesAndNeedNoOffer) {
  session_.text(0) = "The Animl was tired";
  Driver driver(session_, 1440, 900);
  driver.hover("chip/0/3");
  EXPECT_FALSE(driver.shows("in pieces"));
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
  driver.click("type/0");
  EXPECT_FALSE(driver.shows("A new sentence")) << "there is no list to head";
  driver.type(" ");
  driver.enter();
  EXPECT_TRUE(driver.shows("The sentence is empty"));
  EXPECT_EQ(driver.session().text(0), tired_sentence);
}

TEST(Sentence, OneInFrenchIsTakenForFrench) {
  Driver driver(Session{});
  driver.click("type/0");
  driver.type("le chien mange le pain");
  driver.enter();
  EXPECT_TRUE(driver.shows("looks like French"));
}

// What was pressed is known, and what came of it would lie under its tooltip.
TEST(Tooltip, IsGoneOncePressedUntilTheMouseMoves) {
  Driver driver(Session{});
  driver.hover("model");
  EXPECT_TRUE(driver.shows("Open another model"));
  driver.click("model");
  driver.press(Key::escape);
  EXPECT_FALSE(driver.shows("Open another model"));
  const Area name = driver.area("model");
  driver.move(name.middle_x() - 20, name.middle_y());
  driver.frame();
  EXPECT_TRUE(driver.shows("Open another model"));
}

TEST(Tooltip, IsNeverWiderThanTheScreen) {
  Driver driver(Session{}, 1024, 768);
  const auto& placed = driver.placed();
  const auto tag =
      std::find_if(placed.begin(), placed.end(), [](const Placed& each) { return each.name == "trained"; });
  ASSERT_NE(tag, placed.end());
  driver.move(tag->area.middle_x(), tag->area.middle_y());
  int lines = 0;
  for (const Placed& each : driver.placed()) {
    if (each.layer == 0) continue;
    EXPECT_LE(each.area.right, 1024) << each.name;
    ++lines;
  }
  EXPECT_GT(lines, 3) << "the recipe of the model takes more than one line";
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

TEST(Labs, HaveNoSliderOfSteps) {
  Session session = tiny_session();
  session.view = ViewKind::lab;
  Driver driver(session);
  EXPECT_FALSE(driver.has("track"));
  EXPECT_FALSE(driver.has("play"));
}

TEST(NarrowWindow, KeepsFindAndWhatIfAndShowsTheEdits) {
  Session session = tiny_session();
  session.rail = true;
  Driver driver(session, 1024, 700);
  EXPECT_TRUE(driver.has("find"));
  EXPECT_TRUE(driver.has("edits"));
  EXPECT_FALSE(driver.has("edit side/Both"));
  driver.press(Key::what_if);
  EXPECT_TRUE(driver.session().edits_open);
  EXPECT_TRUE(driver.has("edit side/Both")) << "the column of edits";
  EXPECT_FALSE(driver.has("rail/contents"));
}

TEST(Sentence, EscapeLeavesItAsItWas) {
  Driver driver(tiny_session());
  driver.click("type/1");
  driver.type("the street");
  driver.press(Key::escape);
  EXPECT_EQ(driver.session().text(1), wide_sentence);
  EXPECT_EQ(driver.state().overlay, Overlay::none);
}

TEST(Sentence, TheSecondGoesAndComesBack) {
  Driver driver(tiny_session());
  driver.click("one");
  EXPECT_EQ(driver.session().text(1), "");
  EXPECT_FALSE(driver.has("map/1"));
  driver.click("compare");
  EXPECT_FALSE(driver.session().text(1).empty());
}

TEST(Steps, ArrowsGoThroughAllOfThem) {
  Driver driver(tiny_session());
  driver.press(Key::home);
  EXPECT_EQ(driver.session().view, ViewKind::steps);
  const std::string first = driver.session().step;
  const std::size_t count = driver.results()->trace(0)->steps().size();
  for (std::size_t i = 1; i < count; ++i) {
    driver.press(Key::right);
    EXPECT_TRUE(driver.has("result") || driver.has("left")) << driver.session().step;
  }
  const std::string last = driver.session().step;
  EXPECT_EQ(last, "probabilities");
  driver.press(Key::left);
  EXPECT_EQ(driver.session().step, "logits");
  driver.press(Key::end);
  EXPECT_EQ(driver.session().step, last);
  driver.press(Key::home);
  EXPECT_EQ(driver.session().step, first);
}

TEST(Steps, AThumbnailIsAWayToItsStep) {
  Session session = tiny_session();
  session.view = ViewKind::steps;
  Driver driver(session);
  driver.click("step/" + reference_head + "scaled");
  EXPECT_EQ(driver.session().step, reference_head + "scaled");
}

TEST(Heads, UpAndDown) {
  Driver driver(tiny_session());
  driver.press(Key::down);
  EXPECT_EQ(driver.session().head, 1);
  driver.press(Key::up);
  driver.press(Key::up);
  EXPECT_EQ(driver.session().layer, 0);
  EXPECT_EQ(driver.session().head, 1);
}

TEST(Cells, ACellOpensAndGoesDeeperAndBack) {
  Driver driver(tiny_session());
  driver.click("map/0");
  ASSERT_EQ(driver.session().trail.size(), 1U);
  EXPECT_EQ(driver.session().trail[0].path, reference_head + "weights");
  EXPECT_TRUE(driver.shows("Made from"));
  driver.click("source/" + reference_head + "scaled");
  ASSERT_EQ(driver.session().trail.size(), 2U);
  driver.click("source/" + reference_head + "scores");
  ASSERT_EQ(driver.session().trail.size(), 3U);
  EXPECT_TRUE(driver.has("source/" + reference_head + "query"));
  driver.click("trail/0");
  EXPECT_EQ(driver.session().trail.size(), 1U);
  driver.press(Key::escape);
  EXPECT_TRUE(driver.session().trail.empty());
}

TEST(Cells, TheInspectorFollowsTheMouseInTheSteps) {
  Session session = tiny_session();
  session.view = ViewKind::steps;
  session.step = reference_head + "scores";
  Driver driver(session);
  driver.hover("result");
  ASSERT_TRUE(driver.state<Hover>().followed_cell.has_value());
  EXPECT_EQ(driver.state<Hover>().followed_cell->path, reference_head + "scores");
  driver.move(2, 2);
  EXPECT_FALSE(driver.state<Hover>().followed_cell.has_value());
}

TEST(WhatIf, AnEditIsKeptCountedAndUndone) {
  Driver driver(tiny_session());
  driver.click("map/0");
  driver.click("what if");
  driver.type("0,25");
  driver.enter();
  ASSERT_EQ(driver.session().edits.size(), 1U);
  // Of a weight the others make room: the row is set.
  const std::vector<float>& row = driver.session().edits[0].values;
  EXPECT_NE(std::find(row.begin(), row.end(), 0.25F), row.end());
  EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0F), 1, 1e-5F);
  EXPECT_TRUE(driver.shows("1 edit"));
  EXPECT_TRUE(driver.shows("this cell"));
  driver.press(Key::undo);
  EXPECT_TRUE(driver.session().edits.empty());
  driver.press(Key::redo);
  EXPECT_EQ(driver.session().edits.size(), 1U);
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

TEST(WhatIf, OnlyNumbersAreKept) {
  Driver driver(tiny_session());
  driver.click("map/0");
  driver.click("what if");
  driver.type("much");
  driver.enter();
  EXPECT_TRUE(driver.session().edits.empty());
  EXPECT_TRUE(driver.shows("type a number"));
}

TEST(Keyboard, TabReachesAndEnterPresses) {
  Driver driver(tiny_session());
  for (int i = 0; i < 200 && driver.state().focus != "view/Steps"; ++i) driver.press(Key::tab);
  ASSERT_EQ(driver.state().focus, "view/Steps");
  EXPECT_TRUE(driver.state().focus_visible);
  driver.press(Key::enter);
  EXPECT_EQ(driver.session().view, ViewKind::steps);
}

TEST(Keyboard, EscapeLeavesTheFieldBeforeTheCell) {
  Driver driver(tiny_session());
  driver.click("map/0");
  driver.click("what if");
  driver.press(Key::escape);
  EXPECT_EQ(driver.session().trail.size(), 1U);
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
