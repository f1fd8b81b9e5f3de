// Before a class: what is on the screen, what the clicker does.
#include <gtest/gtest.h>

#include "app/panels/presenter/presenter.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

class Presenter : public ::testing::Test {
 protected:
  Presenter() : driver_(tiny_session(), 1024, 768) { driver_.press(Key::present); }
  Driver driver_;
};

// As while a sentence has a word that the model does not know.
TEST(PresenterAlone, AnEditWithoutATraceIsCounted) {
  Session session = tiny_session();
  session.presenting = true;
  session.text(0) = "xyzzy";
  session.text(1).clear();
  session.edits.emplace_back();
  session.edits.back().path = "encoder.0.self_attention.head.0.weights";
  session.edits.back().values = {0};
  Driver driver(session, 1024, 768);
  EXPECT_TRUE(driver.shows("Edited: 1 edit"));
}

TEST_F(Presenter, InALabThePagesAreThoseOfItsQuestion) {
  driver_.apply(OpenLab{lab_named("scaling")});
  const auto turned = [&](Key key, const char* to) {
    for (int i = 0; i < 6 && driver_.session().lab != lab_named(to); ++i) driver_.press(key);
    return driver_.session().view == ViewKind::lab && driver_.session().lab == lab_named(to);
  };
  EXPECT_TRUE(turned(Key::page_up, "temperature"));
  EXPECT_TRUE(turned(Key::page_down, "scaling"));
  EXPECT_TRUE(driver_.session().presenting);
}

TEST_F(Presenter, AnyKeyReturnsFromBlackAndDoesNothingElse) {
  driver_.press(Key::black);
  EXPECT_FALSE(driver_.shows("it"));
  driver_.press(Key::theme);
  EXPECT_TRUE(driver_.shows("it"));
  EXPECT_EQ(driver_.session().theme, Theme::light);
  driver_.press(Key::black);
  driver_.press(Key::other);
  EXPECT_TRUE(driver_.shows("it"));
}

TEST_F(Presenter, EscapeLeavesAndForgetsTheSpotlight) {
  driver_.press(Key::spotlight);
  EXPECT_TRUE(driver_.state<PresenterState>().spotlight);
  driver_.press(Key::escape);
  EXPECT_FALSE(driver_.session().presenting);
  EXPECT_FALSE(driver_.state<PresenterState>().spotlight);
  EXPECT_TRUE(driver_.has("find"));
}

TEST_F(Presenter, ThePointerIsThereWhileTheMouseMoves) {
  EXPECT_FALSE(driver_.state<PresenterState>().pointer);
  driver_.move(300, 300);
  EXPECT_TRUE(driver_.state<PresenterState>().pointer);
  driver_.press(Key::down);
  EXPECT_FALSE(driver_.state<PresenterState>().pointer);
}

TEST_F(Presenter, NothingMovesWhenNothingHappens) {
  driver_.take_actions();
  driver_.frame();
  EXPECT_TRUE(driver_.take_actions().empty());
  EXPECT_FALSE(driver_.state().again);
}

TEST(PresenterKeys, SpotlightAndBlackAreForPresenting) {
  Driver driver(tiny_session());
  driver.press(Key::spotlight);
  driver.press(Key::black);
  EXPECT_FALSE(driver.state<PresenterState>().spotlight);
  EXPECT_TRUE(driver.has("find"));
}

TEST(PresenterKeys, AnEmptySessionCanBePresented) {
  Session session = tiny_session();
  session.text(0) = session.text(1) = "";
  session.presenting = true;
  Driver driver(session, 1024, 768);
  EXPECT_TRUE(driver.has("open"));
}

TEST_F(Presenter, TheClickerDoesNotReplaceWhatWasTyped) {
  driver_.apply(OpenLesson{"it"});
  driver_.apply(SetSentence{0, "The animal was tired"});
  const Session typed = driver_.session();
  driver_.press(Key::page_down);
  EXPECT_EQ(driver_.session(), typed);
  EXPECT_TRUE(driver_.shows("Press again"));
  driver_.press(Key::theme);
  EXPECT_FALSE(driver_.shows("Press again")) << "any other key says no";
  driver_.press(Key::page_down);
  EXPECT_EQ(driver_.session().text(0), typed.text(0));
  driver_.pass(1);
  driver_.press(Key::page_down);
  EXPECT_EQ(driver_.session().lesson_step, typed.lesson_step + 1);
  EXPECT_NE(driver_.session().text(0), typed.text(0));
  EXPECT_FALSE(driver_.shows("Press again"));
  driver_.press(Key::page_down);
  EXPECT_EQ(driver_.session().lesson_step, typed.lesson_step + 2) << "nothing of one's own: no question";
  driver_.press(Key::undo);
  driver_.press(Key::undo);
  EXPECT_EQ(driver_.session().text(0), typed.text(0));
}

