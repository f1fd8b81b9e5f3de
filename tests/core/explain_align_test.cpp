// Two sentences word by word, and the difference of their values.
#include "core/explain/view.h"

#include <gtest/gtest.h>

#include "tests/tiny_model.h"

namespace headlight {
namespace {

using Words = std::vector<std::string>;

std::vector<std::string> labels_of(const Words& first, const Words& second) {
  std::vector<std::string> labels;
  for (const AlignedWord& word : align(first, second)) labels.push_back(word.label);
  return labels;
}

TEST(Align, PairsWhatWasReplaced) {
  const Words tired{"it", "was", "too", "tired"};
  const Words wide{"it", "was", "too", "wide"};
  const std::vector<AlignedWord> words = align(tired, wide);
  ASSERT_EQ(words.size(), 4U);
  EXPECT_EQ(words[3], (AlignedWord{3, 3, "tired | wide"}));
}

TEST(Align, LeavesAloneWhatHasNoCounterpart) {
  EXPECT_EQ(labels_of({"it", "was", "tired"}, {"it", "was", "very", "tired"}),
            (Words{"it", "was", "very", "tired"}));
  const std::vector<AlignedWord> words =
      align(Words{"it", "was", "tired"}, Words{"it", "was", "very", "tired"});
  EXPECT_FALSE(words[2].first);
  EXPECT_EQ(words[3].first, 2);
  EXPECT_EQ(labels_of({}, {"a", "b"}), (Words{"a", "b"}));
  EXPECT_TRUE(align(Words{}, Words{}).empty());
}

TEST(Align, FindsSeveralReplacements) {
  EXPECT_EQ(labels_of({"the", "animal", "crossed", "the", "street"},
                      {"the", "dog", "crossed", "a", "wide", "street"}),
            (Words{"the", "animal | dog", "crossed", "the", "a", "wide", "street"}));
}

TEST(Align, KeepsBothOrders) {
  const std::vector<AlignedWord> words =
      align(Words{"a", "b", "c", "a"}, Words{"c", "a", "x", "b", "a", "y"});
  int first = -1;
  int second = -1;
  for (const AlignedWord& word : words) {
    if (word.first) {
      EXPECT_EQ(*word.first, first + 1);
      first = *word.first;
    }
    if (word.second) {
      EXPECT_EQ(*word.second, second + 1);
      second = *word.second;
    }
  }
  EXPECT_EQ(first, 3);
  EXPECT_EQ(second, 5);
}

TEST(Names, AreTheOnlyWordsThatDiffer) {
  const ComparisonNames names = names_of(Words{"was", "too", "tired"}, Words{"was", "too", "wide"});
  EXPECT_EQ(names.first, "tired");
  EXPECT_EQ(names.second, "wide");
  EXPECT_EQ(names.lead, "… ");
  EXPECT_EQ(names_of(Words{"a", "b"}, Words{"c", "d"}).first, "first");
  EXPECT_EQ(names_of(Words{"a"}, Words{"a"}).first, "first");
  EXPECT_EQ(names_of(Words{"a"}, Words{"a", "b"}).first, "first");
}

class Comparison : public testing::Test {
 protected:
  const std::string path_ = "encoder.1.self_attention.head.0.weights";
  const Model model_ = tiny_translator();
};

TEST_F(Comparison, SubtractsTheFirstFromTheSecond) {
  const TracePtr tired = model_.trace({.text = tired_sentence});
  const TracePtr wide = model_.trace({.text = wide_sentence});
  const Figure figure = comparison_of(*tired, *wide, path_);
  ASSERT_EQ(figure.panels.size(), 3U);
  EXPECT_TRUE(figure.panels[0].scale == figure.panels[1].scale);
  const Heatmap& difference = figure.panels[2];
  EXPECT_EQ(difference.scale.low, -difference.scale.high);
  EXPECT_EQ(difference.column_label(10), "tired | wide");
  for (int row = 0; row < difference.rows; ++row) {
    for (int col = 0; col < difference.columns; ++col) {
      EXPECT_FLOAT_EQ(difference.value(row, col), wide->read(path_)(row, col) - tired->read(path_)(row, col));
    }
  }
}

TEST_F(Comparison, IsAbsentWithoutACounterpart) {
  const TracePtr shorter = model_.trace({.text = "it was tired"});
  const TracePtr longer = model_.trace({.text = "it was very tired"});
  const Heatmap difference = difference_of(*shorter, *longer, path_);
  ASSERT_EQ(difference.rows, 4);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(difference.state(2, i), CellState::absent);
    EXPECT_EQ(difference.state(i, 2), CellState::absent);
  }
  EXPECT_EQ(difference.state(3, 3), CellState::value);
  EXPECT_FLOAT_EQ(difference.value(3, 0), longer->read(path_)(3, 0) - shorter->read(path_)(2, 0));
}

TEST_F(Comparison, FitsTogetherForEveryStep) {
  const TracePtr tired = model_.trace({.text = "it was tired"});
  const TracePtr wide = model_.trace({.text = wide_sentence});
  for (const int step : tired->steps()) {
    const std::string& path = tired->label(step).path;
    if (wide->find(path) < 0) continue;
    for (const Heatmap& map : comparison_of(*tired, *wide, path).panels) EXPECT_NO_THROW(check(map)) << path;
  }
}

}  // namespace
}  // namespace headlight
