// Several words of a map together.
#include "core/explain/aggregate.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "tests/snapshot.h"

namespace headlight {
namespace {

Heatmap map_of_three() {
  Heatmap map;
  map.rows = map.columns = 3;
  map.values = {0.5F, 0.25F, 0.25F,  //
                0.1F, 0.2F,  0.7F,   //
                0.3F, 0.31F, 0.39F};
  map.row_labels = map.column_labels = {"The", "animal", "it"};
  return map;
}

TEST(Together, AddsOverKeysAndTakesTheMeanOverQueries) {
  const Heatmap map = map_of_three();
  const Matrix one = together(map, {{2}, {0, 1}});
  ASSERT_EQ(one.size(), 1);
  EXPECT_FLOAT_EQ(one(0, 0), 0.3F + 0.31F);
  const Matrix both = together(map, {{0, 2}, {0, 1}});
  EXPECT_FLOAT_EQ(both(0, 0), ((0.5F + 0.25F) + (0.3F + 0.31F)) / 2);
}

TEST(Together, WhatIsNotChosenStaysByItself) {
  const Heatmap map = map_of_three();
  const Matrix column = together(map, {{}, {0, 2}});
  ASSERT_EQ(column.rows(), 3);
  ASSERT_EQ(column.cols(), 1);
  EXPECT_FLOAT_EQ(column(1, 0), 0.1F + 0.7F);
  const Matrix row = together(map, {{0, 1}, {}});
  ASSERT_EQ(row.rows(), 1);
  ASSERT_EQ(row.cols(), 3);
  EXPECT_FLOAT_EQ(row(0, 2), (0.25F + 0.7F) / 2);
  EXPECT_EQ(together(map, {}).size(), 9);
}

TEST(Together, RefusesWordsThatAreNotThere) {
  EXPECT_THROW(together(map_of_three(), {{3}, {}}), std::invalid_argument);
  EXPECT_THROW(together(map_of_three(), {{}, {-1}}), std::invalid_argument);
}

TEST(Together, IsSaidInWords) {
  Heatmap map = map_of_three();
  std::vector<std::string> said;
  for (const ChosenWords& chosen :
       {ChosenWords{{2}, {}}, ChosenWords{{2}, {1}}, ChosenWords{{2}, {0, 1}}, ChosenWords{{0, 2}, {0, 1}},
        ChosenWords{{0, 2}, {1}}, ChosenWords{{0, 2}, {}}, ChosenWords{{}, {0, 2}}, ChosenWords{{}, {1}}}) {
    said.push_back(together_in_words(map, chosen));
  }
  // Numbers that come out only with more decimals, and none at all.
  map.values[6] = 0.304F;
  map.values[7] = 0.304F;
  said.push_back(together_in_words(map, {{2}, {0, 1}}));
  map.states.assign(9, CellState::value);
  map.states[1] = map.states[2] = CellState::masked;
  map.values[1] = map.values[2] = 0;
  said.push_back(together_in_words(map, {{0}, {0, 1}}));
  map.format = NumberFormat::score;
  said.push_back(together_in_words(map, {{2}, {0, 1}}));
  expect_said(said);
}

TEST(Together, ManyWordsAreNotAllNamed) {
  Heatmap map;
  map.rows = 1;
  map.columns = 12;
  map.values.assign(12, 1.0F / 12);
  map.row_labels = {"it"};
  for (int word = 0; word < 12; ++word) map.column_labels.push_back("w" + std::to_string(word));
  const ChosenWords every_other{{0}, {0, 2, 4, 6, 8, 10, 11}};
  expect_said({together_in_words(map, every_other)});
  map.values[3] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(together_in_words(map, {{0}, {2, 3}}).find("NaN"), std::string::npos);
}

}  // namespace
}  // namespace headlight
