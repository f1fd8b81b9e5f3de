// What each action makes of a session, and what is left of one that asks for too much.
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "app/session/action.h"
#include "app/session/altitudes.h"
#include "app/session/open_lab.h"
#include "tests/session/any_action.h"
#include "tests/session/plain_lessons.h"
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

TEST(Update, SelectsSeveralWords) {
  const Session two = after(SelectTokensToo{{5}}, after(SelectToken{7}));
  EXPECT_EQ(two.token, 7);
  EXPECT_EQ(two.also_tokens, std::vector<int>{5});
  EXPECT_EQ(after(SelectTokensToo{{7}}, two).token, 5) << "taken out again";
  EXPECT_EQ(after(SelectTokensToo{{5, 6}}, two).also_tokens, std::vector<int>{}) << "a word as a whole";
  EXPECT_EQ(after(SelectTokensToo{{99, -1, 7, 3}}, after(SelectToken{2})).also_tokens,
            (std::vector<int>{3, 7}));
  EXPECT_EQ(after(SelectTokensToo{{4, 4}}, after(SelectToken{-1})).token, 4);
  const Session keys = after(SelectTokensToo{{1, 0}, true}, two);
  EXPECT_EQ(keys.key_tokens, (std::vector<int>{0, 1}));
  EXPECT_EQ(after(SelectToken{3}, keys).key_tokens, keys.key_tokens) << "of another word that asks";
  EXPECT_TRUE(after(SelectToken{3}, keys).also_tokens.empty());
  EXPECT_TRUE(after(SelectToken{-1}, keys).key_tokens.empty());
  // In the decoder other words ask and are asked; in cross-attention the same are asked.
  EXPECT_TRUE(after(SelectAttention{Attention::decoder}, keys).key_tokens.empty());
  EXPECT_EQ(after(SelectAttention{Attention::cross}, keys).key_tokens, keys.key_tokens);
  EXPECT_TRUE(after(SelectAttention{Attention::cross}, keys).also_tokens.empty());
  // Words, not places: of another sentence they are where they stand now.
  const Session moved = after(SetSentence{0, "it was the animal"}, keys);
  EXPECT_EQ(moved.token, 0);
  EXPECT_EQ(moved.key_tokens, (std::vector<int>{2, 3}));
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

// Edits of a session: which are kept, switched off and on, and which take one another's place.

TEST(Update, KeepsEditsThatMeanSomething) {
  Edit edit;
  edit.path = "encoder.1.self_attention.head.0.scaled";
  edit.kind = Edit::Kind::multiply;
  edit.values = {0.5F};
  Session session = after(AddEdit{edit});
  ASSERT_EQ(session.edits.size(), 1U);
  edit.values = {0.25F};
  session = after(AddEdit{edit}, session);
  ASSERT_EQ(session.edits.size(), 1U);
  EXPECT_EQ(session.edits[0].values, std::vector<float>{0.25F});

  Edit nowhere = edit;
  nowhere.path = "no.such.node";
  EXPECT_EQ(after(AddEdit{nowhere}, session), session);
  Edit broken = edit;
  broken.values = {std::numeric_limits<float>::quiet_NaN()};
  EXPECT_EQ(after(AddEdit{broken}, session), session);
  EXPECT_EQ(after(RemoveEdit{5}, session), session);
  EXPECT_TRUE(after(RemoveEdit{0}, session).edits.empty());
  EXPECT_TRUE(after(ClearEdits{}, session).edits.empty());
}

TEST(Update, SwitchesEditsOffAndOn) {
  const std::string head = "encoder.1.self_attention.head.0.";
  Session session = after(AddEdit{{.path = head + "output", .values = {0}}});
  session = after(AddEdit{{.path = head + "scaled", .kind = Edit::Kind::multiply, .values = {2}}}, session);
  EXPECT_EQ(edits_in_force(session).size(), 2U);
  session = after(SwitchEdit{0, false}, session);
  ASSERT_EQ(edits_in_force(session).size(), 1U);
  EXPECT_EQ(edits_in_force(session)[0].path, head + "scaled");
  EXPECT_TRUE(edits_in_force(after(SwitchEdits{false}, session)).empty());
  EXPECT_EQ(edits_in_force(after(SwitchEdits{true}, session)).size(), 2U);
  EXPECT_EQ(after(SwitchEdit{7, false}, session), session);
  // Made again, it is on.
  session = after(AddEdit{{.path = head + "output", .values = {0}}}, session);
  EXPECT_EQ(session.edits.size(), 2U);
  EXPECT_TRUE(session.edits[0].on);
}

TEST(Update, WhatARowHidesGoes) {
  const std::string weights = "encoder.1.self_attention.head.0.weights";
  const Edit swap{.path = weights, .kind = Edit::Kind::swap, .row = 7, .col = 1, .other = 5};
  const Edit back{.path = weights, .kind = Edit::Kind::swap, .row = 7, .col = 5, .other = 1};
  const Edit other{.path = weights, .kind = Edit::Kind::swap, .row = 6, .col = 1, .other = 5};
  Session session = after(AddEdit{swap});
  EXPECT_TRUE(after(AddEdit{back}, session).edits.empty()) << "swapping twice, in whichever order";
  session = after(AddEdit{other}, session);
  session = after(AddEdit{{.path = weights, .row = 7, .values = std::vector<float>(11, 1.0F / 11)}}, session);
  ASSERT_EQ(session.edits.size(), 2U);
  EXPECT_EQ(static_cast<const Edit&>(session.edits[0]), other);
  // A swap of a row that was turned comes after it, and a new turn of the row after both.
  session = after(AddEdit{swap}, session);
  ASSERT_EQ(session.edits.size(), 3U);
  session = after(AddEdit{{.path = weights, .row = 7, .values = std::vector<float>(11, 0.5F)}}, session);
  ASSERT_EQ(session.edits.size(), 2U);
  EXPECT_EQ(session.edits[1].values[0], 0.5F);
}

const std::string scaled = "encoder.1.self_attention.head.0.scaled";

Edit by(float factor) { return {.path = scaled, .kind = Edit::Kind::multiply, .values = {factor}}; }

// What both sentences are multiplied by; 1 without an edit.
std::array<float, 2> factors(const Session& session) {
  std::array<float, 2> both{1, 1};
  for (int side = 0; side < 2; ++side) {
    for (const Edit& edit : edits_in_force(session, side)) both.at(side) *= edit.values[0];
  }
  return both;
}

TEST(EditsOfASentence, TakeTheirOwnPlaceAlone) {
  Session session = after(AddEdit{by(2)});
  EXPECT_EQ(factors(session), (std::array<float, 2>{2, 2}));
  session = after(AddEdit{by(3), 0}, session);
  EXPECT_EQ(factors(session), (std::array<float, 2>{3, 2})) << "the one of both stays the second sentence's";
  session = after(AddEdit{by(4), 1}, session);
  EXPECT_EQ(factors(session), (std::array<float, 2>{3, 4}));
  EXPECT_EQ(session.edits.size(), 2U);
  session = after(AddEdit{by(5)}, session);
  EXPECT_EQ(factors(session), (std::array<float, 2>{5, 5}));
  EXPECT_EQ(session.edits.size(), 1U);
}

TEST(EditsOfASentence, AreGivenToTheOtherOrToBoth) {
  Session session = after(SetEditRun{0, 1}, after(AddEdit{by(2)}));
  EXPECT_EQ(factors(session), (std::array<float, 2>{1, 2}));
  session = after(AddEdit{by(3), 0}, session);
  session = after(SetEditRun{0, std::nullopt}, session);
  EXPECT_EQ(factors(session), (std::array<float, 2>{2, 2}));
  EXPECT_EQ(after(SetEditRun{0, 5}, session), session);
  EXPECT_EQ(after(SetEditRun{9, 0}, session), session);
}

TEST(EditsOfASentence, GoWithTheirSentence) {
  Session session = after(AddEdit{by(2), 0});
  session = after(SwapSentences{}, session);
  EXPECT_EQ(factors(session), (std::array<float, 2>{1, 2}));
  session = after(SetCompare{false}, session);
  EXPECT_TRUE(session.edits.empty());
}

TEST(EditsOfASentence, ASwapIsTakenBackWhereItWasMade) {
  const std::string weights = "encoder.1.self_attention.head.0.weights";
  const Edit swap{.path = weights, .kind = Edit::Kind::swap, .row = 7, .col = 1, .other = 5};
  Session session = after(AddEdits{{SessionEdit(swap, true, 0), SessionEdit(swap, true, 1)}});
  EXPECT_EQ(session.edits.size(), 2U);
  session = after(AddEdit{swap, 1}, session);
  ASSERT_EQ(session.edits.size(), 1U);
  EXPECT_EQ(session.edits[0].run, 0);
  session = after(AddEdit{swap, 0}, after(AddEdit{swap}, after(ClearEdits{}, session)));
  ASSERT_EQ(session.edits.size(), 1U);
  EXPECT_EQ(session.edits[0].run, 1) << "of both it stays in the other sentence";
}

// Any sequence of actions, however wrong, in an empty world and in a full one: plain data, nothing of a disk.

void expect_within_lesson(const Session& session, const LessonScripts& lessons) {
  const LessonScript* script = script_of(session.lesson, lessons);
  ASSERT_GE(session.lesson_step, 0);
  if (script == nullptr) return;
  ASSERT_LT(session.lesson_step, static_cast<int>(script->size()));
  ASSERT_GE(session.lesson_answer, -1);
  ASSERT_LT(session.lesson_answer, script->at(static_cast<std::size_t>(session.lesson_step)).choices);
}

// What a panel may rely on when the results are those of the session.
void expect_drawable(const Session& session, const Results& results) {
  ASSERT_TRUE(session.side == 0 || session.side == 1);
  ASSERT_GE(session.layer, 0);
  ASSERT_GE(session.head, 0);
  ASSERT_GE(session.token, -1);
  const Trace* trace = results.trace_of_side(session, session.side);
  if (trace == nullptr) return;
  ASSERT_GE(trace->find(shown_path(session)), 0) << shown_path(session);
  // Of a step outside heads it is one of the words of its rows.
  const int outside = trace->find(step_outside_heads(session));
  const Stream words = outside < 0 ? Stream::none : info(trace->label(outside).rows).stream;
  ASSERT_LT(session.token, words == Stream::none ? trace->read(selected_path(session)).shape().rows
                                                 : static_cast<int>(trace->tokens(words).size()));
  // In a lab they may be cells of its own tape, which these results do not have.
  const Trace* cells = trace_of_cells(session, results);
  if (cells == nullptr) return;
  for (const CellName& cell : session.trail) {
    const Shape shape = cells->read(cell.path).shape();
    ASSERT_TRUE(cell.row >= 0 && cell.row < shape.rows && cell.col >= 0 && cell.col < shape.cols)
        << cell.path;
  }
}

TEST(Update, IsTotalForAnySequence) {
  const Results empty;
  const LessonScripts lessons = plain_lessons();
  const World full{tiny_results(), lessons};
  for (int seed = 0; seed < 40; ++seed) {
    AnyAction actions(static_cast<std::uint64_t>(seed), tiny_session(), *tiny_results().trace(0), lessons);
    Session session = tiny_session();
    for (int i = 0; i < 100; ++i) {
      const World world = i % 5 == 0 ? World{empty} : full;
      session = update(std::move(session), actions.next(), world);
      const Session shown = clamped(session, full);
      SCOPED_TRACE(to_json(shown));
      expect_drawable(shown, full.results);
      expect_within_lesson(shown, full.lessons);
      ASSERT_EQ(clamped(shown, full), shown) << "what fits does not fit";
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace headlight
