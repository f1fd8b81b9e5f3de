// When a session's results are computed, and the history: undo, redo, and what is one change.
#include "app/workspace/workspace.h"

#include <gtest/gtest.h>

#include <atomic>

#include "app/session/altitudes.h"
#include "core/matrix/random.h"
#include "tests/session/tiny_session.h"

namespace headlight {
namespace {

TEST(Workspace, ComputesWhatWasAppliedLast) {
  std::atomic<int> woken = 0;
  Workspace workspace(tiny_session(), [&] { ++woken; });
  for (const char* text : {"the animal", "the street", "it was tired"}) workspace.apply(SetSentence{0, text});
  const ResultsPtr results = workspace.wait();
  EXPECT_FALSE(results->computing);
  EXPECT_EQ(results->side(0).text, "it was tired");
  EXPECT_EQ(results->trace(0)->words().source.size(), 3U);
  EXPECT_GE(woken, 1);
}

TEST(Workspace, LetsGoWhatTheNewSentenceDoesNotHave) {
  Workspace workspace(tiny_session());
  workspace.wait();
  workspace.apply(SelectToken{10});
  workspace.apply(SetSentence{0, "it was tired"});
  workspace.wait();
  EXPECT_EQ(workspace.session().token, 2);
}

Edit scaled_by(int layer, float factor) {
  Edit edit;
  edit.path = "encoder." + std::to_string(layer) + ".self_attention.head.0.scaled";
  edit.kind = Edit::Kind::multiply;
  edit.values = {factor};
  return edit;
}

TEST(Workspace, EditsAreUndoneOneByOneWhereverOneHasLooked) {
  Workspace workspace(tiny_session());
  workspace.wait();
  workspace.apply(AddEdit{scaled_by(0, 0.5F)});
  workspace.wait();
  for (int i = 0; i < 30; ++i) workspace.apply(MoveStep{1});
  workspace.apply(SetTheme{Theme::dark});
  workspace.apply(AddEdit{scaled_by(1, 0.5F)});
  workspace.wait();
  const Session edited = workspace.session();
  workspace.apply(SelectToken{3});
  workspace.apply(SelectHead{0, 1});

  workspace.undo();  // where one was
  EXPECT_EQ(workspace.session(), edited);
  workspace.undo();
  EXPECT_EQ(workspace.session().edits.size(), 1U);
  workspace.undo();
  EXPECT_EQ(workspace.session().edits.size(), 1U);
  workspace.undo();
  EXPECT_TRUE(workspace.session().edits.empty());
  EXPECT_EQ(workspace.session().theme, Theme::dark) << "it belongs to the room";
  EXPECT_FALSE(workspace.can_undo());
  // Looking around does not cost what can be redone.
  workspace.apply(SelectToken{5});
  workspace.redo();
  EXPECT_EQ(workspace.session().edits.size(), 1U);
}

TEST(Workspace, ADragIsOneChange) {
  Workspace workspace(tiny_session());
  workspace.wait();
  for (const float factor : {0.9F, 0.8F, 0.7F}) workspace.apply(AddEdit{scaled_by(0, factor)}, 1);
  for (const float factor : {0.6F, 0.5F}) workspace.apply(AddEdit{scaled_by(0, factor)}, 2);
  EXPECT_FLOAT_EQ(workspace.session().edits[0].values[0], 0.5F);
  workspace.undo();
  EXPECT_FLOAT_EQ(workspace.session().edits[0].values[0], 0.7F);
  workspace.undo();
  EXPECT_TRUE(workspace.session().edits.empty());
}

TEST(Workspace, TakesBackTheLastChangeOfMatter) {
  Workspace workspace(tiny_session());
  workspace.wait();
  workspace.apply(SetSentence{0, "the zebra"});
  workspace.apply(SetTheme{Theme::dark});
  workspace.take_back();
  EXPECT_EQ(workspace.session().theme, Theme::dark) << "it belongs to the room";
  workspace.apply(SetTheme{Theme::light});
  EXPECT_EQ(workspace.session(), shown_in_place(tiny_session()));
}

// Who has only looked around loses no place by taking back.
TEST(Workspace, LookingAroundIsNotTakenBack) {
  Workspace workspace(tiny_session());
  workspace.wait();
  workspace.apply(GoTo{.altitude = Altitude::model});
  const Session looked = workspace.session();
  EXPECT_NE(looked, shown_in_place(tiny_session()));
  EXPECT_TRUE(workspace.can_undo());
  EXPECT_FALSE(workspace.can_take_back());
  workspace.take_back();
  EXPECT_EQ(workspace.session(), looked);
}

TEST(Workspace, SaysWhatAnOpenedSessionAskedForInVain) {
  Workspace workspace(tiny_session());
  workspace.wait();
  Session wild = tiny_session();
  wild.layer = 40;
  workspace.apply(OpenSession{wild});
  workspace.wait();
  EXPECT_NE(workspace.notice().find("layer 40"), std::string::npos);
  workspace.apply(SelectToken{2});
  EXPECT_EQ(workspace.notice(), "");
  // Nobody asked for what a shorter sentence does not have.
  workspace.apply(SelectToken{10});
  workspace.apply(SetSentence{0, "it was tired"});
  workspace.wait();
  EXPECT_EQ(workspace.notice(), "");
}

Action any_action(Random& random) {
  switch (random.below(9)) {
    case 0:
      return SelectToken{random.below(11)};
    case 1:
      return SelectHead{random.below(2), random.below(2)};
    case 2:
      return MoveStep{random.below(9) - 4};
    case 3:
      return SetTheme{random.chance(0.5) ? Theme::light : Theme::dark};
    case 4:
      return AddEdit{scaled_by(random.below(2), 0.25F * static_cast<float>(1 + random.below(4)))};
    case 5:
      return SwapSentences{};
    case 6:
      return SwitchEdits{random.chance(0.5)};
    case 7:
      return SetSentence{random.below(2), random.chance(0.5) ? tired_sentence : "it was tired"};
    default:
      return SelectCell{{"encoder.0.residual_1", random.below(3), random.below(8)}};
  }
}

// Undoing all and redoing all passes through the same sessions, and no two steps in a row only look
// elsewhere.
TEST(Workspace, AnyHistoryGoesBackAndForth) {
  for (int seed = 0; seed < 12; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    Workspace workspace(tiny_session());
    workspace.wait();
    for (int i = 0; i < 60; ++i) {
      const int what = random.below(10);
      if (what == 0) {
        workspace.undo();
      } else if (what == 1) {
        workspace.redo();
      } else {
        workspace.apply(any_action(random), random.below(3));
      }
      workspace.wait();
    }
    while (workspace.can_redo()) {
      workspace.redo();
      workspace.wait();
    }
    std::vector<Session> seen{workspace.session()};
    while (workspace.can_undo()) {
      workspace.undo();
      workspace.wait();
      seen.push_back(workspace.session());
    }
    for (std::size_t i = 1; i < seen.size(); ++i) {
      EXPECT_NE(seen[i], seen[i - 1]);
      if (i > 1) {
        EXPECT_FALSE(same_matter(seen[i], seen[i - 1]) && same_matter(seen[i - 1], seen[i - 2]));
      }
    }
    for (std::size_t i = seen.size() - 1; i > 0; --i) {
      EXPECT_EQ(workspace.session(), seen[i]);
      workspace.redo();
      workspace.wait();
    }
    EXPECT_EQ(workspace.session(), seen[0]);
    EXPECT_FALSE(workspace.can_redo());
  }
}

TEST(Workspace, WhatWasRestoredIsUndoneEditsFirst) {
  Session left = tiny_session();
  left.text(0) = "the street was wide";
  left.theme = Theme::dark;
  left.edits = {Edit{.path = "encoder.1.self_attention.head.0.output", .values = {0}}};
  Workspace workspace(tiny_session());
  workspace.restore(left);
  workspace.wait();
  EXPECT_EQ(workspace.session().edits, left.edits);
  workspace.undo();
  EXPECT_TRUE(workspace.session().edits.empty());
  EXPECT_EQ(workspace.session().text(0), left.text(0));
  workspace.undo();
  EXPECT_EQ(workspace.session().text(0), tiny_session().text(0));
  EXPECT_EQ(workspace.session().theme, Theme::dark);
  EXPECT_FALSE(workspace.can_undo());
  workspace.redo();
  workspace.redo();
  EXPECT_EQ(workspace.session().edits, left.edits);
}

TEST(Workspace, EndsWhileItIsComputing) {
  for (int i = 0; i < 5; ++i) Workspace workspace(tiny_session());
}

}  // namespace
}  // namespace headlight
