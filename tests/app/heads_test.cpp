// The grid of heads, and several heads as lines.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>

#include "app/panels/common/panels.h"
#include "app/panels/heads/heads.h"
#include "core/explain/view.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

const std::string first_head = "grid/encoder.0.self_attention.head.0.weights";

Session heads_session() {
  Session session = tiny_session();
  session.view = ViewKind::heads;
  return session;
}

std::vector<std::string> grid(const Driver& driver) {
  std::vector<std::string> heads;
  for (const Placed& each : driver.placed()) {
    if (each.kind == Placed::Kind::item && each.name.starts_with("grid/") && each.name.ends_with(".weights"))
      heads.push_back(each.name.substr(5));
  }
  return heads;
}

TEST(HeadGrid, ShowsEveryHeadTheMeansAndTheRollout) {
  Driver driver(heads_session());
  EXPECT_EQ(grid(driver).size(), 9U);
  EXPECT_EQ(grid(driver).back(), "decoder.0.cross_attention.head.0.weights");
  EXPECT_TRUE(driver.has("grid/encoder.0.self_attention.mean"));
  EXPECT_TRUE(driver.has("grid/encoder.1.self_attention.rollout"));
  EXPECT_FALSE(driver.has("grid/encoder.0.self_attention.rollout")) << "of one layer it says nothing new";
  EXPECT_FALSE(driver.has("grid/decoder.0.cross_attention.mean")) << "one head is its own mean";
  EXPECT_TRUE(driver.shows("All 9 heads"));
  EXPECT_TRUE(driver.shows("What the mean hides"));
}

TEST(HeadGrid, WorksWithOneHeadAndNoDecoder) {
  const TemporaryFolder folder;
  TransformerConfig config{.d_model = 8, .d_ff = 8};
  config.encoder_layers = config.encoder_heads = config.decoder_heads = 1;
  Session session = heads_session();
  session.model = saved_model(folder, config);
  session.layer = 0;
  session.text(1) = "";
  Driver driver(session);
  EXPECT_EQ(grid(driver).size(), 3U);
  EXPECT_TRUE(driver.shows("nothing to average"));
}

TEST(HeadGrid, ScrollsThroughTwelveTimesTwelve) {
  const TemporaryFolder folder;
  TransformerConfig config{.d_model = 24, .d_ff = 24};
  config.encoder_layers = config.encoder_heads = 12;
  Session session = heads_session();
  session.model = saved_model(folder, config);
  Driver driver(session);
  EXPECT_TRUE(driver.shows("All 149 heads"));
  const std::string last = "grid/encoder.11.self_attention.head.11.weights";
  EXPECT_FALSE(driver.has(last)) << "far below";
  for (int i = 0; i < 150; ++i) driver.press(Key::down);
  EXPECT_EQ(driver.session().layer, 11);
  EXPECT_EQ(driver.session().head, 11);
  ASSERT_TRUE(driver.has(last)) << "the selected head is scrolled into sight";
}

TEST(HeadGrid, AClickSelectsAndADoubleClickOpensTheLines) {
  Driver driver(heads_session());
  driver.click("grid/decoder.0.self_attention.head.2.weights");
  EXPECT_EQ(driver.session().attention, Attention::decoder);
  EXPECT_EQ(driver.session().head, 2);
  EXPECT_EQ(driver.session().view, ViewKind::heads);
  EXPECT_TRUE(driver.shows("Decoder layer 1, head 3"));
  driver.press(Key::undo);
  EXPECT_EQ(driver.session().attention, Attention::encoder) << "one step";

  driver.click(first_head);
  driver.click(first_head);
  EXPECT_EQ(driver.session().view, ViewKind::lines);
  EXPECT_EQ(driver.session().layer, 0);
}

TEST(HeadGrid, EnterOpensTheHeadThatHasTheKeyboard) {
  Driver driver(heads_session());
  for (int i = 0; i < 60 && driver.state().focus != first_head; ++i) driver.press(Key::tab);
  ASSERT_EQ(driver.state().focus, first_head);
  driver.press(Key::enter);
  EXPECT_EQ(driver.session().view, ViewKind::lines);
  EXPECT_EQ(driver.session().layer, 0);
  EXPECT_EQ(driver.session().head, 0);
}

