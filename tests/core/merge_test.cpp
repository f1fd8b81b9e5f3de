// Attention weights by whole words.
#include "core/explain/aggregate.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/explain/view.h"
#include "core/models/model.h"

namespace headlight {
namespace {

// "play" "##ing" "it"
const PieceWords playing{{0, 0, 1}, {"playing", "it"}};

Matrix three_by_three() {
  Matrix weights(3, 3);
  weights << 0.5F, 0.25F, 0.25F,  //
      0.1F, 0.2F, 0.7F,           //
      0.3F, 0.3F, 0.4F;
  return weights;
}

ConstView view_of_matrix(const Matrix& matrix) {
  return {matrix.data(), {static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols())}};
}

Heatmap map_of_playing() {
  const Matrix weights = three_by_three();
  Heatmap map;
  map.rows = map.columns = 3;
  map.values.assign(weights.data(), weights.data() + weights.size());
  map.row_labels = map.column_labels = {"play", "##ing", "it"};
  map.row_pieces = map.column_pieces = std::make_shared<const PieceWords>(playing);
  return map;
}

TEST(Merge, SumsOverKeysAndTakesTheMeanOverQueries) {
  const Matrix weights = three_by_three();
  const Matrix words = merged(view_of_matrix(weights), by_word(playing), by_word(playing));
  ASSERT_EQ(words.rows(), 2);
  ASSERT_EQ(words.cols(), 2);
  EXPECT_FLOAT_EQ(words(0, 0), (0.5F + 0.25F + 0.1F + 0.2F) / 2);
  EXPECT_FLOAT_EQ(words(0, 1), (0.25F + 0.7F) / 2);
  EXPECT_FLOAT_EQ(words(1, 0), 0.3F + 0.3F);
  EXPECT_FLOAT_EQ(words(1, 1), 0.4F);
}

TEST(Merge, SinglePiecesStayAsTheyAre) {
  const Matrix weights = three_by_three();
  EXPECT_EQ(merged(view_of_matrix(weights), each_alone(3), each_alone(3)), weights);
}

TEST(Merge, RefusesGroupsOfAnotherSize) {
  const Matrix weights = three_by_three();
  EXPECT_THROW(merged(view_of_matrix(weights), each_alone(2), each_alone(3)), std::invalid_argument);
}

TEST(Merge, OfAMap) {
  Heatmap map = map_of_playing();
  map.states.assign(9, CellState::value);
  map.states[1] = map.states[2] = map.states[5] = CellState::masked;
  map.focus_row = 1;
  map.marks = {{2, 1}};
  const Heatmap words = by_words(map);
  check(words);
  EXPECT_EQ(words.row_labels, (std::vector<std::string>{"playing", "it"}));
  EXPECT_EQ(words.state(0, 1), CellState::masked) << "both of its cells are";
  EXPECT_EQ(words.state(0, 0), CellState::value);
  EXPECT_EQ(words.focus_row, 0);
  EXPECT_EQ(words.marks.at(0).column, 0);
  EXPECT_FALSE(has_pieces_to_merge(words));
  EXPECT_EQ(merging_in_words(map),
            "the pieces of each word together: weights added up over keys, mean over queries; "
            "each piece looks only at itself and the pieces before it");
}

TEST(Merge, WhatIsNoWeightsStaysInPieces) {
  Heatmap scores = map_of_playing();
  scores.format = NumberFormat::score;
  EXPECT_FALSE(has_pieces_to_merge(scores));
  EXPECT_EQ(by_words(scores).rows, 3);
  EXPECT_EQ(merging_in_words(scores), "");
}

// Of every family of text that cuts words into pieces.
class MergedModels : public testing::TestWithParam<const char*> {};

TEST_P(MergedModels, RowsStillAddUpToOne) {
  const ModelPtr model =
      load_model(std::filesystem::path(HEADLIGHT_SOURCE_DIR "/tests/golden/foreign") / GetParam());
  const std::vector<int> ids = model->read("The unbelievable animals crossed");
  TraceRequest request;
  request.input = ids;
  const TracePtr made = model->trace(request);
  const Trace& trace = *made;
  int maps = 0, merged_maps = 0;
  for (const int step : trace.steps()) {
    const std::string path = trace.label(step).path;
    if (!is_of_head(path, SiteId::weights)) continue;
    const Heatmap map = view_of(trace, path);
    const Heatmap words = by_words(map);
    check(words);
    ++maps;
    merged_maps += has_pieces_to_merge(map) ? 1 : 0;
    if (!has_pieces_to_merge(map)) {
      EXPECT_EQ(words.values, map.values) << path;
      continue;
    }
    EXPECT_LE(words.columns, map.columns);
    for (int row = 0; row < words.rows; ++row) {
      float sum = 0;
      for (int column = 0; column < words.columns; ++column) sum += words.value(row, column);
      EXPECT_NEAR(sum, 1, 1e-5) << path << " " << words.row_label(row);
    }
  }
  EXPECT_GT(maps, 0);
  EXPECT_GT(merged_maps, 0) << "the text has words of several pieces";
}

INSTANTIATE_TEST_SUITE_P(Folders, MergedModels,
                         testing::Values("gpt2", "llama", "qwen2", "bert", "distilbert", "marian"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace headlight
