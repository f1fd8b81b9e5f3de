// What is made off the frame: as the whole would be, and let go by bytes.
#include "app/panels/common/trace_maps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "app/session/results.h"
#include "core/explain/view.h"
#include "core/platform/background.h"
#include "tests/app/driver.h"
#include "tests/tiny_labeller.h"

namespace headlight {
namespace {

HeatmapPtr square_map(int size) {
  Heatmap map;
  map.rows = map.columns = size;
  map.values.assign(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), 0);
  return std::make_shared<const Heatmap>(std::move(map));
}

TEST(KeptMaps, LetGoOfWhatWasNotLookedAtForLongest) {
  KeptMaps kept(3 * bytes_of(*square_map(10)));
  for (const char* name : {"a", "b", "c"}) {
    kept.keep(name, square_map(10));
    kept.settle();
  }
  kept.find("a");
  kept.settle();
  kept.keep("d", square_map(10));
  kept.settle();
  EXPECT_EQ(kept.find("b"), nullptr);
  for (const char* name : {"a", "c", "d"}) EXPECT_NE(kept.find(name), nullptr) << name;
  EXPECT_EQ(kept.bytes(), 3 * bytes_of(*square_map(10)));
}

TEST(KeptMaps, WhatIsOnScreenStaysThoughItIsTooMuch) {
  KeptMaps kept(bytes_of(*square_map(10)));
  kept.keep("a", square_map(10));
  kept.keep("b", square_map(10));
  for (int frame = 0; frame < 3; ++frame) {
    kept.settle();
    EXPECT_NE(kept.find("a"), nullptr);
    EXPECT_NE(kept.find("b"), nullptr);
  }
  kept.settle();
  kept.find("b");
  kept.settle();
  EXPECT_EQ(kept.find("a"), nullptr);
}

TEST(KeptMaps, OneInThePlaceOfAnotherCountsOnce) {
  KeptMaps kept(1000);
  kept.keep("a", square_map(10));
  kept.keep("a", square_map(5));
  EXPECT_EQ(kept.bytes(), bytes_of(*square_map(5)));
  EXPECT_EQ(kept.find("a")->rows, 5);
}

TEST(PictureWork, KeepsWhatWasAskedForBetweenFrames) {
  PictureWork work;
  int kept = 0;
  while (kept == 0) {
    work.ask("one", [&]() -> PictureWork::Keep { return [&kept] { ++kept; }; });
    EXPECT_TRUE(work.busy());
    work.follow();
  }
  EXPECT_EQ(kept, 1);
}

TEST(PictureWork, GivesUpWhatIsForgotten) {
  PictureWork work;
  int kept = 0;
  for (const char* name : {"one", "two"}) {
    work.ask(name, [&]() -> PictureWork::Keep { return [&kept] { ++kept; }; });
  }
  work.forget();
  EXPECT_FALSE(work.busy());
  work.follow();
  while (kept == 0) {
    work.ask("three", [&]() -> PictureWork::Keep { return [&kept] { kept += 10; }; });
    work.follow();
  }
  EXPECT_EQ(kept, 10);
}

TEST(PictureWork, WhatThrewIsNotBegunAgain) {
  PictureWork work;
  std::atomic<int> begun = 0;
  const auto ask = [&] {
    work.ask("one", [&]() -> PictureWork::Keep {
      ++begun;
      throw std::runtime_error("no memory");
    });
    work.follow();
  };
  while (begun == 0) ask();
  while (work.busy()) ask();
  for (int frame = 0; frame < 3; ++frame) ask();
  EXPECT_EQ(begun, 1);
  EXPECT_FALSE(work.busy());
}

ResultsPtr results_of(const std::string& model, const std::string& text) {
  Session session;
  session.model = model;
  session.text(0) = text;
  session.text(1).clear();
  return compute(session, nullptr);
}

// Frame after frame, each of which asks for what it lacks.
void settle(TraceMaps& pictures, const ResultsPtr& results, const std::string& path) {
  Flash flash;
  do {
    pictures.follow(results, flash, true);
    pictures[0].view(path);
    pictures[0].traits(path);
  } while (pictures.busy());
}

// One head of so many letters that its weights are no matter of a frame.
TEST(LongPictures, AreThereLaterAndRowsAtOnce) {
  const ResultsPtr results = results_of(wide_labeller_folder(), random_letters(800));
  ASSERT_EQ(results->error, "");
  ASSERT_NE(results->trace(0), nullptr) << results->side(0).error;
  ImGuiContext* const context = ImGui::CreateContext();
  TraceMaps pictures;
  Flash flash;
  pictures.follow(results, flash, true);
  const std::string path = "encoder.0.self_attention.head.0.weights";
  ASSERT_TRUE(pictures[0].is_long(path));
  EXPECT_FALSE(pictures[0].is_long("encoder.0.residual_1"));
  EXPECT_EQ(pictures[0].view(path), nullptr);
  EXPECT_EQ(pictures[0].traits(path), nullptr);
  const MapRows rows = pictures[0].rows(path, 700, 32);
  ASSERT_TRUE(rows.has(731));
  EXPECT_FALSE(rows.has(699));
  EXPECT_FALSE(rows.has(732));
  settle(pictures, results, path);
  const HeatmapPtr whole = pictures[0].view(path);
  ASSERT_NE(whole, nullptr);
  const Heatmap expected = view_of(*results->trace(0), path);
  EXPECT_EQ(whole->values, expected.values);
  EXPECT_EQ(rows.map->row_label(5), expected.row_label(705));
  for (int column = 0; column < 800; ++column)
    EXPECT_EQ(rows.map->value(5, column), whole->value(705, column));
  ASSERT_NE(pictures[0].traits(path), nullptr);
  EXPECT_FLOAT_EQ(*(*pictures[0].traits(path))[Trait::peak], *traits_of(expected, true)[Trait::peak]);
  const HeatmapPtr thumbnail = pictures[0].thumbnail(path);
  ASSERT_NE(thumbnail, nullptr);
  EXPECT_EQ(*std::max_element(thumbnail->values.begin(), thumbnail->values.end()),
            *std::max_element(expected.values.begin(), expected.values.end()));
  ImGui::DestroyContext(context);
}

TEST(LongPictures, BetweenSomeWordsAreTheirs) {
  const ResultsPtr results = results_of(wide_labeller_folder(), random_letters(90));
  TraceMaps pictures;
  ImGuiContext* const context = ImGui::CreateContext();
  pictures.follow(results);
  const std::string path = "encoder.0.self_attention.head.0.scores";
  const std::vector<int> rows{2, 3, 50}, columns{0, 89};
  const HeatmapPtr some = pictures[0].between(path, rows, columns);
  const HeatmapPtr all = pictures[0].view(path);
  ASSERT_NE(some, nullptr);
  ASSERT_EQ(some->rows, 3);
  ASSERT_EQ(some->columns, 2);
  for (int row = 0; row < 3; ++row) {
    EXPECT_EQ(some->row_label(row), all->row_label(rows[row]));
    for (int column = 0; column < 2; ++column)
      EXPECT_EQ(some->value(row, column), all->value(rows[row], columns[column]));
  }
  ImGui::DestroyContext(context);
}

// What a lab recorded of a long text is made off the frame too, as is what its heads are called by; and
// leaving the lab waits for none of it.
TEST(LongPictures, OfALabAreThereLaterAndLeftAtOnce) {
  const ResultsPtr cells = results_of(wide_labeller_folder(), random_letters(800));
  const auto results = std::make_shared<Results>(*cells);
  results->lab_cells = cells;
  ImGuiContext* const context = ImGui::CreateContext();
  TraceMaps pictures;
  Flash flash;
  const std::string path = "encoder.0.self_attention.head.0.weights";
  pictures.follow(results, flash, true);
  TraceMaps& lab = pictures.lab();
  const long steps = done_here().steps;
  EXPECT_EQ(lab[0].view(path), nullptr);
  EXPECT_EQ(lab[0].traits(path), nullptr);
  EXPECT_EQ(done_here().steps, steps);
  do {
    pictures.follow(results, flash, true);
    lab[0].view(path);
  } while (pictures.busy());
  EXPECT_NE(lab[0].view(path), nullptr);
  EXPECT_EQ(lab[0].thumbnail(path), nullptr);  // asked for, and never waited for
  pictures.follow(cells, flash, true);
  EXPECT_EQ(&pictures.lab(), &lab) << "ending its work would wait for it";
  EXPECT_EQ(lab[0].trace(), nullptr);
  EXPECT_FALSE(pictures.busy());
  ImGui::DestroyContext(context);
}

// Work under way ends when nobody asks for it any more.
TEST(PictureWork, UnderWayIsToldThatItIsGivenUp) {
  PictureWork work;
  std::atomic<bool> begun = false, over = false;
  work.ask("long", [&]() -> PictureWork::Keep {
    begun = true;
    while (!work.turn_is_over()) continue;
    over = true;
    return nullptr;
  });
  while (!begun) continue;
  work.forget();
  while (!over) continue;
  EXPECT_FALSE(work.busy());
}

// Where the trace keeps no weights, heads and layers are shown by what is left of them.
TEST(LongPictures, ManyHeadsHaveDigests) {
  const ResultsPtr results = results_of(many_heads_folder(), random_letters(200));
  ASSERT_NE(results->trace(0), nullptr) << results->side(0).error;
  ImGuiContext* const context = ImGui::CreateContext();
  TraceMaps pictures;
  Flash flash;
  pictures.follow(results, flash, true);
  const std::string path = "encoder.11.self_attention.head.5.weights";
  ASSERT_TRUE(pictures[0].is_long(path));
  ASSERT_NE(pictures[0].thumbnail(path), nullptr);
  EXPECT_EQ(pictures[0].thumbnail(path)->rows, 64);
  const LayerMaps* const layer = pictures[0].layer("encoder.11.self_attention");
  ASSERT_NE(layer, nullptr);
  EXPECT_EQ(layer->all(), 12);
  ASSERT_NE(layer->rollout, nullptr);
  const auto hidden = pictures[0].hidden("encoder.11.self_attention", 7);
  ASSERT_TRUE(hidden.has_value());
  EXPECT_EQ(hidden->row, 7);
  EXPECT_GE(layer->hidden->weight - layer->hidden->mean, hidden->weight - hidden->mean);
  EXPECT_FALSE(pictures.busy());
  ImGui::DestroyContext(context);
}

}  // namespace
}  // namespace headlight
