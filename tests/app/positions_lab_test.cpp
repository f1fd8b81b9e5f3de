// The lab on positions: kinds, pages and places by mouse and keyboard, and the inspector.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/labs/positions/positions_work.h"
#include "app/labs/positions/trained_positions.h"
#include "app/panels/labs/labs.h"
#include "core/figure/numbers.h"
#include "tests/app/driver.h"
#include "tests/app/positions_session.h"
#include "tests/app/tidy.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

const PositionsLab& lab(const Driver& driver) { return driver.session().labs.get<PositionsLab>(); }

void focus(Driver& driver, const std::string& id) {
  driver.state().focus = id;
  driver.state().focus_visible = true;
}

TEST(PositionsLab, KindsAndPagesByClickAndByKeyboard) {
  Driver driver(positions_session(), 1280, 800);
  const std::vector<std::pair<const char*, Positions>> by_label{
      {"RoPE", Positions::rotary},       {"learned table", Positions::learned},
      {"ALiBi", Positions::alibi},       {"none", Positions::none},
      {"1, 2, 3", Positions::counted},   {"from 0 to 1", Positions::divided},
      {"sines alone", Positions::sines}, {"sinusoids", Positions::sinusoidal}};
  for (const auto& [label, kind] : by_label) {
    driver.click(std::string("positions/kind/") + label);
    EXPECT_EQ(lab(driver).kind, kind);
    EXPECT_TRUE(driver.results()->lab->error.empty()) << driver.results()->lab->error;
  }
  focus(driver, "positions/kind/relative bias");
  driver.press(Key::enter);
  EXPECT_EQ(lab(driver).kind, Positions::relative);
  focus(driver, "positions/page/Properties");
  driver.press(Key::space);
  EXPECT_EQ(lab(driver).page, PositionsPage::properties);
  driver.click("kind/ALiBi");
  EXPECT_EQ(lab(driver).kind, Positions::alibi);
  driver.press(Key::undo);
  EXPECT_EQ(lab(driver).kind, Positions::relative);
}

TEST(PositionsLab, ThePlaceMovesByMouseAndKeyboardAndComesBack) {
  Driver driver(positions_session(), 1280, 800);
  EXPECT_TRUE(driver.shows("position 7, it"));
  focus(driver, "slide/position");
  driver.press(Key::right);
  EXPECT_EQ(lab(driver).position, 8);
  EXPECT_TRUE(driver.shows("position 8, was"));
  driver.press(Key::undo);
  EXPECT_EQ(lab(driver).position, 7);
  driver.click("place/1");
  EXPECT_TRUE(driver.shows("position 1, animal"));
  const Area track = driver.area("slide/position");
  driver.click_at(track.right - 2, track.middle_y());
  EXPECT_EQ(lab(driver).position, least_places - 1);
}

TEST(PositionsLab, CurvesAreChosenByRowsClocksAndNames) {
  Driver driver(positions_session(), 1440, 900);
  driver.click("clock/0");
  EXPECT_EQ(lab(driver).dimensions, (std::vector{0, 1}));
  const Area rows = driver.area("positions/rows");
  driver.click_at(rows.middle_x(), rows.bottom - 2);
  EXPECT_EQ(lab(driver).dimensions, (std::vector{0, 1, 15}));
  EXPECT_TRUE(driver.shows("dim 15"));
  focus(driver, "slide/dimension/2");
  driver.press(Key::left);
  EXPECT_EQ(lab(driver).dimensions, (std::vector{0, 1, 14}));
  driver.click("slide/dimension/0");
  EXPECT_EQ(lab(driver).dimensions, (std::vector{1, 14}));
}

