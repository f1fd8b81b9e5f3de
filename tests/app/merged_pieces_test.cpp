// Attention weights by whole words on screen, where a model reads pieces of words.
#include <gtest/gtest.h>

#include <string>

#include "app/panels/files/export_dialog.h"
#include "app/panels/heads/heads.h"
#include "core/explain/aggregate.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

Session of_pieces(const std::string& family, bool two) {
  Session session;
  session.model = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/" + family;
  session.text(0) = "The animal was tired";
  session.text(1) = two ? "The animal was wide" : "";
  session.attention = family == "gpt2" ? Attention::decoder : Attention::encoder;
  session.view = ViewKind::lines;
  session.layer = session.head = 0;
  session.token = -1;
  session.merge_pieces = true;
  return session;
}

constexpr const char* together = "the pieces of each word together";

TEST(MergedPieces, StandByWordsInLinesAndHeads) {
  for (const std::string family : {"bert", "gpt2"}) {
    for (const bool two : {false, true}) {
      for (const ViewKind view : {ViewKind::lines, ViewKind::heads}) {
        Session session = of_pieces(family, two);
        session.view = view;
        Driver driver(session, 1280, 800, 1);
        const std::string what = family + (two ? ", two sentences, " : ", ") + info(view).name;
        ASSERT_NE(driver.results()->trace(0), nullptr) << driver.results()->side(0).error;
        EXPECT_TRUE(driver.shows(together)) << what;
        expect_tidy(driver, what);
        driver.apply(MergePieces{false});
        EXPECT_FALSE(driver.shows(together)) << what;
      }
    }
  }
}

TEST(MergedPieces, TheGridOfHeadsIsByWordsToo) {
  Session session = of_pieces("bert", false);
  session.view = ViewKind::heads;
  Driver driver(session, 1280, 800, 1);
  const std::string path = "encoder.0.self_attention.head.1.weights";
  const Trace& trace = *driver.results()->trace(0);
  const int tokens = trace.tape().node(trace.at(path)).shape.rows;
  const Heatmap words = by_words(view_of(trace, path));
  ASSERT_LT(words.rows, tokens);
  const Groups groups = row_words(view_of(trace, path));
  for (int word = 0; word < words.rows; ++word) {
    const Area cell = driver.area("grid/" + path);
    const float side = cell.height() - 39;  // two lines of words stand below it
    const float share = (static_cast<float>(word) + 0.5F) / static_cast<float>(words.rows);
    driver.move(cell.left + share * side, cell.top + share * side);
    driver.frame();
    const std::optional<HeadPair>& pair = driver.state<PairUnderMouse>().pair;
    ASSERT_TRUE(pair.has_value());
    EXPECT_EQ(pair->row, groups.places(word).front());
    EXPECT_EQ(pair->column, groups.places(word).front());
    EXPECT_TRUE(driver.shows(weight_alone(words.value(word, word))));
  }
}

TEST(MergedPieces, ACellSaysWhatItIsMadeOf) {
  Session session = of_pieces("bert", false);
  session.trail = {{"encoder.0.self_attention.head.0.weights", 4, 5}};
  Driver driver(session, 1280, 800, 1);
  EXPECT_TRUE(driver.shows("“animal” looks at “animal”"));
  EXPECT_TRUE(driver.shows("key pieces added"));
  EXPECT_TRUE(driver.shows("just one pair of these pieces"));
  expect_tidy(driver, "a cell by words");
  driver.apply(MergePieces{false});
  EXPECT_FALSE(driver.shows("key pieces added"));
}

TEST(MergedPieces, TheExportSheetHasASwitch) {
  Session session = of_pieces("bert", false);
  session.merge_pieces = false;
  Driver driver(session, 1280, 800, 1);
  driver.press(Key::export_figure);
  driver.click("export/what/numbers");
  driver.click("export/words/by whole words");
  EXPECT_TRUE(driver.session().merge_pieces);
  EXPECT_EQ(driver.state<ExportDialog>().name, "attention-by-words");
  expect_tidy(driver, "the sheet for numbers");
  driver.click("export/what/heatmaps");
  driver.click("export/words/by tokens");
  EXPECT_FALSE(driver.session().merge_pieces);
  EXPECT_EQ(driver.state<ExportDialog>().name, "attention");
  expect_tidy(driver, "the sheet for heatmaps");
}

TEST(MergedPieces, ScoresStayApartAndSaySo) {
  Session session = of_pieces("bert", false);
  session.part = "scores";
  Driver driver(session, 1280, 800, 1);
  EXPECT_TRUE(driver.shows("pieces of words stay apart"));
}

TEST(MergedPieces, AWordInFocusHasOneLineForEveryWord) {
  Session session = of_pieces("bert", false);
  session.token = 3;
  Driver driver(session, 1280, 800, 1);
  expect_tidy(driver, "a word of pieces in focus");
  driver.press(Key::present);
  expect_tidy(driver, "presented");
}

}  // namespace
}  // namespace headlight
