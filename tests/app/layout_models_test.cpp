// Every view of models that are no translators of one or two layers.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/app/tidy.h"
#include "tests/tiny_labeller.h"

namespace headlight {
namespace {

struct Shown {
  std::string what, model, text;
};

std::vector<Shown> shown() {
  return {{"labeller", tiny_labeller_folder(), "TRANSFORMER"},
          {"labeller of one letter", tiny_labeller_folder(), "Q"},
          {"small model that is shipped", "positions/third/rotary", "TRANSFORMER"},
          {"translator of one word", tiny_model_folder(), "animal"},
          {"144 heads on 200 letters", many_heads_folder(), many_letters(200)}};
}

Session session_on(const Shown& what, ViewKind view) {
  Session session;
  session.model = what.model;
  session.sentence = what.text;
  session.compare.clear();
  session.view = view;
  session.layer = 0;
  session.head = 1;
  session.token = 0;
  return session;
}

TEST(LayoutOfModels, EveryViewIsTidy) {
  for (const Shown& what : shown()) {
    for (const auto& [view, name] : view_names()) {
      for (const Size& size : {Size{1024, 768, 1}, Size{1440, 900, 1}}) {
        Driver driver(session_on(what, view), size.width, size.height, size.scale);
        driver.settle();
        ASSERT_NE(driver.document()->trace(0), nullptr) << driver.document()->sides[0].error;
        expect_tidy(driver, name_of(size, what.what + ": " + name));
      }
    }
  }
}

// No view has a place for what the model does not have.
TEST(LayoutOfModels, WithoutADecoderNothingIsSaidOfOne) {
  const Shown letters = shown().front();
  for (const ViewKind view : {ViewKind::map, ViewKind::flow, ViewKind::heads, ViewKind::steps}) {
    Driver driver(session_on(letters, view));
    driver.settle();
    EXPECT_FALSE(driver.shows("Decoder")) << name_of(view_names(), view);
    EXPECT_FALSE(driver.shows("decoder")) << name_of(view_names(), view);
  }
  Driver heads(session_on(letters, ViewKind::heads));
  heads.settle();
  EXPECT_TRUE(heads.shows("All 9 heads"));
}

// Two letters beside two others, and the answers are labels.
TEST(LayoutOfModels, LabelsStandWhereTheyAreGiven) {
  Session session = session_on(shown()[2], ViewKind::lines);
  session.sentence = "A B C D";
  session.compare = "A B E D";
  Driver driver(session);
  driver.settle();
  const TracePtr trace = driver.document()->sides[0].trace;
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(trace->words().next.size(), 4U);
  for (const std::string& label : trace->words().next) EXPECT_TRUE(driver.shows(label)) << label;
  for (const ViewKind view : {ViewKind::flow, ViewKind::map}) {
    driver.apply(SetView{view});
    driver.settle();
    EXPECT_TRUE(driver.shows(trace->words().next[3]));
  }
}

// Of a long sentence no more is on screen than one can see, and what is left out is said.
TEST(LayoutOfModels, LongSentencesAreShownInPart) {
  const Shown many = shown().back();
  Session session = session_on(many, ViewKind::lines);
  session.token = 120;
  Driver lines(session);
  lines.settle();
  const auto placed = [](const Driver& driver, const std::string& begin) {
    return std::count_if(driver.placed().begin(), driver.placed().end(), [&](const Placed& each) {
      return each.kind == Placed::Kind::item && each.name.starts_with(begin);
    });
  };
  EXPECT_LT(placed(lines, "chip/0/"), 60);
  EXPECT_GT(placed(lines, "chip/0/"), 20);
  EXPECT_TRUE(lines.has("chip/0/120"));
  EXPECT_LT(placed(lines, "head/"), 24);
  EXPECT_TRUE(lines.shows("heaviest lines of"));

  Driver flow(session_on(many, ViewKind::flow));
  flow.settle();
  EXPECT_TRUE(flow.shows("of 200 words"));
  EXPECT_EQ(placed(flow, "flow/word/"), 40);
  EXPECT_FALSE(flow.has("flow/word/120"));
  flow.apply(SelectToken{120});
  flow.settle();
  EXPECT_TRUE(flow.has("flow/word/120"));
  EXPECT_LE(placed(flow, "flow/word/"), 48);
}

// The keys go through all heads, and stop at the last.
TEST(LayoutOfModels, KeysGoThroughAllHeads) {
  Driver driver(session_on(shown().front(), ViewKind::lines));
  driver.settle();
  for (int i = 0; i < 20; ++i) driver.press(Key::down);
  EXPECT_EQ(driver.session().layer, 2);
  EXPECT_EQ(driver.session().head, 2);
  for (int i = 0; i < 3; ++i) driver.press(Key::up);
  EXPECT_EQ(driver.session().layer, 1);
  EXPECT_EQ(driver.session().head, 2);
}

}  // namespace
}  // namespace headlight
