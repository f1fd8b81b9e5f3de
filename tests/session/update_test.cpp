// What each action makes of a session, and what is left of one that asks for too much.
#include <gtest/gtest.h>

#include <limits>

#include "app/session/action.h"
#include "tests/session/tiny_session.h"

namespace headlight {
namespace {

TEST(Update, ClipsTheHeadToTheModel) {
  EXPECT_EQ(after(SelectHead{99, 99}).layer, 1);
  EXPECT_EQ(after(SelectHead{99, 99}).head, 1);
  EXPECT_EQ(after(SelectHead{-5, -5}).layer, 0);
  const Session cross = after(SelectAttention{Attention::cross});
  EXPECT_EQ(cross.layer, 0);
  EXPECT_EQ(after(SelectHead{0, 3}, cross).head, 0);
  EXPECT_EQ(after(SelectHead{0, 3}, after(SelectAttention{Attention::decoder})).head, 3);
}

TEST(Update, SelectsAHeadOfAnotherAttentionAtOnce) {
  const Session decoder = after(SelectHead{0, 3, Attention::decoder}, after(SelectToken{6}));
  EXPECT_EQ(selected_path(decoder), "decoder.0.self_attention.head.3.weights");
  EXPECT_EQ(decoder.token, -1) << "the words that ask are others";
  EXPECT_EQ(after(SelectHead{1, 1, Attention::encoder}, after(SelectToken{6})).token, 6);
}

TEST(Update, KeepsEachOtherHeadOnceAndInOrder) {
  const Session decoder = after(SelectHead{0, 1, Attention::decoder});
  const Session several = after(ShowHeadsToo{{3, 0, 1, 3, 9, -1}}, decoder);
  EXPECT_EQ(several.also_heads, (std::vector<int>{0, 3}));
  EXPECT_TRUE(after(SelectHead{0, 3}, several).also_heads.empty()) << "a selected head stands alone";
  EXPECT_TRUE(after(SelectAttention{Attention::encoder}, several).also_heads.empty());
}

TEST(Update, SortsTheHeadsAndBack) {
  const Session sorted = after(SortHeads{Trait::entropy});
  EXPECT_EQ(sorted.sort_heads, Trait::entropy);
  EXPECT_FALSE(after(SortHeads{}, sorted).sort_heads);
}

TEST(Update, ClipsTheTokenToTheSentence) {
  EXPECT_EQ(after(SelectToken{6}).token, 6);
  EXPECT_EQ(after(SelectToken{99}).token, 10);
  EXPECT_EQ(after(SelectToken{-99}).token, -1);
  // The words that ask are others in the decoder.
  EXPECT_EQ(after(SelectAttention{Attention::decoder}, after(SelectToken{6})).token, -1);
}

TEST(Update, ChangesTheSentences) {
  EXPECT_EQ(after(SetSentence{1, "it was tired"}).text(1), "it was tired");
  EXPECT_EQ(after(ReplaceWord{0, 1, "street"}).text(0),
            "The street didn't cross the street because it was too tired");
  const Session swapped = after(SwapSentences{});
  EXPECT_EQ(swapped.text(0), wide_sentence);
  EXPECT_EQ(swapped.side, 1);
  const Session alone = after(SetCompare{false}, swapped);
  EXPECT_EQ(alone.text(1), "");
  EXPECT_EQ(alone.side, 0);
  EXPECT_EQ(after(SwapSentences{}, alone), alone);
  EXPECT_EQ(after(SetCompare{true}, after(SetCompare{false})).text(1), wide_sentence);
}

TEST(Update, OpensCellsOneFromAnother) {
  const CellName scores{"encoder.1.self_attention.head.0.scores", 7, 1};
  const CellName query{"encoder.1.self_attention.head.0.query", 7, 99};
  Session session = after(GoDeeper{query}, after(SelectCell{scores}));
  ASSERT_EQ(session.trail.size(), 2U);
  EXPECT_EQ(session.trail[0], scores);
  EXPECT_EQ(session.trail[1].col, 7);  // eight dimensions a head
  EXPECT_EQ(after(GoDeeper{query}, session), session);
  EXPECT_EQ(after(GoBack{1}, session).trail.size(), 1U);
  EXPECT_EQ(after(GoBack{-3}, session).trail.size(), 0U);
  EXPECT_EQ(after(GoBack{9}, session), session);
  EXPECT_EQ(after(SelectCell{{"no.such.node", 0, 0}}, session), session);
}

TEST(Update, FollowsTheStepsAcrossLayers) {
  const Trace& trace = *tiny_results().trace(0);
  Session session = after(GoToStep{trace.label(trace.steps().front()).path});
  std::vector<std::string> walked{session.step};
  for (std::size_t i = 1; i < trace.steps().size(); ++i) {
    session = after(MoveStep{1}, session);
    walked.push_back(session.step);
  }
  for (std::size_t i = 0; i < walked.size(); ++i) EXPECT_EQ(walked[i], trace.label(trace.steps()[i]).path);
  EXPECT_EQ(after(MoveStep{1}, session), session);
  EXPECT_EQ(after(MoveStep{std::numeric_limits<int>::max()}, session), session);
  EXPECT_EQ(after(MoveStep{std::numeric_limits<int>::min()}, session).step, walked.front());
}

TEST(Update, MovesTheSelectionWithTheStep) {
  const Session session = after(GoToStep{"decoder.0.cross_attention.head.0.scores"});
  EXPECT_EQ(session.attention, Attention::cross);
  EXPECT_EQ(session.part, "scores");
  // Heatmaps of a head show words against words; a step may show anything.
  const Session query = after(GoToStep{"encoder.0.self_attention.head.1.query"});
  EXPECT_EQ(query.part, "weights");
  EXPECT_EQ(query.layer, 0);
  EXPECT_EQ(after(SelectHead{1, 0}, query).step, "encoder.1.self_attention.head.0.query");
  EXPECT_EQ(after(GoToStep{"no.such.step"}, session), session);
  EXPECT_EQ(after(SelectPart{"nonsense"}, session), session);
}

TEST(Update, SaysWhatAFileAsksForInVain) {
  const auto missing = [](auto change) {
    Session session = tiny_session();
    change(session);
    return clamped_away(session, *compute(session, nullptr));
  };
  const std::string weights = "encoder.1.self_attention.head.0.weights";
  EXPECT_EQ(missing([](Session&) {}), "");
  EXPECT_NE(missing([](Session& s) { s.layer = 40; }).find("layer 40"), std::string::npos);
  EXPECT_NE(missing([](Session& s) { s.head = -1; }).find("head -1"), std::string::npos);
  EXPECT_NE(missing([](Session& s) { s.token = 40; }).find("token 40"), std::string::npos);
  EXPECT_NE(missing([](Session& s) { s.side = 2; }).find("side 2"), std::string::npos);
  EXPECT_NE(missing([](Session& s) { s.side = 1, s.text(1) = ""; }).find("side 1"), std::string::npos);
  EXPECT_NE(missing([](Session& s) { s.part = "nonsense"; }).find("nonsense"), std::string::npos);
  EXPECT_NE(missing([](Session& s) { s.step = "no.step"; }).find("no.step"), std::string::npos);
  EXPECT_NE(missing([&](Session& s) { s.trail = {{weights, 0, 11}}; }).find("trail[0]"), std::string::npos);
  EXPECT_NE(missing([&](Session& s) {
              s.edits = {Edit{.path = weights, .row = 11, .values = {0}}};
            }).find("edits[0]"),
            std::string::npos);
  EXPECT_NE(missing([&](Session& s) {
              s.edits = {Edit{.path = weights, .row = 1, .values = {0, 1}}};
            }).find("2 values for 11"),
            std::string::npos);
  // Of two models the one that is followed may have no such attention.
  EXPECT_EQ(missing([](Session& s) {
              s.runs[1].model = "seq2seq-attention";
              s.side = 1;
            }),
            "");
  // A row that only the longer sentence has is there.
  EXPECT_EQ(missing([&](Session& s) {
              s.text(1) = "it was tired";
              s.edits = {Edit{.path = weights, .row = 10, .values = {0}}};
            }),
            "");
}

TEST(Update, KeepsTheScaleReadable) {
  EXPECT_EQ(after(SetScale{100}).scale, 4.0F);
  EXPECT_EQ(after(SetScale{-1}).scale, 0.5F);
  EXPECT_EQ(after(SetScale{std::numeric_limits<float>::quiet_NaN()}).scale, 1.0F);
}

TEST(Update, FitsAnOpenedSession) {
  Session wild = tiny_session();
  wild.layer = 40;
  wild.token = 40;
  wild.part = "nonsense";
  wild.step = "nonsense";
  wild.trail = {{"logits", 0, 0}, {"logits", 99, 0}, {"logits", 0, 0}};
  const Session fit = after(OpenSession{wild});
  EXPECT_EQ(fit.layer, 1);
  EXPECT_EQ(fit.token, 10);
  EXPECT_EQ(fit.part, "weights");
  EXPECT_EQ(fit.step, "");
  EXPECT_EQ(fit.trail.size(), 1U);
}

}  // namespace
}  // namespace headlight
