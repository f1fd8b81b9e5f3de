// Several words selected and added up.
#include <gtest/gtest.h>

#include <imgui.h>

#include <string>
#include <vector>

#include "app/panels/common/shown_words.h"
#include "tests/app/tidy.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

const std::string path_of_weights = "encoder.1.self_attention.head.0.weights";

Session one_sentence() {
  Session session = tiny_session();
  session.text(1).clear();
  session.token = 7;
  return session;
}

void click_with(Driver& driver, bool ImGuiIO::*key, const std::string& id) {
  ImGui::GetIO().*key = true;
  driver.click(id);
  ImGui::GetIO().*key = false;
  driver.frame();
}

std::vector<std::string> said_together(Driver& driver) {
  std::vector<std::string> found;
  for (const std::string& line : driver.said()) {
    if (line.find("sum over keys") != std::string::npos ||
        line.find("mean over queries") != std::string::npos)
      found.push_back(line);
  }
  return found;
}

TEST(SeveralWords, ShiftAddsAWordThatAsksAndTakesItOut) {
  Driver driver(one_sentence());
  click_with(driver, &ImGuiIO::KeyShift, "chip/0/5");
  EXPECT_EQ(driver.session().token, 7);
  EXPECT_EQ(driver.session().also_tokens, std::vector<int>{5});
  EXPECT_TRUE(driver.shows("(mean over queries)"));
  expect_tidy(driver, "two words that ask");
  click_with(driver, &ImGuiIO::KeyShift, "chip/0/7");
  EXPECT_EQ(driver.session().token, 5);
  EXPECT_TRUE(driver.session().also_tokens.empty());
  EXPECT_FALSE(driver.shows("(mean over queries)"));
}

TEST(SeveralWords, CtrlAddsUpWhatGoesToAWord) {
  Driver driver(one_sentence());
  click_with(driver, &ImGuiIO::KeyCtrl, "chip/0/0");
  click_with(driver, &ImGuiIO::KeyCtrl, "chip/0/1");
  EXPECT_EQ(driver.session().token, 7);
  EXPECT_EQ(driver.session().key_tokens, (std::vector<int>{0, 1}));
  EXPECT_EQ(driver.state().overlay, Overlay::none) << "no word is typed anew";
  const Reading read = driver.results()->trace(0)->read(path_of_weights);
  const std::string sum = fixed_text(read(7, 0) + read(7, 1), 2);
  EXPECT_TRUE(driver.shows("“it” looks at “the animal”: " + sum)) << sum;
  expect_tidy(driver, "two words that are looked at");
  driver.press(Key::escape);
  EXPECT_EQ(driver.session().token, -1);
  EXPECT_TRUE(driver.session().key_tokens.empty());
}

TEST(SeveralWords, ALabelOfTheHeatmapIsChosenToo) {
  Driver driver(one_sentence());
  click_with(driver, &ImGuiIO::KeyShift, "map/0/row/5");
  EXPECT_EQ(driver.session().also_tokens, std::vector<int>{5});
  const Area labels = driver.area("map/0/columns");
  ImGui::GetIO().KeyShift = true;
  driver.click_at(labels.left + labels.width() / 22, labels.bottom - 1);
  ImGui::GetIO().KeyShift = false;
  EXPECT_EQ(driver.session().key_tokens, std::vector<int>{0});
  driver.click("map/0/row/4");
  EXPECT_EQ(driver.session().token, 4);
  EXPECT_TRUE(driver.session().also_tokens.empty()) << "a plain click selects one row";
  EXPECT_EQ(driver.session().key_tokens, std::vector<int>{0});
}

TEST(SeveralWords, AreToldOfBothSentencesInEveryPlace) {
  Session session = tiny_session();
  session.token = 7;
  session.also_tokens = {5};
  session.key_tokens = {0, 1};
  for (const ViewKind view : {ViewKind::lines, ViewKind::heads}) {
    session.view = view;
    Driver driver(session, 1280, 800, 1);
    expect_said(said_together(driver), info(view).name);
    expect_tidy(driver, info(view).name);
  }
  session.view = ViewKind::lines;
  session.trail = {{path_of_weights, 7, 1}};
  Driver driver(session, 1280, 800, 1);
  EXPECT_TRUE(driver.shows("Below, one cell:"));
  EXPECT_TRUE(driver.shows("it: "));
  expect_tidy(driver, "with the inspector");
  driver.press(Key::present);
  driver.apply(GoBack{0});
  EXPECT_EQ(said_together(driver).size(), 2U);
  expect_tidy(driver, "presented");
  session.part = "scores";
  session.trail.clear();
  Driver scores(session, 1280, 800, 1);
  EXPECT_TRUE(scores.shows("these are not weights, so they are not added up"));
}