TEST(PositionsLab, ACellOpensTheInspectorOnTheLabsOwnTape) {
  Driver driver(positions_session(), 1440, 900);
  const Area cells = driver.area("positions/numbers");
  driver.click_at(cells.left + cells.width() * 3.5F / least_places, cells.top + 1);
  ASSERT_EQ(driver.session().trail.size(), 1U);
  EXPECT_EQ(driver.session().trail[0].path, "source.positions");
  EXPECT_EQ(driver.session().trail[0].row, 3);
  EXPECT_EQ(driver.session().trail[0].col, 0);
  EXPECT_TRUE(driver.shows("0.14"));  // sin 3
}

TEST(PositionsLab, MovingBothWordsKeepsTheirTurnedScore) {
  Session session = positions_session(PositionsPage::places, Positions::rotary);
  Driver driver(session, 1440, 900);
  const ResultsPtr results = driver.results();
  const Reading scores = results->lab->recorded->trace(0)->read("encoder.0.self_attention.head.0.scores");
  focus(driver, "slide/positions/moved");
  for (int i = 0; i < 5; ++i) driver.press(Key::right);
  EXPECT_EQ(lab(driver).moved, 5);
  EXPECT_NEAR(scores(7 + 5, 1 + 5), scores(7, 1), 1e-4);
  EXPECT_TRUE(driver.shows("score at 12 and 6"));
}

TEST(PositionsLab, TheModelWithAnotherKindIsCompared) {
  Driver driver(positions_session(PositionsPage::attention), 1440, 900);
  // Without a choice, its own positions are taken away.
  EXPECT_TRUE(driver.has("positions/difference"));
  EXPECT_TRUE(driver.shows("without positions"));
  EXPECT_TRUE(driver.shows("as trained: sinusoids"));
  EXPECT_EQ(lab(driver).kind, Positions::sinusoidal);
  EXPECT_FALSE(driver.has("positions/kind/sinusoids"));      // they are at the left
  EXPECT_FALSE(driver.has("positions/kind/learned table"));  // there is no table
  driver.click("positions/kind/RoPE");
  EXPECT_EQ(lab(driver).kind, Positions::rotary);
  EXPECT_FALSE(driver.shows("without positions"));
  driver.click("positions/after");
  ASSERT_EQ(driver.session().trail.size(), 1U);
  EXPECT_TRUE(driver.has("compared/before"));
  const Area before = driver.area("positions/before"), after = driver.area("positions/after");
  EXPECT_EQ(before.width(), after.width());
  EXPECT_EQ(before.height(), after.height());
  EXPECT_EQ(before.top, after.top);
}

TEST(PositionsLab, TheMapsOfAScoresPartsHaveOneSizeOfCells) {
  for (const int width : {1024, 1280, 1920}) {
    Driver driver(positions_session(PositionsPage::scores), width, width == 1920 ? 1080 : 800);
    const Area first = driver.area("part/content_content");
    for (const char* part :
         {"content_position", "biases", "position_content", "position_position", "parts_sum"}) {
      const Area other = driver.area(std::string("part/") + part);
      EXPECT_EQ(other.width(), first.width()) << part;
      EXPECT_EQ(other.height(), first.height()) << part;
    }
    EXPECT_EQ(driver.area("part/biases").top, first.top);
    EXPECT_EQ(driver.area("part/position_content").left, first.left);
  }
}

// A relative table has heads of its own, whatever the model on stage has.
TEST(PositionsLab, HeadsAreThoseOfTheTable) {
  const TemporaryFolder folder;
  Session session = positions_session(PositionsPage::places, Positions::relative);
  session.model = saved_model(folder, {.d_model = 16, .d_ff = 24, .encoder_heads = 8});
  session.labs.get<PositionsLab>().head = 5;
  Driver driver(session, 1440, 900);
  EXPECT_TRUE(driver.has("positions/head/1"));
  EXPECT_FALSE(driver.has("positions/head/2"));
  EXPECT_TRUE(driver.shows("head 2"));
  EXPECT_FALSE(driver.shows("head 6"));
  driver.click("positions/head/0");
  EXPECT_EQ(lab(driver).head, 0);
  driver.click("positions/kind/ALiBi");
  EXPECT_TRUE(driver.has("positions/head/7"));
  EXPECT_TRUE(driver.shows("head 1, m = 1/2"));
  driver.click("positions/page/Attention");
  EXPECT_TRUE(driver.shows("the same weights, m = 1"));
}

