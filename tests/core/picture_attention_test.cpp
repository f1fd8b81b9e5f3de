// How alike the places of the cells of a picture are, and the steps to its grid.
#include "core/explain/attention_maps.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/layers/features.h"
#include "core/pictures/picture.h"
#include "tests/tiny_pictures.h"

namespace headlight {
namespace {

TEST(PositionSimilarity, IsTheCosineOfTheEmbeddings) {
  const TracePtr trace = tiny_vision_transformer().trace({.text = two_objects});
  const Matrix alike = position_similarity(*trace);
  ASSERT_EQ(alike.rows(), 64);
  ASSERT_EQ(alike.cols(), 64);
  const Reading positions = trace->read("source.positions");
  const auto row = [&](int cell) { return positions.view().map().row(cell + 1); };
  for (const auto& [a, b] : {std::pair(0, 0), std::pair(3, 17), std::pair(63, 5)}) {
    EXPECT_NEAR(alike(a, b), row(a).dot(row(b)) / row(a).norm() / row(b).norm(), 1e-5);
    EXPECT_EQ(alike(a, b), alike(b, a));
  }
}

TEST(Features, PoolingMakesFewerCells) {
  const FeaturesConfig config{.channels = {4, 5, 6},
                              .kernels = {5, 3, 1},
                              .strides = {2, 1, 1},
                              .paddings = {2, 1, 0},
                              .pools = {2, 3, 1}};
  config.check();
  std::vector<std::string> found;
  for (const FeatureStep& step : config.steps()) {
    found.push_back(step.title + " " + std::to_string(step.cells));
  }
  EXPECT_EQ(found,
            (std::vector<std::string>{"Layer 1 32", "Pooled 1 16", "Layer 2 16", "Pooled 2 5", "Layer 3 5"}));
  EXPECT_EQ(config.grid(), 5);
}

}  // namespace
}  // namespace headlight