TEST(HeadGrid, HoveringAPairShowsItInAllHeadsAndSurvivesTheGaps) {
  Driver driver(heads_session());
  const Area box = driver.area(first_head);
  const float cell = box.width() / 11;
  // Row "it", key "animal"; thumbnails are square, as wide as their item or less.
  driver.move(box.left + 1.5F * cell * 0.5F, box.top + 7.5F * cell * 0.5F);
  ASSERT_TRUE(driver.state<PairUnderMouse>().pair);
  const HeadPair pair = *driver.state<PairUnderMouse>().pair;
  const std::string weight = weight_alone(
      driver.results()->trace(0)->read("encoder.1.self_attention.head.1.weights")(pair.row, pair.column));
  EXPECT_TRUE(driver.shows(weight)) << "the other heads print their weight for the same two words";
  EXPECT_EQ(driver.state<Hover>().followed_token, pair.row);
  driver.move(box.right + 7, box.top + 4);
  ASSERT_TRUE(driver.state<PairUnderMouse>().pair) << "between two heads";
  EXPECT_EQ(driver.state<PairUnderMouse>().pair->row, pair.row);
  driver.move(2, 2);
  driver.frame();
  EXPECT_FALSE(driver.state<PairUnderMouse>().pair);
}

TEST(HeadGrid, IsIdleOnceTheMouseRests) {
  Driver driver(heads_session());
  driver.hover(first_head);
  driver.frame();
  driver.frame();
  EXPECT_FALSE(driver.state().again);
}

TEST(HeadGrid, SortsByATraitLargestFirst) {
  Driver driver(heads_session());
  driver.click("trait/entropy");
  EXPECT_EQ(driver.session().sort_heads, Trait::entropy);
  EXPECT_TRUE(driver.shows("Sorted by: entropy"));
  const Trace& trace = *driver.results()->trace(0);
  float before = 1e9F;
  for (const std::string& path : grid(driver)) {
    const bool self = path.find("self_attention") != std::string::npos;
    const float entropy = *traits_of(view_of(trace, path), self)[Trait::entropy];
    EXPECT_LE(entropy, before) << path;
    EXPECT_TRUE(driver.shows(value_text(entropy))) << path;
    before = entropy;
  }
  driver.click("heads/by layer");
  EXPECT_FALSE(driver.session().sort_heads);
}

// What heads are called is measured on the model, and is there to sort by.
TEST(HeadGrid, CallsInductionHeadsSo) {
  Session session = heads_session();
  session.model = "causal";
  session.text(0) = "red window blue cat house red window blue cat";
  session.text(1) = "";
  session.attention = Attention::decoder;
  session.layer = 1;
  session.head = 2;
  Driver driver(session, 1920, 1080);
  EXPECT_TRUE(driver.shows("is an induction head"));
  EXPECT_TRUE(driver.shows("previous token"));
  EXPECT_TRUE(driver.shows("Measured on random tokens"));
  driver.hover("trait/induction");
  EXPECT_TRUE(driver.shows("A head gets this name from 0.40 on."));
  driver.click("trait/induction");
  EXPECT_EQ(driver.session().sort_heads, Trait::induction);
  EXPECT_TRUE(driver.shows("Sorted by: induction"));
  const std::vector<std::string> heads = grid(driver);
  ASSERT_EQ(heads.size(), 12U);
  for (std::size_t place = 0; place < heads.size(); ++place)
    EXPECT_EQ(heads[place].starts_with("decoder.0."), place >= 8) << heads[place];
}

TEST(HeadGrid, FollowsTheSide) {
  Driver driver(heads_session());
  driver.click("heads/side/… wide");
  EXPECT_EQ(driver.session().side, 1);
}

TEST(HeadLines, ShiftClickShowsAHeadToo) {
  Driver driver(tiny_session());
  ImGui::GetIO().KeyShift = true;
  driver.click("head/1/1");
  ImGui::GetIO().KeyShift = false;
  EXPECT_EQ(driver.session().head, 0);
  EXPECT_EQ(driver.session().also_heads, std::vector<int>{1});
  EXPECT_TRUE(driver.shows("all 2 heads"));
  ImGui::GetIO().KeyShift = true;
  driver.click("head/1/1");
  ImGui::GetIO().KeyShift = false;
  EXPECT_TRUE(driver.session().also_heads.empty());
}

TEST(HeadLines, ALayersNameShowsAllItsHeads) {
  Session session = tiny_session();
  session.attention = Attention::decoder;
  session.layer = 0;
  Driver driver(session);
  driver.click("layer/0");
  EXPECT_EQ(driver.session().also_heads, (std::vector<int>{1, 2, 3}));
  EXPECT_TRUE(driver.shows("all 4 heads"));
  driver.click("layer/0");
  EXPECT_TRUE(driver.session().also_heads.empty());
  ImGui::GetIO().KeyShift = true;
  driver.click("head/0/2");
  ImGui::GetIO().KeyShift = false;
  EXPECT_TRUE(driver.shows("heads 0, 2"));
}

TEST(HeadLines, NumbersSayWhoseTheyAre) {
  Session session = tiny_session();
  session.attention = Attention::decoder;
  session.layer = 0;
  session.token = 0;  // <s> can only look at itself, with the whole weight
  session.text(1) = "";
  session.also_heads = {1, 2, 3};
  Driver driver(session);
  for (const char* number : {"h0 1.00", "h1 1.00", "h2 1.00"}) EXPECT_TRUE(driver.shows(number)) << number;
}

