// How alike the places of the cells of a picture are, and the pixels under a cell.
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

TEST(Features, ACellIsMadeFromThePatchUnderIt) {
  const std::vector<FeatureStep> steps = FeaturesConfig{}.steps();
  EXPECT_EQ(steps.front().patch_under(0, 0), (PatchOfPixels{-2, -2, 5}));
  EXPECT_EQ(steps.front().patch_under(3, 1), (PatchOfPixels{0, 4, 5}));
  EXPECT_EQ(steps.back().patch_under(2, 4), (PatchOfPixels{24, 8, 17}));
  // Of patches that lie side by side each is its own.
  for (const FeatureStep& step : vision_transformer_config().features.steps())
    EXPECT_EQ(step.patch_under(2, 5), (PatchOfPixels{40, 16, 8})) << step.path;
}

TEST(Features, PoolingWidensWhatACellIsMadeFrom) {
  const FeaturesConfig config{.channels = {4, 5, 6},
                              .kernels = {5, 3, 1},
                              .strides = {2, 1, 1},
                              .paddings = {2, 1, 0},
                              .pools = {2, 3, 1}};
  config.check();
  std::vector<std::string> found;
  for (const FeatureStep& step : config.steps()) {
    found.push_back(step.title + " " + std::to_string(step.cells) + " " + std::to_string(step.first.side) +
                    "/" + std::to_string(step.stride));
  }
  EXPECT_EQ(found, (std::vector<std::string>{"Layer 1 32 5/2", "Pooled 1 16 7/4", "Layer 2 16 15/4",
                                             "Pooled 2 5 23/12", "Layer 3 5 23/12"}));
  EXPECT_EQ(config.grid(), 5);
}

// What lies outside of the patch does not reach the cell, and what lies inside does.
TEST(Features, NothingElseReachesACell) {
  const Model model = tiny_recurrent_captioner(false);
  const FeaturesConfig& config = model.anatomy().picture->features;
  const Matrix plain = scaled(picture_of(two_objects));
  const auto grid = [&](const Matrix& pixels) {
    return Matrix(
        model.trace({.input = pixels, .words = std::vector<int>{}})->read("features.grid").view().map());
  };
  const Matrix before = grid(plain);
  const int row = config.grid() / 2, column = config.grid() / 2;
  const PatchOfPixels patch = config.steps().back().patch_under(row, column);
  for (const bool inside : {true, false}) {
    Matrix changed = plain;
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 64; ++x) {
        const bool within =
            x >= patch.left && x < patch.left + patch.side && y >= patch.top && y < patch.top + patch.side;
        if (within == inside) changed.row(y * 64 + x).setConstant(3);
      }
    }
    const int cell = row * config.grid() + column;
    EXPECT_EQ(grid(changed).row(cell) == before.row(cell), !inside);
  }
}

}  // namespace
}  // namespace headlight
