// What if: edits by mouse and keyboard, their list, what they changed, and the way back.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "app/panels/common/interventions.h"
#include "app/widgets/widget_state.h"
#include "core/explain/view.h"
#include "tests/app/driver.h"
#include "tests/reference_head.h"

namespace headlight {
namespace {

const Edit exchange{
    .path = reference_head + "weights", .kind = Edit::Kind::swap, .row = 7, .col = 1, .other = 5};

Session with_edits(std::vector<SessionEdit> edits) {
  Session session = tiny_session();
  session.edits = std::move(edits);
  session.edits_open = true;
  return session;
}

void drag(Driver& driver, const std::string& id, std::initializer_list<float> shares) {
  const Area area = driver.area(id);
  bool down = false;
  for (const float share : shares) {
    driver.move(area.left + area.width() * share, area.middle_y());
    if (!down) ImGui::GetIO().MouseDown[0] = true;
    down = true;
    driver.frame();
    driver.settle();
  }
  ImGui::GetIO().MouseDown[0] = false;
  driver.frame();
  driver.settle();
}

TEST(EditWords, SayWhatEachKindDoes) {
  const TracePtr trace = tiny_translator().trace({.text = tired_sentence});
  const auto words = [&](const Edit& edit) { return edit_words(edit, *trace); };
  EXPECT_EQ(words(exchange), "Encoder layer 2, head 1: it looks at street instead of animal");
  EXPECT_EQ(words(head_off(reference_head + "output")), "Encoder layer 2, head 1 switched off");
  EXPECT_EQ(words(temperature(reference_head + "scaled", 2)), "Encoder layer 2, head 1: temperature 2");
  EXPECT_EQ(
      words(temperature(reference_head + "scaled", 1 / unscaled_factor(*trace, reference_head + "scaled"))),
      "Encoder layer 2, head 1: scores not divided by √dₖ");
  EXPECT_EQ(words(without_mask("decoder.0.self_attention.head.2.masked")),
            "Decoder layer 1, head 3: mask off");
  EXPECT_EQ(words(no_looking_ahead(reference_head + "scaled")), "Encoder layer 2, head 1: no looking ahead");
  EXPECT_EQ(words(without_positions("source.positions")), "Source: no positions");
  EXPECT_EQ(words({.path = reference_head + "weights", .row = 7, .values = std::vector<float>(11, 0.1F)}),
            "Encoder layer 2, head 1: weights of it moved by hand");
  EXPECT_EQ(words({.path = reference_head + "scores", .row = 7, .col = 1, .values = {0.5F}}),
            "Encoder layer 2, head 1: scores of it → animal = 0.5");
  EXPECT_EQ(
      words(
          {.path = reference_head + "scaled", .col = 5, .values = {-std::numeric_limits<float>::infinity()}}),
      "Encoder layer 2, head 1: no word may look at street");
  EXPECT_EQ(words({.path = "logits", .kind = Edit::Kind::multiply, .row = 0, .values = {3}}),
            "Logits of <s> × 3");
}

TEST(LookChoices, AreNounsWhereThereAreAnyElseByWeight) {
  Heatmap map;
  map.rows = 1;
  map.columns = 5;
  map.column_labels = {"the", "animal", "cross", "street", "animal"};
  map.values = {0.2F, 0.5F, 0.25F, 0.01F, 0.04F};
  const LookChoices choices = look_choices(map, 0, 3);
  EXPECT_EQ(choices.now, 1);
  EXPECT_EQ(choices.others, std::vector<int>{3}) << "nobody means a verb where there is a noun";
  map.column_labels = {"the", "animal", "cross", "was", "animal"};
  EXPECT_EQ(look_choices(map, 0, 3).others, (std::vector<int>{2, 0, 3}));
  EXPECT_TRUE(look_choices(map, 4, 3).others.empty());
}

TEST(WhatIfPanel, AKeyOpensItAndEscClosesIt) {
  Driver driver(tiny_session());
  driver.press(Key::what_if);
  EXPECT_TRUE(driver.session().edits_open);
  EXPECT_TRUE(driver.shows("Nothing is edited"));
  driver.press(Key::escape);
  EXPECT_FALSE(driver.session().edits_open);
  driver.press(Key::what_if);
  EXPECT_TRUE(driver.session().edits_open);
}

TEST(WhatIfPanel, EditsAreSwitchedRemovedAndCleared) {
  Driver driver(with_edits({exchange, head_off("encoder.0.self_attention.head.1.output")}), 1440, 1200);
  EXPECT_TRUE(driver.shows("2 edits"));
  EXPECT_TRUE(driver.has("ripple"));
  driver.click("edit/0/on");
  EXPECT_FALSE(driver.session().edits[0].on);
  driver.click("edits/all");
  EXPECT_TRUE(edits_in_force(driver.session()).empty());
  EXPECT_FALSE(driver.has("ripple"));
  driver.press(Key::edits);
  EXPECT_EQ(edits_in_force(driver.session()).size(), 2U);
  driver.click("edit/1/remove");
  EXPECT_EQ(driver.session().edits.size(), 1U);
  driver.click("edits/clear");
  EXPECT_TRUE(driver.session().edits.empty());
  driver.press(Key::undo);
  EXPECT_EQ(driver.session().edits.size(), 1U);
}

TEST(WhatIfPanel, AnEditAndABarAreWaysToTheirStep) {
  Driver driver(with_edits({head_off("encoder.0.self_attention.head.1.output")}), 1440, 1200);
  driver.click("edit/0");
  EXPECT_EQ(shown_path(driver.session()), "encoder.0.self_attention.head.1.output");
  EXPECT_EQ(driver.session().altitude, Altitude::step);
  EXPECT_TRUE(driver.session().edits_open);
  const Area bars = driver.area("ripple");
  driver.click_at(bars.right - 1, bars.middle_y());
  EXPECT_EQ(shown_path(driver.session()), "probabilities");
}

TEST(WhatIfPanel, AnEditCanBeForOneSentence) {
  Driver driver(with_edits({}), 1440, 2000);
  driver.click("edit side/Sentence 2");
  driver.click("lever/head");
  ASSERT_EQ(driver.session().edits.size(), 1U);
  EXPECT_EQ(driver.session().edits[0].run, 1);
  EXPECT_TRUE(driver.shows("only sentence 2"));
  EXPECT_FALSE(driver.results()->side(0).edited());
  driver.click("edit/0/side");
  EXPECT_FALSE(driver.session().edits[0].run);
  EXPECT_TRUE(driver.shows("both sentences"));
  // Of both, put off in one sentence.
  driver.click("edit side/Sentence 1");
  driver.click("lever/head");
  ASSERT_EQ(driver.session().edits.size(), 1U);
  EXPECT_EQ(driver.session().edits[0].run, 1);
  driver.click("edit/0/side");
  driver.click("edit/0/side");
  EXPECT_EQ(driver.session().edits[0].run, 0);
  // A lever for both stands as the sentence on stage does.
  driver.click("edit side/Both");
  driver.click("lever/head");
  EXPECT_TRUE(edits_in_force(driver.session()).empty());
}

TEST(WhatIfPanel, AWordThatStandsElsewhereInTheOtherSentenceIsEditedInItsOwn) {
  Session session = with_edits({});
  session.text(1) = "The animal was very tired because it didn't cross the street";
  Driver driver(session);
  drag(driver, "slide/weight/5", {0.3F, 0.6F});
  ASSERT_EQ(driver.session().edits.size(), 1U);
  EXPECT_EQ(driver.session().edits[0].run, 0);
}

TEST(WhatIfPanel, ControlsStayWhereTheyAreWhileEditsAreListed) {
  Driver driver(with_edits({}), 1440, 900);
  const std::array<std::string, 3> controls{"slide/weight/5", "lever/head", "slide/temperature"};
  std::vector<float> before;
  before.reserve(controls.size());
  for (const std::string& id : controls) before.push_back(driver.area(id).top);
  driver.click("lever/mask");
  driver.apply(AddEdit{exchange});
  driver.apply(AddEdit{head_off("encoder.0.self_attention.head.1.output")});
  for (std::size_t i = 0; i < controls.size(); ++i)
    EXPECT_FLOAT_EQ(driver.area(controls[i]).top, before[i]) << controls[i];
}

TEST(WhatIfPanel, ADraggedBarTurnsTheRowAndIsOneChange) {
  Driver driver(with_edits({}));
  drag(driver, "slide/weight/5", {0.3F, 0.9F, 1.0F, 0.6F});
  ASSERT_EQ(driver.session().edits.size(), 1U);
  const std::vector<float>& row = driver.session().edits[0].values;
  ASSERT_EQ(row.size(), 11U);
  EXPECT_NEAR(row[5], 0.6F, 0.02F);
  EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1, 1e-5);
  // Dragged to the end and back, the others still have their proportions.
  const Reading before = driver.results()->side(0).unedited->read(reference_head + "weights");
  EXPECT_NEAR(row[1] / row[0], before(7, 1) / before(7, 0), 1e-3);
  EXPECT_NEAR(driver.results()->trace(0)->read(reference_head + "weights")(7, 5), row[5], 1e-6);
  EXPECT_LT(driver.state<Flash>().since, 0) << "what is dragged is not lit as well";
  driver.press(Key::undo);
  EXPECT_TRUE(driver.session().edits.empty());
}

TEST(WhatIfPanel, ABarMovesWithTheArrowKeys) {
  Driver driver(with_edits({}));
  for (int i = 0; i < 200 && driver.state().focus != "slide/weight/5"; ++i) driver.press(Key::tab);
  ASSERT_EQ(driver.state().focus, "slide/weight/5");
  const float before = driver.results()->trace(0)->read(reference_head + "weights")(7, 5);
  driver.press(Key::right);
  ASSERT_EQ(driver.session().edits.size(), 1U);
  EXPECT_NEAR(driver.session().edits[0].values[5], before + 0.05F, 1e-5);
  EXPECT_EQ(driver.session().step, "") << "the arrows are the bar's";
}

TEST(WhatIfPanel, LeversOfAHead) {
  Session session = with_edits({});
  Driver driver(session, 1440, 2000);
  driver.click("lever/head");
  EXPECT_EQ(driver.results()->trace(0)->read(reference_head + "output").view().map().cwiseAbs().maxCoeff(),
            0);
  driver.click("lever/head");
  EXPECT_TRUE(edits_in_force(driver.session()).empty());
  driver.click("lever/scaling");
  const float root = std::sqrt(8.0F);
  ASSERT_EQ(edits_in_force(driver.session()).size(), 1U);
  EXPECT_NEAR(edits_in_force(driver.session())[0].values[0], root, 1e-5);
  const Trace& trace = *driver.results()->trace(0);
  EXPECT_NEAR(trace.read(reference_head + "scaled")(7, 1), trace.read(reference_head + "scores")(7, 1), 1e-4);
  driver.click("lever/scaling");
  EXPECT_TRUE(edits_in_force(driver.session()).empty());
  drag(driver, "slide/temperature", {0.5F, 0.7F, 0.9F});
  ASSERT_EQ(edits_in_force(driver.session()).size(), 1U);
  EXPECT_LT(edits_in_force(driver.session())[0].values[0], 0.3F);
  drag(driver, "slide/temperature", {0.9F, 0.5F});
  EXPECT_TRUE(edits_in_force(driver.session()).empty());
  driver.click("lever/mask");
  EXPECT_EQ(driver.results()->trace(0)->read(reference_head + "weights")(3, 4), 0);
  driver.click("lever/positions/source");
  EXPECT_EQ(driver.results()->trace(0)->read("source.positions")(3, 4), 0);
}

TEST(WhatIfPanel, ATemperatureBeyondTheSliderStays) {
  const SessionEdit hot = temperature(reference_head + "scaled", 20);
  Driver driver(with_edits({hot}));
  EXPECT_EQ(driver.session().edits, std::vector<SessionEdit>{hot});
}

TEST(WhatIfPanel, TheMaskOfTheDecoderGoes) {
  Session session = with_edits({});
  session.attention = Attention::decoder;
  session.layer = 0;
  session.token = 1;
  Driver driver(session, 1440, 2000);
  driver.click("lever/mask");
  ASSERT_EQ(driver.session().edits.size(), 1U);
  EXPECT_EQ(driver.session().edits[0].kind, Edit::Kind::pass);
  EXPECT_GT(driver.results()->trace(0)->read("decoder.0.self_attention.head.0.weights")(0, 1), 0);
}

TEST(Flash, LightsWhatChangedAndEnds) {
  for (const bool reduced : {false, true}) {
    Session session = tiny_session();
    session.reduced_motion = reduced;
    Driver driver(session);
    EXPECT_LT(driver.state<Flash>().since, 0);
    driver.click("place/look elsewhere");
    EXPECT_EQ(driver.state<Flash>().since >= 0, !reduced);
    if (reduced) continue;
    bool lit = false;
    for (const auto& [map, changed] : driver.state<Flash>().changed) {
      if (map->path != reference_head + "weights" || map->rows != 11) continue;
      for (int row = 0; row < map->rows; ++row) {
        for (int column = 0; column < map->columns; ++column) {
          if (changed[static_cast<std::size_t>(row) * static_cast<std::size_t>(map->columns) +
                      static_cast<std::size_t>(column)] == 0)
            continue;
          lit = true;
          EXPECT_EQ(row, 7);
        }
      }
    }
    EXPECT_TRUE(lit);
    for (int i = 0; i < 60; ++i) driver.frame();
    EXPECT_LT(driver.state<Flash>().since, 0) << "and then it is still";
  }
}

TEST(Banner, OffersTheWayBack) {
  for (const bool by_key : {false, true}) {
    Driver driver(tiny_session());
    driver.apply(SetSentence{0, "the zebra was tired"});
    driver.press(Key::theme);
    ASSERT_TRUE(driver.has("note/undo"));
    if (by_key) {
      driver.press(Key::escape);
    } else {
      driver.click("note/undo");
    }
    EXPECT_EQ(driver.session().text(0), tired_sentence);
    EXPECT_FALSE(driver.has("note/undo"));
  }
}

}  // namespace
}  // namespace headlight
