// The lab on masks: painting, presets, what is said about them.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "app/labs/masks/masks_lab.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

class MasksLabTest : public ::testing::Test {
 protected:
  static Session start() {
    Session session = tiny_session();
    session.text(1) = "";
    session.view = ViewKind::lab;
    session.lab = lab_named("masks");
    session.labs.get<MasksLab>().mask = MaskKind::none;
    return session;
  }
  MasksLabTest() : driver_(start()) {}

  const MasksLab& lab() const { return driver_.session().labs.get<MasksLab>(); }
  ImVec2 cell(int row, int column) {
    const Area grid = driver_.area("masks/grid");
    const float size = grid.width() / 11;
    return {grid.left + size * (static_cast<float>(column) + 0.5F),
            grid.top + size * (static_cast<float>(row) + 0.5F)};
  }
  void drag(ImVec2 from, ImVec2 to) {
    driver_.move(from.x, from.y);
    ImGui::GetIO().MouseDown[0] = true;
    driver_.frame();
    driver_.frame();
    ImGui::GetIO().MousePos = to;
    driver_.frame();
    driver_.frame();
    ImGui::GetIO().MouseDown[0] = false;
    driver_.frame();
    driver_.settle();
  }
  // A text that may be broken into lines.
  bool says(const std::string& text) const {
    std::string all;
    for (const Placed& each : driver_.placed()) {
      if (each.kind != Placed::Kind::text) continue;
      for (const char letter : each.name + " ") {
        if (letter != ' ' || (!all.empty() && all.back() != ' ')) all += letter;
      }
    }
    return all.find(text) != std::string::npos;
  }
  bool masked(int row, int column) const { return !masks_pattern(lab(), 11)(row, column); }
  void focus(const std::string& id) {
    for (int i = 0; i < 200 && driver_.state().focus != id; ++i) driver_.press(Key::tab);
    ASSERT_EQ(driver_.state().focus, id);
  }

  Driver driver_;
};

TEST_F(MasksLabTest, AStrokeMasksWhatItTouchesAndIsOneEntryOfTheHistory) {
  drag(cell(2, 1), cell(2, 6));
  EXPECT_EQ(lab().mask, MaskKind::own);
  for (int column = 0; column < 11; ++column) {
    EXPECT_EQ(masked(2, column), column >= 1 && column <= 6) << column;
  }
  EXPECT_EQ(lab().painted.size(), 12U);
  driver_.press(Key::undo);
  EXPECT_EQ(lab().mask, MaskKind::none);
  EXPECT_TRUE(lab().painted.empty());
  driver_.press(Key::redo);
  EXPECT_EQ(lab().painted.size(), 12U);
  drag(cell(2, 3), cell(2, 9));
  EXPECT_FALSE(masked(2, 3)) << "a stroke that begins on a masked cell brings it back into sight";
  EXPECT_TRUE(masked(2, 2));
  EXPECT_FALSE(masked(2, 9));
}

TEST_F(MasksLabTest, CellsToPaintHaveNoNumbers) {
  Driver large(start(), 1920, 1200);
  EXPECT_GT(large.area("masks/grid").width(), 11 * 34) << "there would be room";
  EXPECT_FALSE(large.shows("0.0"));
}

TEST_F(MasksLabTest, AClickTurnsOneCell) {
  const ImVec2 at = cell(4, 7);
  driver_.click_at(at.x, at.y);
  EXPECT_EQ(lab().painted, (std::vector<int>{4, 7}));
  driver_.click_at(at.x, at.y);
  EXPECT_TRUE(lab().painted.empty());
}

TEST_F(MasksLabTest, TheKeyboardPaintsToo) {
  focus("masks/grid");
  driver_.press(Key::down);
  driver_.press(Key::right);
  driver_.press(Key::right);
  EXPECT_EQ(lab().mask, MaskKind::none) << "moving paints nothing";
  EXPECT_EQ(driver_.session().view, ViewKind::lab) << "the arrows are the grid's";
  driver_.press(Key::space);
  EXPECT_EQ(lab().painted, (std::vector<int>{1, 2}));
  for (int i = 0; i < 12; ++i) driver_.press(Key::up);
  EXPECT_EQ(lab().painted, (std::vector<int>{1, 2})) << "the edge stops the cursor and paints nothing";
  driver_.press(Key::space);
  EXPECT_EQ(lab().painted, (std::vector<int>{0, 2, 1, 2}));
  driver_.press(Key::space);
  EXPECT_EQ(lab().painted, (std::vector<int>{1, 2}));
}

TEST_F(MasksLabTest, PresetsAreARowOfChoices) {
  driver_.click("masks/mask/causal (as GPT)");
  EXPECT_EQ(lab().mask, MaskKind::causal);
  EXPECT_TRUE(says("66 of 121 cells"));
  EXPECT_TRUE(says("at most 11 of 11"));
  driver_.click("masks/mask/your own");
  EXPECT_EQ(lab().mask, MaskKind::own);
  EXPECT_EQ(lab().painted.size(), 110U) << "one's own begins with what was there";
  driver_.click("masks/clear");
  EXPECT_TRUE(lab().painted.empty());
}

