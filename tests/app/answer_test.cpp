// What the model writes: why both write one pronoun, and how likely a word was before the edits.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "tests/app/driver.h"
#include "tests/reference_head.h"

namespace headlight {
namespace {

Session two_sentences(const std::string& place) {
  Session session;
  const std::string beginning = "The animal didn't cross the " + place + " because it was too ";
  session.text(0) = beginning + "tired";
  session.text(1) = beginning + "wide";
  return session;
}

TEST(Answer, SaysThatBothNounsHaveOneGender) {
  Driver same(two_sentences("bridge"), 1920, 1080);
  same.settle();
  EXPECT_TRUE(same.shows("“il” twice: animal (animal) and pont (bridge) are both masculine."));
  Driver different(two_sentences("street"), 1920, 1080);
  different.settle();
  EXPECT_FALSE(different.shows("are both"));
}

TEST(Answer, SaysWhichOfTwoModelsWroteIt) {
  Session session = two_sentences("street");
  session.text(1) = session.text(0);
  session.runs[1].model = "seq2seq-attention";
  Driver driver(session, 1280, 800);
  driver.settle();
  EXPECT_TRUE(
      driver.shows("First translator, then seq2seq-attention: each knows only what it was trained on."));
  driver.apply(SetView{ViewKind::map});
  driver.settle();
  EXPECT_TRUE(driver.shows("seq2seq…")) << "the choice of a side names the models";
  for (const ViewKind view : {ViewKind::flow, ViewKind::heads, ViewKind::steps, ViewKind::lines}) {
    driver.apply(SetView{view});
    driver.apply(SelectSide{view == ViewKind::flow ? 1 : 0});
    driver.settle();
    EXPECT_TRUE(driver.results()->error.empty());
  }
  driver.press(Key::present);
  driver.settle();
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
  session.edits = {SessionEdit({.path = reference_head + "weights", .row = 7, .values = row}, true, 0)};
  Driver driver(session, 1920, 1080);
  driver.settle();
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
