// What an edit changed, and the way up from a cell, against naive twins.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/explain/dependencies.h"
#include "core/explain/ripple.h"
#include "core/matrix/random.h"
#include "tests/reference_head.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

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

}  // namespace
}  // namespace headlight