TEST(Warnings, AHeadThatRestsOnTheFirstWordSaysSo) {
  Session session = tiny_session();
  Edit edit;
  edit.path = "encoder.1.self_attention.head.0.weights";
  edit.col = 0;
  edit.values = {0.9F};
  session.edits = {edit};
  Driver driver(session);
  EXPECT_TRUE(driver.shows("most weight on “the”"));
  driver.click("view/Heads");
  EXPECT_TRUE(driver.shows("0.90 of the weight is on “the”"));
}

TEST(CrossAttention, ChipsAreTheWordsWritten) {
  Session session = tiny_session();
  session.attention = Attention::cross;
  session.layer = 0;
  session.text(1) = "";
  Driver driver(session);
  const Trace::Words& words = driver.results()->trace(0)->words();
  EXPECT_TRUE(driver.shows("it writes"));
  EXPECT_TRUE(driver.has("chip/0/" + std::to_string(words.next.size() - 1)));
  EXPECT_TRUE(driver.shows(words.target[0] + " → " + words.next[0]));
  driver.hover("chip/0/0");
  EXPECT_TRUE(driver.shows("after “<s>” it writes"));
}

TEST(HeadGrid, WhatIsOffHasNoShareInTheMeans) {
  Session session = heads_session();
  session.sort_heads = std::nullopt;
  session.edits = {Edit{.path = "encoder.1.self_attention.head.0.output", .values = {0}}};
  Driver driver(session);
  EXPECT_TRUE(driver.shows("1 off"));
  EXPECT_TRUE(driver.shows("only one head is on, so there is nothing to average"));
  EXPECT_TRUE(driver.shows("These are the weights it would have"));
  driver.hover("grid/encoder.1.self_attention.mean");
  EXPECT_TRUE(driver.shows("mean over its heads that are on"));
  driver.apply(SortHeads{Trait::previous});
  EXPECT_EQ(grid(driver).back(), "encoder.1.self_attention.head.0.weights") << "no number to sort it by";
}

TEST(HeadLines, SayInWhichSentenceAHeadIsOff) {
  Session session = tiny_session();
  for (const int side : {0, 1}) {
    session.edits = {
        SessionEdit(Edit{.path = "encoder.1.self_attention.head.0.output", .values = {0}}, true, side)};
    Driver driver(session);
    EXPECT_TRUE(driver.shows(side == 0 ? "off only in sentence 1" : "off only in sentence 2"));
    EXPECT_TRUE(driver.shows(side == 0 ? "1: off" : "2: off"));
    EXPECT_FALSE(driver.shows("  switched off"));
  }
}

TEST(HeadLines, AnEditIsSaidBesideWhatTheHeadDoes) {
  Session session = tiny_session();
  const std::string weights = "encoder.1.self_attention.head.0.weights";
  Driver plain(session, 1920, 1080);
  const std::string does(
      info(strongest(traits_of(view_of(*plain.results()->trace(0), weights), true))->trait).says);
  ASSERT_TRUE(plain.shows(does));
  session.edits = {
      SessionEdit(Edit{.path = weights, .kind = Edit::Kind::swap, .row = 7, .col = 1, .other = 5}, true, 0)};
  Driver driver(session, 1920, 1080);
  EXPECT_TRUE(driver.shows(does + " · edited: ")) << does;
}

TEST(HeadLines, TheCaptionTakesTheRoomThereIs) {
  Session session;
  session.attention = Attention::cross;
  session.layer = 0;
  session.token = 8;
  session.edits = {SessionEdit(Edit{.path = "decoder.0.cross_attention.head.0.weights",
                                    .kind = Edit::Kind::swap,
                                    .row = 8,
                                    .col = 7,
                                    .other = 5},
                               true, 0)};
  const std::string does = "gives most weight to a single word · edited";
  for (const auto& [width, says] :
       {std::pair(1440, does + ": rue → parce looks at street instead of it in sentence 1"),
        {1024, does + " in sentence 1"}}) {
    Driver driver(session, width, 800);
    EXPECT_TRUE(driver.shows(says)) << width;
  }
  // Beside the 28 heads of the encoder there is less.
  session.attention = Attention::encoder;
  session.layer = 3;
  session.token = 7;
  session.edits[0].path = "encoder.3.self_attention.head.0.weights";
  session.edits[0].row = 7;
  session.edits[0].col = 1;
  Driver driver(session, 1280, 800);
  EXPECT_TRUE(driver.shows("edited in sentence 1"));
  EXPECT_FALSE(driver.shows(does));
}

}  // namespace
}  // namespace headlight
