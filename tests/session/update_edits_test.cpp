// Edits of a session: which are kept, switched off and on, and which take one another's place.
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "app/session/action.h"
#include "tests/session/tiny_session.h"

namespace headlight {
namespace {

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

}  // namespace
}  // namespace headlight