TEST_F(MasksLabTest, PaddingHasNoWords) {
  driver_.click("masks/mask/padding");
  EXPECT_TRUE(driver_.shows("pad (tired)"));
  focus("slide/masks/padding");
  driver_.press(Key::right);
  EXPECT_EQ(lab().padding, 3);
  EXPECT_EQ(masks_pattern(lab(), 11).count(0), 8);
}

TEST_F(MasksLabTest, AWindowNeedsLayersAndASinkSparesThem) {
  driver_.apply(SelectToken{10});
  driver_.click("masks/mask/window");
  EXPECT_TRUE(says("after 5 layers")) << "two words back a layer";
  EXPECT_TRUE(says("at most 3 of 11"));
  focus("slide/masks/window");
  for (int i = 0; i < 3; ++i) driver_.press(Key::left);
  EXPECT_EQ(lab().window, 1);
  EXPECT_TRUE(says("never sees everything"));
  driver_.click("masks/mask/window + sink");
  EXPECT_TRUE(driver_.has("slide/masks/sink"));
  EXPECT_TRUE(says("at most 2 of 11"));
  driver_.click("masks/causal");
  EXPECT_FALSE(lab().causal);
  EXPECT_FALSE(says("look ahead")) << "with a window of one there is nothing ahead";
  focus("slide/masks/window");
  driver_.press(Key::right);
  EXPECT_TRUE(says("look ahead"));
}

TEST_F(MasksLabTest, ARowWithoutAKeyIsExplainedAndMended) {
  drag(cell(3, 0), cell(3, 10));
  EXPECT_TRUE(says("may look at nothing"));
  EXPECT_TRUE(driver_.shows("NaN"));
  driver_.click("masks/mend");
  EXPECT_FALSE(masked(3, 3));
  EXPECT_TRUE(masked(3, 4));
  EXPECT_FALSE(says("may look at nothing"));
}

TEST_F(MasksLabTest, ACellOpensTheInspectorOnWhatTheLabRecorded) {
  driver_.click("masks/mask/causal (as GPT)");
  driver_.click("masks/masked");
  ASSERT_EQ(driver_.session().trail.size(), 1U);
  EXPECT_EQ(driver_.session().trail[0].path, "encoder.1.self_attention.head.0.masked")
      << "a step that the encoder itself does not have";
  EXPECT_EQ(driver_.results()->trace(0)->find("encoder.1.self_attention.head.0.masked"), -1);
}

TEST_F(MasksLabTest, HeadsAndScopeCanBeChosen) {
  driver_.click("masks/head/next");
  EXPECT_EQ(driver_.session().head, 1);
  EXPECT_TRUE(driver_.shows("encoder · layer 2 · head 2"));
  driver_.click("masks/all_heads/this head");
  EXPECT_FALSE(lab().all_heads);
}

TEST_F(MasksLabTest, FollowsAWordThatIsClicked) {
  driver_.click("masks/word/2");
  EXPECT_EQ(driver_.session().token, 2);
  driver_.click("masks/grid/row/5");
  EXPECT_EQ(driver_.session().token, 5);
}

TEST_F(MasksLabTest, EveryPresetIsTidyEverywhere) {
  for (const auto& [kind, name] : mask_names()) {
    for (const Attention attention : {Attention::encoder, Attention::decoder}) {
      Session session = start();
      session.attention = attention;
      session.layer = 0;
      session.labs.get<MasksLab>().mask = kind;
      if (kind == MaskKind::own) session.labs.get<MasksLab>().painted = {0, 0};
      if (kind == MaskKind::padding) session.trail = {{"encoder.0.self_attention.head.0.weights", 1, 1}};
      expect_tidy_at_every_size(session, std::string("masks ") + name);
    }
  }
}

TEST_F(MasksLabTest, WhatHasComeToTheWordIsAlwaysAmongTheChips) {
  Session session = start();
  session.labs.get<MasksLab>().mask = MaskKind::window;
  session.labs.get<MasksLab>().window = 2;
  session.labs.get<MasksLab>().causal = false;
  session.labs.get<MasksLab>().all_heads = false;
  session.presenting = true;
  for (const int token : {0, 5, 10}) {
    session.token = token;
    Driver driver(session, 1024, 768);
    const int reach = session.labs.get<MasksLab>().layers;
    for (int word = std::max(0, token - reach); word <= std::min(10, token + reach); ++word)
      EXPECT_TRUE(driver.has("masks/word/" + std::to_string(word))) << token << " sees " << word;
  }
}

}  // namespace
}  // namespace headlight