TEST(PositionsLab, WhatIsLostAndWhatIsKeptAreTwoNumbers) {
  Driver driver(positions_session(PositionsPage::places, Positions::none), 1280, 800);
  const ResultsPtr results = driver.results();
  double lost = 0, kept = 0;
  for (const std::vector<double>& row : results->lab->table("reversed", 0)->rows) {
    lost = std::max(lost, row[0]);
    kept = std::max(kept, row[1]);
  }
  EXPECT_LT(lost, 1e-4);
  EXPECT_TRUE(driver.shows(significant_text(static_cast<float>(kept), 3)));
}

TEST(PositionsLab, AlibisHeadsLookBothWaysOrOne) {
  Driver driver(positions_session(PositionsPage::places, Positions::alibi), 1440, 900);
  const std::string path = "encoder.0.self_attention.head.1.masked";
  EXPECT_LT(driver.results()->lab->recorded->trace(0)->find(path), 0);
  driver.click("positions/one_sided/one way");
  EXPECT_TRUE(lab(driver).one_sided);
  const ResultsPtr results = driver.results();
  const Trace& trace = *results->lab->recorded->trace(0);
  for (int head = 0; head < alibi_heads; ++head) {
    const Reading weights = trace.read(head_path("encoder", 0, "self_attention", head, "weights"));
    EXPECT_EQ(weights(4, 5) > 0, head % 2 == 1);
    EXPECT_EQ(weights(5, 4) > 0, head % 2 == 0);
  }
  driver.press(Key::undo);
  EXPECT_FALSE(lab(driver).one_sided);
}

// The axes of biases are the words; what stands behind a short sentence says that it is a place.
TEST(PositionsLab, BiasesStandBetweenWords) {
  for (const char* sentence : {"animal", "the animal didn't cross the street because it was too tired"}) {
    Session session = positions_session(PositionsPage::places, Positions::alibi);
    session.text(0) = sentence;
    session.text(1).clear();
    Driver driver(session, 1440, 900);
    const ResultsPtr results = driver.results();
    const Trace& trace = *results->lab->recorded->trace(0);
    const int places = trace.read("encoder.0.self_attention.head.0.position_bias").shape().rows;
    const std::vector<std::string>& words = results->trace(0)->words().source;
    EXPECT_EQ(places, std::max<int>(8, static_cast<int>(words.size())));
    const std::vector<std::string> labels = trace.labels(Axis::source_query, places);
    for (std::size_t i = 0; i < labels.size(); ++i)
      EXPECT_EQ(labels[i], i < words.size() ? words[i] : "place " + std::to_string(i));
  }
}

// What the strips show: for the model's own kind, the input that its trace has.
TEST(PositionsLab, StripsAddUpToWhatTheModelReads) {
  Driver driver(positions_session(), 1440, 900);
  EXPECT_TRUE(driver.shows("Added to the word"));
  const ResultsPtr results = driver.results();
  const Reading input = results->trace(0)->read("source.input");
  const HeatmapPtr sum = results->lab->maps.at("input 0");
  ASSERT_EQ(sum->rows, input.shape().rows);
  ASSERT_EQ(sum->columns, input.shape().cols);
  for (int t = 0; t < sum->rows; ++t) {
    for (int d = 0; d < sum->columns; ++d) EXPECT_EQ(sum->value(t, d), input(t, d));
  }
  driver.click("positions/appended/appended");
  EXPECT_TRUE(driver.shows("Appended to the word"));
  const ResultsPtr appended = driver.results();
  EXPECT_EQ(appended->lab->maps.at("input 0")->columns, sum->columns + appended_dimensions);
  driver.click("positions/kind/learned table");
  EXPECT_TRUE(driver.results()->lab->error.empty());
}

