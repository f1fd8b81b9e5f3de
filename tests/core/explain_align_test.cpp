// Two sentences word by word, and the difference of their values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/explain/dependencies.h"
#include "core/explain/view.h"
#include "core/matrix/random.h"
#include "tests/reference_head.h"
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

// What an edit changed, and the way up from a cell, against naive twins.

TEST(Ripple, EqualsANaiveTwin) {
  const Model model = tiny_translator();
  const TracePtr before = model.trace({.text = tired_sentence});
  const TracePtr after =
      model.trace({.text = tired_sentence, .edits = {{.path = reference_head + "output", .values = {0}}}});
  const std::vector<NodeChange> changes = ripple(*before, *after);
  ASSERT_EQ(changes.size(), after->steps().size());
  int changed = 0;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const Reading now = after->read(after->steps()[i]);
    const Reading was = before->read(after->label(after->steps()[i]).path);
    const int rows = std::min(now.shape().rows, was.shape().rows);
    double moved = 0;
    double stood = 0;
    double largest = 0;
    for (int row = 0; row < rows; ++row) {
      for (int col = 0; col < now.shape().cols; ++col) {
        if (!std::isfinite(was(row, col)) || !std::isfinite(now(row, col))) continue;
        const double by = static_cast<double>(now(row, col)) - was(row, col);
        moved += by * by;
        stood += static_cast<double>(was(row, col)) * was(row, col);
        largest = std::max(largest, std::abs(by));
      }
    }
    EXPECT_NEAR(changes[i].largest, largest, 1e-5) << after->label(after->steps()[i]).path;
    EXPECT_NEAR(changes[i].relative, stood > 0 ? std::sqrt(moved / stood) : 0, 1e-4);
    changed += changes[i].changed > 0 ? 1 : 0;
  }
  // Nothing before the head's output, and not its neighbours.
  for (const std::string& path :
       {reference_head + "weights", std::string("encoder.1.self_attention.head.1.output")}) {
    const auto at = std::find(after->steps().begin(), after->steps().end(), after->at(path));
    EXPECT_EQ(changes[static_cast<std::size_t>(at - after->steps().begin())].changed, 0) << path;
  }
  EXPECT_GT(changed, 20);
}

TEST(Ripple, AMaskThatComesOrGoesTearsTheNode) {
  const float masked = -std::numeric_limits<float>::infinity();
  const Matrix before = (Matrix(1, 3) << 1.0F, 2.0F, masked).finished();
  const Matrix after = (Matrix(1, 3) << 1.0F, 2.5F, 0.0F).finished();
  const NodeChange change = change_of(view(before), view(after));
  EXPECT_EQ(change.changed, 2);
  EXPECT_FLOAT_EQ(change.largest, 0.5F);
  EXPECT_TRUE(std::isinf(change.relative));
  EXPECT_EQ(change_of(view(before), view(before)), (NodeChange{.cells = 3}));
}

TEST(Readers, FindEveryNodeThatReadsACell) {
  const Model model = tiny_translator();
  const TracePtr trace = model.trace({.text = "the animal was tired"});
  Random random(5);
  for (int round = 0; round < 60; ++round) {
    const int id = random.below(trace->tape().size());
    const Shape shape = trace->tape().node(id).shape;
    const Cell cell{id, random.below(shape.rows), random.below(shape.cols)};
    std::set<int> expected;
    for (int node = id + 1; node < trace->tape().size(); ++node) {
      const Shape there = trace->tape().node(node).shape;
      const std::vector<int>& inputs = trace->tape().node(node).inputs;
      if (std::find(inputs.begin(), inputs.end(), id) == inputs.end()) continue;
      for (int row = 0; row < there.rows; ++row) {
        for (int col = 0; col < there.cols; ++col) {
          const std::vector<Cell> cells = trace->tape().explain({node, row, col}).cells();
          if (std::find(cells.begin(), cells.end(), cell) != cells.end()) expected.insert(node);
        }
      }
    }
    std::set<int> found;
    for (const Cell& reader : readers(*trace, cell, 1)) {
      found.insert(reader.node);
      const std::vector<Cell> cells = trace->tape().explain(reader).cells();
      EXPECT_NE(std::find(cells.begin(), cells.end(), cell), cells.end());
    }
    EXPECT_EQ(found, expected) << trace->label(id).path;
  }
}

TEST(Readers, PreferTheRowAskedFor) {
  const Model model = tiny_translator();
  const TracePtr trace = model.trace({.text = tired_sentence});
  const std::vector<Cell> up = readers(*trace, {trace->at(reference_head + "key"), 1, 3}, 7);
  ASSERT_EQ(up.size(), 1U);
  EXPECT_EQ(trace->label(up[0].node).path, reference_head + "scores");
  EXPECT_EQ(up[0].row, 7);
  EXPECT_EQ(up[0].col, 1);
}

// What is drawn for a node.

const Trace& seen_trace() {
  static const TracePtr made = tiny_translator().trace({.text = tired_sentence});
  return *made;
}

