// What the screen says of translations that are not sure, written into the output of a model that is
// calibrated.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"
#include "tests/reference_head.h"
#include "tests/scripted_model.h"

namespace headlight {
namespace {

// Of the first text that ends so.
Area place_of(const Driver& driver, const std::string& text) {
  for (const Placed& each : driver.placed()) {
    if (each.kind == Placed::Kind::text && each.name.ends_with(text)) return each.area;
  }
  ADD_FAILURE() << "no text " << text;
  return {};
}

TEST(Doubt, IsMarkedWithItsReason) {
  Driver driver(scripted(unlikely_script), 1440, 900);
  EXPECT_TRUE(driver.shows("not sure"));
  EXPECT_TRUE(driver.shows("least sure of “animal” (0.60)"));
  Driver without(scripted(sure_script), 1440, 900);
  EXPECT_FALSE(without.shows("not sure"));
}

TEST(Doubt, HasItsReasonsUnderTheMouse) {
  Driver driver(scripted(repeating_script), 1440, 900);
  EXPECT_FALSE(driver.shows("probably wrong: "));
  const Area mark = place_of(driver, "probably wrong");
  driver.move(mark.middle_x(), mark.middle_y());
  driver.frame();
  EXPECT_TRUE(driver.shows("probably wrong: says “rue” three times"));
}

TEST(Doubt, IsOfTheSentenceThatHasIt) {
  Driver driver(scripted(sure_script, unlikely_script), 1440, 900);
  const Area mark = place_of(driver, "not sure");
  const auto marks = std::count_if(driver.placed().begin(), driver.placed().end(),
                                   [](const Placed& each) { return each.name == "not sure"; });
  EXPECT_EQ(marks, 1);
  Driver other(scripted(unlikely_script, sure_script), 1440, 900);
  EXPECT_LT(place_of(other, "not sure").top, mark.top);
}

TEST(Doubt, OfTwoWaysShowsBothAndTheirProbabilities) {
  for (const bool presenting : {false, true}) {
    Session session = scripted(ambiguous_script);
    session.presenting = presenting;
    session.attention = Attention::encoder;
    Driver driver(session, 1440, 900);
    for (const char* text : {"ambiguous", "il", "elle", "0.55", "0.43"})
      EXPECT_TRUE(driver.shows(text)) << text << (presenting ? " presented" : "");
  }
}

TEST(Doubt, IsPresented) {
  for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
    Session session = scripted(unlikely_script, sure_script);
    session.presenting = true;
    session.attention = attention;
    Driver driver(session, 1024, 768);
    EXPECT_TRUE(driver.shows("not sure"));
  }
}

// A model of one's own has no thresholds.
TEST(Doubt, IsNotMeasuredWithoutACalibration) {
  for (const Script& script : {unlikely_script, ambiguous_script}) {
    Session session = scripted(script);
    session.model = tiny_model_folder();
    Driver driver(session, 1440, 900);
    EXPECT_FALSE(driver.shows("not sure"));
    EXPECT_FALSE(driver.shows("ambiguous"));
  }
  Session session = scripted(repeating_script);
  session.model = tiny_model_folder();
  Driver driver(session, 1440, 900);
  EXPECT_TRUE(driver.shows("repeats itself"));
}

// One sentence on the small model, with a card that is calibrated so, from this folder.
Session calibrated(const Calibration& calibration, const TemporaryFolder& folder) {
  Card card;
  card.name = "tiny";
  card.certainty = calibration;
  tiny_translator().save(folder.path());
  save_card(card, folder.path());
  Session session = tiny_session();
  session.model = folder.path().string();
  session.text(1).clear();
  return session;
}

TEST(Doubt, IsGreaterWhereASecondTranslatorWritesSomethingElse) {
  const TemporaryFolder folder;
  const TemporaryFolder other;
  const Model model = tiny_translator();
  Model(model.config(), Weights::random(model.config(), 77), model.words()).save(other.path());
  Driver driver(calibrated({.least = 1, .witness = other.path().string()}, folder), 1440, 900);
  EXPECT_TRUE(driver.shows("probably wrong"));
  EXPECT_TRUE(driver.shows("a second translator writes “"));
  expect_tidy(driver, "probably wrong");
  const TemporaryFolder alone;
  Driver agrees(calibrated({.least = 1, .witness = tiny_model_folder()}, alone), 1440, 900);
  EXPECT_FALSE(agrees.shows("a second translator writes “"));
}

TEST(Doubt, NamesATieBetweenTheNounsThatItMayMean) {
  const TemporaryFolder folder;
  Card card;
  card.name = "tiny";
  card.certainty = Calibration{.least = 0.8F};
  card.reference_head = HeadPlace{"encoder", "self_attention", 1, 0};
  pronoun_translator().save(folder.path());
  save_card(card, folder.path());
  Session session = scripted({{{"il", 0.6F}}, {{"</s>", 0.9F}}});
  session.model = folder.path().string();
  Edit even{.path = "encoder.1.self_attention.head.0.weights",
            .row = 7,
            .values = std::vector<float>(11, 1.0F / 11)};
  session.edits.emplace_back(std::move(even), true, 0);
  Driver driver(session, 1440, 900);
  const Area mark = place_of(driver, "not sure");
  driver.move(mark.middle_x(), mark.middle_y());
  driver.frame();
  EXPECT_TRUE(driver.shows("“it” looks at animal and street alike") ||
              driver.shows("“it” looks at street and animal alike"));
}

TEST(Doubt, SaysOfAWordThatNobodyReadIt) {
  const TemporaryFolder folder;
  // More than there is, but for one word: it is read well enough whatever the weights.
  const Calibration calibration{
      .least = 0,
      .read = 1.0F,
      .unread = {"the", "animal", "didn't", "cross", "street", "because", "it", "was", "too"}};
  Driver driver(calibrated(calibration, folder), 1440, 900);
  ASSERT_TRUE(driver.shows("hardly looks at “tired”"));
  driver.hover("chip/0/1");
  EXPECT_FALSE(driver.shows("is hardly looked at"));
  driver.hover("chip/0/10");
  EXPECT_TRUE(driver.shows("“tired” is hardly looked at"));
}

TEST(Doubt, SaysWhyAboveWhereThereIsNoRoomBehind) {
  const TemporaryFolder folder;
  const Calibration calibration{
      .least = 0, .read = 1.0F, .unread = {"the", "animal", "didn't", "cross", "it"}};
  const std::string reasons = "hardly looks at “street”, “because”, “was” and 2 more";
  Driver wide(calibrated(calibration, folder), 1900, 900);
  EXPECT_TRUE(wide.shows(reasons));
  Driver narrow(calibrated(calibration, folder), 900, 768);
  EXPECT_TRUE(narrow.shows(reasons));
  EXPECT_FALSE(narrow.shows("The model writes"));
  EXPECT_LT(place_of(narrow, reasons).top, place_of(narrow, "probably wrong").top);
}

TEST(Doubt, LeavesTheScreenTidy) {
  for (const Script& first : {unlikely_script, repeating_script, ambiguous_script}) {
    for (const bool presenting : {false, true}) {
      for (const Attention attention : {Attention::encoder, Attention::cross}) {
        Session session = scripted(first, ambiguous_script);
        session.presenting = presenting;
        session.attention = attention;
        expect_tidy_at_every_size(session, presenting ? "doubts presented" : "doubts");
      }
    }
  }
}

// Long sentences with little room: what does not fit ends in an ellipsis.
TEST(Doubt, OfALongTranslationIsTidy) {
  const Script start = ambiguous_script;
  Script longer;
  for (int i = 0; i < 6; ++i) {
    for (const char* word : {"la", "rue", "était", i % 2 == 0 ? "a" : "animal"})
      longer.push_back({{word, 0.9F}});
  }
  Script ends = longer;
  ends.push_back({{"il", 0.55F}, {"elle", 0.43F}});
  ends.push_back({{"</s>", 0.9F}});
  Script begins = start;
  begins.pop_back();
  begins.insert(begins.end(), longer.begin(), longer.end());
  begins.push_back({{"</s>", 0.9F}});
  for (const bool presenting : {false, true}) {
    for (const auto& [first, second] : {std::pair(ends, begins), std::pair(begins, unlikely_script)}) {
      Session session = scripted(first, second);
      session.presenting = presenting;
      session.attention = Attention::encoder;
      expect_tidy_at_every_size(session, presenting ? "long doubts presented" : "long doubts");
    }
  }
}

// What the model writes: why both write one pronoun, and how likely a word was before the edits.

Session two_sentences(const std::string& place) {
  Session session;
  const std::string beginning = "The animal didn't cross the " + place + " because it was too ";
  session.text(0) = beginning + "tired";
  session.text(1) = beginning + "wide";
  return session;
}

TEST(Answer, SaysThatBothNounsHaveOneGender) {
  Driver same(two_sentences("bridge"), 1920, 1080);
  EXPECT_TRUE(same.shows("“il” twice: animal (animal) and pont (bridge) are both masculine."));
  Driver different(two_sentences("street"), 1920, 1080);
  EXPECT_FALSE(different.shows("are both"));
}

TEST(Answer, SaysWhichOfTwoModelsWroteIt) {
  Session session = two_sentences("street");
  session.text(1) = session.text(0);
  session.runs[1].model = "seq2seq-attention";
  Driver driver(session, 1280, 800);
  EXPECT_TRUE(
      driver.shows("First translator, then seq2seq-attention. Each knows only what it was trained on."));
  for (const ViewKind view : {ViewKind::heads, ViewKind::steps, ViewKind::lines}) {
    driver.apply(SetView{view});
    driver.apply(SelectSide{view == ViewKind::heads ? 1 : 0});
    EXPECT_TRUE(driver.results()->error.empty());
  }
  driver.press(Key::present);
  EXPECT_TRUE(driver.shows("translator") && driver.shows("seq2seq-attention")) << "before a class, too";
}

// Where a word stands beside its bar, in the rows of both sentences, from top to bottom.
std::vector<Area> beside_bars(const Driver& driver, const std::string& word) {
  std::vector<Area> places;
  for (const Placed& each : driver.placed()) {
    const bool right = each.area.left > 960;
    if (each.kind == Placed::Kind::text && each.name == word && right) places.push_back(each.area);
  }
  std::sort(places.begin(), places.end(), [](const Area& a, const Area& b) { return a.top < b.top; });
  return places;
}

TEST(Answer, ShowsWhatAWordWasBeforeTheEditsOfItsSentence) {
  Session session = two_sentences("street");
  // "it" still looks more at the animal, and the pronoun stays.
  std::vector<float> row(11, 0);
  row[1] = 0.65F;
  row[5] = 0.35F;
  session.edits = {SessionEdit({.path = noun_head + "weights", .row = 7, .values = row}, true, 0)};
  Driver driver(session, 1920, 1080);
  const Heatmap map = view_of(*driver.results()->side(0).unedited, "probabilities");
  const auto column = std::find(map.column_labels.begin(), map.column_labels.end(), "il");
  ASSERT_NE(column, map.column_labels.end());
  const std::vector<std::string>& written = driver.results()->side(0).unedited->words().target;
  const auto pronoun = std::find(written.begin(), written.end(), "il");
  ASSERT_NE(pronoun, written.end());
  // The row of the word before.
  const float before = map.value(static_cast<int>(pronoun - written.begin()) - 1,
                                 static_cast<int>(column - map.column_labels.begin()));
  const std::vector<Area> words = beside_bars(driver, "il");
  ASSERT_EQ(words.size(), 2U);
  driver.move(words[0].middle_x(), words[0].middle_y());
  driver.frame();
  EXPECT_TRUE(driver.shows("“il” " + number_alone(before, NumberFormat::probability) + " before the edits"));
  driver.move(words[1].middle_x(), words[1].middle_y());
  driver.frame();
  EXPECT_FALSE(driver.shows("before the edits")) << "the second sentence has none";
}

}  // namespace
}  // namespace headlight
