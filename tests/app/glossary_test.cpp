// The words of the glossary on screen: under the mouse, on their own page, in Find.
#include "app/lessons/glossary.h"
#include "app/panels/glossary/glossary.h"

#include <gtest/gtest.h>

#include <optional>

#include "tests/app/driver.h"

namespace headlight {
namespace {

std::optional<Area> place_of_text(const Driver& driver, const std::string& text) {
  for (const Placed& each : driver.placed()) {
    if (each.kind == Placed::Kind::text && each.name == text && each.area.within(each.clip).width() > 0)
      return each.area;
  }
  return std::nullopt;
}

// Rests the mouse on the beginning of a text.
void rest_on(Driver& driver, const Area& area) {
  driver.move(1, 1);
  driver.move(area.left + std::min(6.0F, area.width() / 2), area.middle_y());
  driver.pass(0.6);
}

Session translator(ViewKind view) {
  Session session;
  session.view = view;
  session.token = 7;
  return session;
}

TEST(TermNote, WaitsForTheMouseToRestAndGoesWithIt) {
  Driver driver(translator(ViewKind::steps));
  const std::optional<Area> area = place_of_text(driver, "scores");
  ASSERT_TRUE(area);
  driver.move(area->middle_x(), area->middle_y());
  const auto note = [&] {
    return std::any_of(driver.placed().begin(), driver.placed().end(),
                       [](const Placed& each) { return each.layer > 0; });
  };
  EXPECT_FALSE(note()) << "the mouse may be on its way";
  EXPECT_LT(driver.rest(), 1) << "and nobody has to move it again";
  driver.pass(0.6);
  EXPECT_TRUE(note());
  driver.move(1, 1);
  EXPECT_FALSE(note());
  EXPECT_TRUE(driver.state<TermUnderMouse>().name.empty());
}

TEST(TermNote, LeavesTheWordsOfASentenceAlone) {
  Session session = translator(ViewKind::lines);
  session.text(0) = "The dog was greedy";
  session.text(1).clear();
  Driver driver(session);
  const std::optional<Area> chip = place_of_text(driver, "greedy");
  ASSERT_TRUE(chip);
  rest_on(driver, *chip);
  EXPECT_TRUE(driver.state<TermUnderMouse>().name.empty());
}

TEST(TermNote, StaysOutOfAPresentationAndOfSheets) {
  Driver driver(translator(ViewKind::steps));
  const Area area = *place_of_text(driver, "scores");
  driver.press(Key::help);
  rest_on(driver, area);
  EXPECT_TRUE(driver.state<TermUnderMouse>().name.empty());
  driver.press(Key::escape);
  rest_on(driver, area);
  EXPECT_EQ(driver.state<TermUnderMouse>().name, "score");
  driver.apply(SetPresenting{true});
  std::vector<Area> words;
  for (const Placed& each : driver.placed()) {
    if (each.kind == Placed::Kind::text && !shipped_glossary().places_in(each.name).empty())
      words.push_back(each.area);
  }
  EXPECT_FALSE(words.empty());
  for (const Area& word : words) {
    rest_on(driver, word);
    EXPECT_TRUE(driver.state<TermUnderMouse>().name.empty()) << driver.state<TermUnderMouse>().name;
  }
}

TEST(GlossaryPage, OpensByKeyOnTheWordUnderTheMouse) {
  Driver driver(translator(ViewKind::steps));
  rest_on(driver, *place_of_text(driver, "scores"));
  driver.press(Key::glossary);
  EXPECT_EQ(driver.state().overlay, Overlay::glossary);
  EXPECT_TRUE(driver.shows("Show me: step "));
  EXPECT_TRUE(driver.shows("attention score"));
  driver.click("glossary/show");
  EXPECT_EQ(driver.state().overlay, Overlay::none);
  EXPECT_EQ(driver.session().altitude, Altitude::step);
  EXPECT_EQ(shown_path(driver.session()), "encoder.1.self_attention.head.0.scores")
      << "of the head that is looked at";
}

TEST(GlossaryPage, FindsByAnotherNameAndEnterGoesThere) {
  Driver driver(translator(ViewKind::lines));
  driver.press(Key::glossary);
  EXPECT_TRUE(driver.shows("Words become vectors")) << "the groups";
  driver.type("look-ahead");
  EXPECT_TRUE(driver.shows("causal mask"));
  driver.press(Key::enter);
  EXPECT_EQ(shown_path(driver.session()), "decoder.0.self_attention.head.0.masked");
}

TEST(GlossaryPage, EveryWordCanBeShown) {
  Driver driver(translator(ViewKind::lines));
  for (const Term& term : shipped_glossary().terms()) {
    driver.state().overlay = Overlay::glossary;
    driver.state<GlossaryPage>().finder = {};
    driver.state<GlossaryPage>().asked = term.name;
    driver.settle();
    EXPECT_TRUE(driver.shows(term.name)) << term.name;
    EXPECT_EQ(driver.has("glossary/show"), term.see.kind != See::Kind::nowhere) << term.name;
    driver.press(Key::enter);
    EXPECT_EQ(driver.state().overlay, term.see.kind == See::Kind::nowhere ? Overlay::glossary : Overlay::none)
        << term.name;
    // A lesson may have opened another model.
    if (driver.session().model != Session{}.model) driver.apply(OpenSession{translator(ViewKind::lines)});
    driver.apply(CloseLesson{});
    driver.apply(OpenEdits{false});
  }
}

}  // namespace
}  // namespace headlight