TEST(View, ShowsWeightsFromZeroToOne) {
  const Heatmap map = view_of(seen_trace(), "encoder.1.self_attention.head.0.weights");
  EXPECT_NO_THROW(check(map));
  EXPECT_EQ(map.scale.ramp, Ramp::sequential);
  EXPECT_EQ(map.scale.low, 0);
  EXPECT_EQ(map.scale.high, 1);
  EXPECT_EQ(map.format, NumberFormat::weight);
  EXPECT_EQ(map.row_axis, "query");
  EXPECT_EQ(map.column_axis, "key");
  EXPECT_EQ(map.row_label(7), "it");
  EXPECT_EQ(map.column_label(1), "animal");
  EXPECT_EQ(map.value(7, 1), seen_trace().read(map.path)(7, 1));
  EXPECT_NE(map.title.plain().find("softmax"), std::string::npos);
}

TEST(View, ShowsSignedValuesAboutZero) {
  const Heatmap map = view_of(seen_trace(), "encoder.0.self_attention.head.1.query");
  EXPECT_EQ(map.scale.ramp, Ramp::diverging);
  EXPECT_EQ(map.scale.low, -map.scale.high);
  EXPECT_EQ(map.format, NumberFormat::value);
  EXPECT_EQ(map.column_axis, "head dimension");
  EXPECT_EQ(map.column_label(3), "3");
}

TEST(View, SaysWhatIsMasked) {
  const std::string head = "decoder.0.self_attention.head.0.";
  for (const char* part : {"masked", "weights"}) {
    const Heatmap map = view_of(seen_trace(), head + part);
    EXPECT_EQ(map.state(0, 1), CellState::masked) << part;
    EXPECT_EQ(map.state(1, 0), CellState::value) << part;
  }
  // Before the mask every score is a number.
  EXPECT_EQ(view_of(seen_trace(), head + "scores").state(0, 1), CellState::value);
}

TEST(View, LabelsAVocabularyWithItsWords) {
  const Heatmap map = view_of(seen_trace(), "probabilities");
  EXPECT_EQ(map.format, NumberFormat::probability);
  EXPECT_EQ(map.row_label(0), "<s>");
  EXPECT_EQ(map.column_label(2), "l'");
}

TEST(View, CrossAttentionRowsAreTheWordReadAndTheWordWritten) {
  const Trace::Words& words = seen_trace().words();
  const Heatmap cross = view_of(seen_trace(), "decoder.0.cross_attention.head.0.weights");
  ASSERT_GE(cross.rows, 2);
  EXPECT_EQ(cross.row_label(0), "<s> → " + words.next[0]);
  EXPECT_EQ(cross.row_label(1), words.target[1] + " → " + words.next[1]);
  EXPECT_EQ(cross.column_label(1), "animal");
  EXPECT_EQ(view_of(seen_trace(), "decoder.0.self_attention.head.0.weights").row_label(0), "<s>");
  EXPECT_FALSE(info(seen_trace().label(seen_trace().at(cross.path)).rows).note.empty());
}

TEST(View, NamesTheWordsOfAnEmbedding) {
  const Heatmap map = view_of(seen_trace(), "parameters.source.embedding");
  EXPECT_EQ(map.row_label(1), "animal");
  EXPECT_EQ(map.column_label(1), "1");
  EXPECT_EQ(view_of(seen_trace(), "parameters.output.bias").column_label(2), "l'");
}

TEST(View, DescribesEveryNode) {
  for (int id = 0; id < seen_trace().tape().size(); ++id) {
    EXPECT_NO_THROW(check(view_of(seen_trace(), seen_trace().label(id).path))) << seen_trace().label(id).path;
  }
}

TEST(View, NamesTheNearestOfAnUnknownPath) {
  try {
    view_of(seen_trace(), "encoder.1.self_attention.head.0.weight");
    FAIL();
  } catch (const std::out_of_range& error) {
    EXPECT_NE(std::string(error.what()).find("head.0.weights"), std::string::npos);
  }
}

TEST(LargestColumns, TakesTheBestOfEachRow) {
  Heatmap map;
  map.rows = 2;
  map.columns = 4;
  map.values = {0, 9, 1, 2,  //
                8, 0, 1, 7};
  map.column_labels = {"a", "b", "c", "d"};
  const std::vector<Heatmap> maps{map};
  EXPECT_EQ(largest_columns(maps, 2), (std::vector<int>{0, 1}));
  EXPECT_EQ(largest_columns(maps, 3), (std::vector<int>{0, 1, 3}));
  EXPECT_EQ(largest_columns(maps, 99).size(), 4U);
  // No row goes without its largest.
  EXPECT_EQ(largest_columns(maps, 1), (std::vector<int>{0, 1}));
  const std::vector<int> columns{1, 3};
  const Heatmap narrow = with_columns(map, columns);
  EXPECT_NO_THROW(check(narrow));
  EXPECT_EQ(narrow.values, (std::vector<float>{9, 2, 0, 7}));
  EXPECT_EQ(narrow.column_label(1), "d");
}

}  // namespace
}  // namespace headlight