TEST_F(Presenter, SaysHowToLeaveForAMoment) {
  EXPECT_TRUE(driver_.shows("Esc leaves the presentation"));
  EXPECT_LT(driver_.rest(), 10) << "and goes by itself";
  driver_.pass(8);
  EXPECT_FALSE(driver_.shows("Esc leaves"));
  EXPECT_GT(driver_.rest(), 1000);
}

TEST_F(Presenter, NoKeyReplacesWhatWasTypedAtOnce) {
  for (const Key key : {Key::page_down, Key::next_lesson_step}) {
    driver_.apply(OpenLesson{"it"});
    driver_.apply(SetSentence{0, "The animal was tired"});
    const Session typed = driver_.session();
    for (int i = 0; i < 20; ++i) driver_.press(key);
    EXPECT_EQ(driver_.session(), typed) << "held, or pressed in haste";
    driver_.pass(1);
    driver_.click_at(500, 20);
    EXPECT_FALSE(driver_.shows("Press again")) << "so does a click";
    EXPECT_EQ(driver_.session().text(0), typed.text(0));
    driver_.press(key);
    driver_.pass(1);
    driver_.press(key);
    EXPECT_EQ(driver_.session().lesson_step, typed.lesson_step + 1);
  }
}

TEST_F(Presenter, BeyondTheLastStepThereIsNothingToAsk) {
  driver_.apply(OpenLesson{"it", 1000});
  driver_.apply(SetSentence{0, "The animal was tired"});
  const Session typed = driver_.session();
  driver_.press(Key::page_down);
  EXPECT_FALSE(driver_.shows("Press again"));
  EXPECT_EQ(driver_.session(), typed);
}

TEST_F(Presenter, WithoutALessonTypedSentencesStay) {
  driver_.apply(SetSentence{0, "The animal was tired"});
  driver_.press(Key::page_down);
  EXPECT_EQ(driver_.session().text(0), "The animal was tired");
}

TEST_F(Presenter, SaysThatThereAreEdits) {
  EXPECT_FALSE(driver_.shows("Edited"));
  driver_.apply(AddEdit{Edit{.path = "encoder.1.self_attention.head.0.output", .values = {0}}, 1});
  EXPECT_TRUE(driver_.shows("Edited: Encoder layer 2, head 1 switched off (only sentence 2)"));
  driver_.apply(AddEdit{Edit{.path = "encoder.0.self_attention.head.0.output", .values = {0}}, {}});
  driver_.apply(SetView{ViewKind::heads});
  EXPECT_TRUE(driver_.shows("Edited: 2 edits"));
  driver_.apply(SwitchEdits{false});
  EXPECT_FALSE(driver_.shows("Edited"));
}

const Edit look_at_street{.path = "encoder.3.self_attention.head.0.weights",
                          .kind = Edit::Kind::swap,
                          .row = 7,
                          .col = 1,
                          .other = 5};

TEST(PresentedAnswer, BeginsWithThePronounAlsoWhereBothSayTheSame) {
  Session session;
  session.token = 7;
  session.presenting = true;
  session.altitude = Altitude::sentence;
  session.edits = {SessionEdit(look_at_street, true, 0)};
  Driver driver(session, 1024, 768);
  for (const char* word : {"elle", "fatiguée", "large"}) EXPECT_TRUE(driver.shows(word)) << word;
}

TEST(PresentedAnswer, IsNeverCut) {
  Session session;
  session.token = 7;
  session.presenting = true;
  session.altitude = Altitude::sentence;
  for (const char* compare : {"", "The animal didn't cross the street because it was too wide",
                              "The street didn't cross the animal because it was too tired"}) {
    session.text(1) = compare;
    for (const auto& [width, height] : {std::pair(1024, 768), {800, 600}, {1024, 700}, {1440, 900}}) {
      Driver driver(session, width, height);
      const std::vector<std::string>& words = driver.results()->trace(0)->words().target;
      for (std::size_t i = words.size() - 4; i < words.size(); ++i)
        EXPECT_TRUE(driver.shows(words[i])) << words[i] << " at " << width;
      EXPECT_FALSE(driver.shows("…"));
    }
  }
}

}  // namespace
}  // namespace headlight