TEST(SeveralWords, AreTidyOnEveryScreen) {
  Session session = tiny_session();
  session.token = 7;
  session.also_tokens = {1, 5};
  session.key_tokens = {0, 1, 8};
  expect_tidy_at_every_size(session, "several words");
  session.view = ViewKind::heads;
  session.text(1).clear();
  expect_tidy_at_every_size(session, "several words in heads");
}

TEST(SeveralWords, FollowTheSentenceThatIsFollowed) {
  Session session = tiny_session();
  session.token = 7;
  session.key_tokens = {0, 1};
  Driver driver(session);
  click_with(driver, &ImGuiIO::KeyCtrl, "chip/1/4");
  EXPECT_EQ(driver.session().side, 1);
  EXPECT_EQ(driver.session().key_tokens, (std::vector<int>{0, 1, 4}));
}

TEST(SeveralWords, AreChosenByClicksAloneAfterFind) {
  Driver driver(one_sentence());
  driver.press(Key::select_several);
  driver.click("chip/0/5");
  driver.click("chip/0/4");
  EXPECT_EQ(driver.session().also_tokens, (std::vector<int>{4, 5}));
  driver.press(Key::escape);  // the note
  driver.press(Key::escape);
  driver.click("chip/0/2");
  EXPECT_EQ(driver.session().token, 2);
  EXPECT_TRUE(driver.session().also_tokens.empty());
}

// A sentence that is read in pieces of words.
Session in_pieces() {
  Session session;
  session.model = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/bert";
  session.text(0) = "The animal was tired";
  session.text(1).clear();
  session.view = ViewKind::lines;
  session.layer = session.head = 0;
  session.token = -1;
  return session;
}

TEST(SeveralWords, OfPiecesAreWholeWordsWhereTheseStandTogether) {
  Driver driver(in_pieces(), 1280, 800, 1);
  const Trace::Words& words = driver.results()->trace(0)->words();
  ASSERT_NE(words.source_pieces, nullptr);
  // The first word that is in pieces.
  int first = 0;
  while (words.source_pieces->word_of[first] != words.source_pieces->word_of[first + 1]) ++first;
  driver.press(Key::merge_pieces);
  EXPECT_TRUE(driver.session().merge_pieces);
  click_with(driver, &ImGuiIO::KeyShift, "chip/0/" + std::to_string(first));
  EXPECT_EQ(driver.session().token, first);
  EXPECT_EQ(driver.session().also_tokens.front(), first + 1);
  click_with(driver, &ImGuiIO::KeyCtrl, "chip/0/" + std::to_string(first));
  click_with(driver, &ImGuiIO::KeyCtrl, "chip/0/0");
  EXPECT_TRUE(driver.shows("(sum over keys)"));
  expect_tidy(driver, "words of pieces");
  driver.press(Key::merge_pieces);
  EXPECT_TRUE(driver.shows("(sum over keys, mean over queries)"));
  click_with(driver, &ImGuiIO::KeyShift, "chip/0/" + std::to_string(first));
  EXPECT_EQ(driver.session().token, first + 1) << "a piece by itself";
}

TEST(SeveralWords, ALabelOfAPieceSaysItsToken) {
  Driver driver(in_pieces(), 1280, 800, 1);
  driver.hover("chip/0/1");
  EXPECT_TRUE(driver.shows("the token “"));
  EXPECT_TRUE(driver.shows(", byte"));
  driver.hover("map/0/row/1");
  EXPECT_TRUE(driver.shows("the token “"));
  Driver words(one_sentence());
  words.hover("map/0/row/1");
  EXPECT_FALSE(words.shows("the token “"));
  EXPECT_TRUE(words.shows("Shift-click: this word too"));
}

}  // namespace
}  // namespace headlight