TEST(PositionsLab, HeadsWithoutPairsAreToldSoAndAnotherKindIsOneClickAway) {
  const TemporaryFolder folder;
  Session session = positions_session(PositionsPage::places, Positions::rotary);
  session.model = saved_model(folder, {.d_model = 30, .d_ff = 24, .decoder_heads = 2});
  Driver driver(session, 1280, 800);
  EXPECT_TRUE(driver.shows("rotations need pairs"));
  expect_tidy(driver, "heads of 15 dimensions");
  driver.click("positions/kind/none");
  EXPECT_FALSE(driver.shows("rotations need pairs"));
}

// What a pupil proposes, as vectors: they are what the kind's formula says, at the words of this sentence.
TEST(PositionsLab, CountedPlacesGrowAndDividedOnesEndAtOne) {
  for (const Positions kind : {Positions::counted, Positions::divided, Positions::sines}) {
    Driver driver(positions_session(PositionsPage::places, kind), 1280, 800);
    const ResultsPtr results = driver.results();
    const Reading places = results->lab->recorded->trace(0)->read("source.positions");
    const int words = static_cast<int>(results->trace(0)->typed().size());
    EXPECT_EQ(places.shape().rows, kind == Positions::divided ? words : least_places);
    for (int t = 0; t < words; ++t) {
      for (int i = 0; i < places.shape().cols; ++i) {
        const double counted = i > 0 ? 0 : kind == Positions::counted ? t + 1 : (t + 1.0) / words;
        const double sine = std::sin(t / std::pow(1e4, static_cast<double>(i) / places.shape().cols));
        const double wanted = kind == Positions::sines ? sine : counted;
        ASSERT_NEAR(static_cast<double>(places(t, i)), wanted, 1e-5) << name_of(kind);
      }
    }
    EXPECT_FALSE(driver.shows("As clock hands")) << "no pairs of numbers are a hand";
    expect_tidy(driver, name_of(kind));
  }
}

TEST(PositionsLab, TheBaseIsASettingWhoseWavesAreDrawn) {
  Session session = positions_session();
  session.experts = true;
  Driver driver(session, 1440, 900);
  const auto last = [&] {
    const Reading places = driver.results()->lab->recorded->trace(0)->read("source.positions");
    return std::pair(static_cast<double>(places(10, places.shape().cols - 2)), places.shape().cols);
  };
  for (const int base : {100, 500000}) {
    driver.click("positions/base/" + count_text(base));
    EXPECT_EQ(lab(driver).base, base);
    const auto [sine, columns] = last();
    EXPECT_NEAR(sine, std::sin(10 / std::pow(base, (columns - 2.0) / columns)), 1e-5);
  }
  EXPECT_EQ(session_from_json(to_json(driver.session())), driver.session());
  session.experts = false;
  EXPECT_FALSE(Driver(session, 1440, 900).has("positions/base/100"));
  session.labs.get<PositionsLab>().base = 100;
  EXPECT_TRUE(Driver(session, 1440, 900).has("positions/base/100")) << "where a question has set it";
}

TEST(PositionsLab, SettingsGoThroughAFile) {
  Session session = positions_session(PositionsPage::scores, Positions::rotary);
  session.labs.get<PositionsLab>().appended = true;
  session.labs.get<PositionsLab>().position = 3;
  session.labs.get<PositionsLab>().key = 4;
  session.labs.get<PositionsLab>().moved = 5;
  session.labs.get<PositionsLab>().head = 1;
  session.labs.get<PositionsLab>().layer = 1;
  session.labs.get<PositionsLab>().dimensions = {3, 9};
  session.labs.get<PositionsLab>().one_sided = true;
  session.labs.get<PositionsLab>().variant = variant_at("relative_slow");
  session.labs.get<PositionsLab>().by_distance = true;
  session.labs.get<PositionsLab>().base = 300;
  EXPECT_EQ(session_from_json(to_json(session)), session);
}

}  // namespace
}  // namespace headlight
