// The words of the glossary on screen: under the mouse, on their own page, in Find.
#include "app/lessons/glossary.h"
#include "app/panels/glossary/glossary.h"

#include <gtest/gtest.h>

#include <optional>

#include "tests/app/driver.h"

namespace headlight {
namespace {

struct OnScreen {
  const char* text;  // as it is placed, the whole of it
  const char* term;  // that is explained with the mouse on its first letters
};

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

void expect_explained(Driver& driver, std::initializer_list<OnScreen> list) {
  for (const OnScreen& each : list) {
    driver.move(1, 1);
    driver.frame();
    const std::optional<Area> area = place_of_text(driver, each.text);
    if (!area) {
      ADD_FAILURE() << "not on screen: " << each.text;
      continue;
    }
    rest_on(driver, *area);
    EXPECT_EQ(driver.state<TermUnderMouse>().name, each.term) << each.text;
    // The sentence itself is drawn, above the stage.
    const Term* term = shipped_glossary().find(each.term);
    ASSERT_NE(term, nullptr) << each.term;
    const std::string sentence = plain_text(term->text);
    const std::string word = sentence.substr(0, sentence.find(' '));
    EXPECT_TRUE(std::any_of(driver.placed().begin(), driver.placed().end(),
                            [&](const Placed& placed) { return placed.layer > 0 && placed.name == word; }))
        << each.text << ": " << word;
  }
}

Session translator(ViewKind view) {
  Session session;
  session.view = view;
  session.token = 7;
  return session;
}

TEST(TermsOnScreen, OfTheBarAndTheLines) {
  Driver driver(translator(ViewKind::lines), 1920, 1080);
  expect_explained(driver, {{"trained", "training"},
                            {"What if", "intervention"},
                            {"Heads", "attention head"},
                            {"Encoder", "encoder"},
                            {"Decoder", "decoder"},
                            {"Cross-attention", "cross-attention"},
                            {"scores", "score"},
                            {"scaled", "scaled score"},
                            {"masked", "mask"},
                            {"weights", "attention weight"},
                            {"key →", "key"},
                            {"query ↓", "query"},
                            {"weight", "attention weight"},
                            {"Probability of il (masculine) and elle (feminine)", "probability"},
                            {"encoder.1.self_attention.head.0.weights", "encoder"}});
  // By their long names, where all heads have room.
  Session small = translator(ViewKind::lines);
  small.model = "small-translator/step_02000";
  Driver other(small, 1920, 1080);
  expect_explained(other, {{"Layer 0", "layer"}, {"Encoder layer 2, head 1", "encoder"}});
}

TEST(TermsOnScreen, OfTheMap) {
  Driver driver(translator(ViewKind::map));
  expect_explained(driver, {{"Embedding", "embedding"},
                            {"Positions", "positional encoding"},
                            {"Self-attention", "self-attention"},
                            {"Layer norm", "layer normalization"},
                            {"Feed-forward", "feed-forward network"},
                            {"Masked self-attention", "causal mask"},
                            {"Cross-attention", "cross-attention"},
                            {"Linear", "projection"},
                            {"Softmax", "softmax"}});
}

TEST(TermsOnScreen, OfHeadsStepsAndLabs) {
  Driver heads(translator(ViewKind::heads));
  expect_explained(
      heads,
      {{"self-attention", "self-attention"}, {"rollout", "attention rollout"}, {"entropy", "entropy"}});
  Driver steps(translator(ViewKind::steps));
  expect_explained(steps, {{"value", "value"},
                           {"concatenated", "concatenation"},
                           {"projected", "W^O"},
                           {"residual 1", "residual connection"},
                           {"softmax", "softmax"}});
  Driver labs(translator(ViewKind::lab));
  expect_explained(labs, {{"Masks", "mask"},
                          {"Temperature", "temperature"},
                          {"sinusoids", "sinusoidal positions"},
                          {"ALiBi", "ALiBi"},
                          {"RoPE", "rotary positional embedding"}});
}

TEST(TermsOnScreen, ViewsAndSwapSayWhatTheyDo) {
  Driver driver(translator(ViewKind::lines));
  driver.hover("view/Map");
  EXPECT_TRUE(driver.shows("The whole model"));
  driver.hover("swap");
  EXPECT_TRUE(driver.shows("Swaps the two sentences"));
  for (const Placed& each : driver.placed())
    EXPECT_LE(each.layer > 0 ? each.area.right : 0, 1440) << each.name;
}

TEST(TermNote, WaitsForTheMouseToRestAndGoesWithIt) {
  Driver driver(translator(ViewKind::lines));
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

TEST(TermNote, IsOneNoteWithWhatTheItemSays) {
  Session session = translator(ViewKind::steps);
  session.step = "encoder.0.self_attention.projected";
  Driver driver(session);
  rest_on(driver, *place_of_text(driver, "residual 1"));
  EXPECT_EQ(driver.state<TermUnderMouse>().name, "residual connection");
  // What is drawn last is the tooltip of its own, if there is one: here the term's sentence is.
  const std::string last_path = "encoder.0.residual_1";
  std::string last;
  bool path = false;
  for (const Placed& each : driver.placed()) {
    if (each.layer == 0) continue;
    last = each.name;
    path = path || each.name == last_path;
  }
  EXPECT_TRUE(path);
  EXPECT_NE(last, last_path);
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
  Driver driver(translator(ViewKind::lines));
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
  Driver driver(translator(ViewKind::lines));
  rest_on(driver, *place_of_text(driver, "scores"));
  driver.press(Key::glossary);
  EXPECT_EQ(driver.state().overlay, Overlay::glossary);
  EXPECT_TRUE(driver.shows("Show me: step "));
  EXPECT_TRUE(driver.shows("attention score"));
  driver.click("glossary/show");
  EXPECT_EQ(driver.state().overlay, Overlay::none);
  EXPECT_EQ(driver.session().view, ViewKind::steps);
  EXPECT_EQ(driver.session().step, "encoder.1.self_attention.head.0.scores")
      << "of the head that is looked at";
}

TEST(GlossaryPage, FindsByAnotherNameAndEnterGoesThere) {
  Driver driver(translator(ViewKind::lines));
  driver.press(Key::glossary);
  EXPECT_TRUE(driver.shows("Words become vectors")) << "the groups";
  driver.type("look-ahead");
  EXPECT_TRUE(driver.shows("causal mask"));
  driver.press(Key::enter);
  EXPECT_EQ(driver.session().step, "decoder.0.self_attention.head.0.masked");
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
