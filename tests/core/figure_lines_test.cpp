// Figures of many panels: lines of at most three, their cells under each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "core/figure/layout.h"
#include "tests/core/figure_sample.h"

namespace headlight {
namespace {

Figure figure_of(int panels, int rows, int columns) {
  std::mt19937 random(21);
  Heatmap map = random_map(random, rows, columns, 5);
  Figure figure;
  for (int i = 0; i < panels; ++i) {
    map.path = "encoder.0.self_attention.head.0.a_path_longer_than_the_map_is_wide." + std::to_string(i);
    map.scale = symmetric_scale(std::vector<float>{i % 2 == 0 ? 1.0F : 0.00123F});  // bars of two widths
    figure.panels.push_back(map);
  }
  return figure;
}

TEST(FigureLines, ManyPanelsStandInLinesOfAtMostThree) {
  for (const auto& [panels, across] : {std::pair{3, 3}, {4, 2}, {5, 3}, {6, 3}, {8, 3}, {11, 3}}) {
    SCOPED_TRACE(panels);
    const FigureLayout layout = layout_figure(figure_of(panels, 4, 4), {});
    for (int i = 0; i < panels; ++i) {
      const MapLayout& map = layout.maps[static_cast<std::size_t>(i)];
      const MapLayout& first = layout.maps[static_cast<std::size_t>(i - i % across)];
      EXPECT_EQ(map.cells.y, first.cells.y);
      if (i % across > 0) {
        EXPECT_GT(map.cells.x, layout.maps[static_cast<std::size_t>(i) - 1].cells.right());
      }
      if (i >= across) {
        const MapLayout& above = layout.maps[static_cast<std::size_t>(i - across)];
        EXPECT_EQ(map.cells.x, above.cells.x);
        EXPECT_GT(map.cells.y, above.cells.bottom());
      }
      EXPECT_LE(map.cells.bottom(), layout.height);
    }
  }
}

TEST(FigureLines, EveryLineHasItsOwnBand) {
  Figure figure = figure_of(6, 4, 4);
  for (Heatmap& map : figure.panels) {
    map.focus_row = 1;
    map.scale = {};
  }
  EXPECT_EQ(layout_figure(figure, {}).bands.size(), 2U);
}

TEST(FigureLines, PathsLongerThanTheMapsAreLeftOut) {
  const auto paths = [](const FigureLayout& layout) {
    int count = 0;
    for (const MapLayout& map : layout.maps) {
      count += static_cast<int>(std::count_if(map.texts.begin(), map.texts.end(), [](const PlacedText& text) {
        return text.style == TextStyle::path;
      }));
    }
    return count;
  };
  EXPECT_EQ(paths(layout_figure(figure_of(3, 4, 4), {})), 3);
  EXPECT_EQ(paths(layout_figure(figure_of(6, 4, 4), {})), 0);
}

TEST(FigureLines, FewLongRowsAreHighEnoughForTheirNames) {
  const FigureLayout layout = layout_figure(figure_of(3, 11, 64), {});
  EXPECT_LT(layout.maps[0].cell_width, 16);
  EXPECT_EQ(layout.maps[0].cell_height, 16);
}

}  // namespace
}  // namespace headlight
