// What is drawn for a node.
#include "core/explain/view.h"

#include <gtest/gtest.h>

#include "tests/tiny_model.h"

namespace headlight {
namespace {

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
