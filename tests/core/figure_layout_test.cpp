// Whatever the sizes and the words: nothing touches, and everything lies on the page.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/figure/layout.h"
#include "core/figure/numbers.h"
#include "tests/core/figure_sample.h"

namespace headlight {
namespace {

using Corners = std::array<Point, 4>;

struct Sized {
  Corners corners;
  std::string name;
};

Sized shape_of(const PlacedText& text) { return {text.corners(), "\"" + text.text.plain() + "\""}; }
Sized shape_of(const Box& box, std::string name) {
  return {{{{box.x, box.y}, {box.right(), box.y}, {box.right(), box.bottom()}, {box.x, box.bottom()}}},
          std::move(name)};
}

// Convex shapes are apart when an edge of one has all of the other on its outer side.
bool an_edge_parts(const Corners& a, const Corners& b, double slack = 0.01) {
  for (std::size_t i = 0; i < 4; ++i) {
    const Point from = a[i];
    const Point to = a[(i + 1) % 4];
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const bool apart = std::all_of(b.begin(), b.end(), [&](const Point& point) {
      const double side = (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
      return side <= slack * length;  // clockwise on a page whose y runs down: inside is positive
    });
    if (apart) return true;
  }
  return false;
}

void expect_sound(const FigureLayout& layout, const std::string& what) {
  std::vector<Sized> shapes;
  for (const PlacedText& text : layout.texts) shapes.push_back(shape_of(text));
  for (const MapLayout& map : layout.maps) {
    shapes.push_back(shape_of(map.cells, "cells"));
    if (layout.width == std::round(layout.width)) {  // not of a page in millimetres
      EXPECT_EQ(map.cells.x, std::round(map.cells.x));
      EXPECT_EQ(map.cells.y, std::round(map.cells.y));
    }
    for (const PlacedText& text : map.texts) shapes.push_back(shape_of(text));
    for (const KeyLayout& key : map.keys) shapes.push_back(shape_of(key.sample, "key"));
    if (!map.bar) continue;
    shapes.push_back(shape_of(map.bar->box, "bar"));
    for (const PlacedText& text : map.bar->texts) shapes.push_back(shape_of(text));
  }
  // On a page of a width of its own words are set as close as lines of print.
  const double slack = layout.maps.front().tight ? 2 : 0.01;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (const Point& corner : shapes[i].corners) {
      EXPECT_TRUE(corner.x >= 0 && corner.x <= layout.width && corner.y >= 0 && corner.y <= layout.height)
          << what << ": " << shapes[i].name << " leaves the page";
    }
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_TRUE(an_edge_parts(shapes[i].corners, shapes[j].corners, slack) ||
                  an_edge_parts(shapes[j].corners, shapes[i].corners, slack))
          << what << ": " << shapes[i].name << " touches " << shapes[j].name;
    }
  }
}

TEST(FigureLayout, NothingTouchesInRandomFigures) {
  std::mt19937 random(7);
  const auto up_to = [&](unsigned most) { return 1 + static_cast<int>(random() % most); };
  for (int round = 0; round < 60; ++round) {
    Figure figure;
    const int panels = up_to(3);
    const bool same_size = random() % 2 == 0;
    int rows = up_to(round % 3 == 0 ? 50 : 14);
    int columns = up_to(round % 3 == 0 ? 50 : 14);
    for (int panel = 0; panel < panels; ++panel) {
      figure.panels.push_back(random_map(random, rows, columns, round % 2 == 0 ? 34 : 9));
      Heatmap& map = figure.panels.back();
      if (random() % 2 == 0) map.focus_row = up_to(static_cast<unsigned>(rows)) - 1;
      if (random() % 2 == 0) map.focus_column = 0;
      if (random() % 3 == 0) map.path = "encoder.1.self_attention.head." + std::to_string(panel) + ".weights";
      if (random() % 3 == 0) map.scale = symmetric_scale(map.values, random_word(random, 20));
      if (random() % 4 == 0) map.format = NumberFormat::value;
      if (random() % 4 == 0) map.row_labels.clear();
      if (random() % 4 == 0) map.column_labels.clear();
      if (random() % 4 == 0) map.values[0] = std::numeric_limits<float>::quiet_NaN();
      if (!same_size) rows = up_to(14);
      if (!same_size) columns = up_to(14);
    }
    if (random() % 2 == 0) figure.title = random_word(random, 40) + " " + random_word(random, 40);
    for (int words = up_to(40); words > 0; --words) figure.caption += random_word(random, 12) + " ";
    expect_sound(layout_figure(figure, {}), "round " + std::to_string(round));
    for (const double points : {6.0, 9.0}) {
      const FigureOptions page{.stacked = round % 2 == 0, .width_mm = two_columns_mm, .points = points};
      expect_sound(layout_figure(figure, page), "page, round " + std::to_string(round));
    }
  }
}

TEST(FigureLayout, NothingTouchesAtTheExtremes) {
  std::mt19937 random(8);
  const std::pair<int, int> sizes[] = {{1, 1}, {40, 40}, {1, 40}, {40, 1}, {128, 128}, {3, 300}};
  for (const auto& [rows, columns] : sizes) {
    for (const int longest : {1, 60}) {
      Figure figure;
      figure.panels.push_back(random_map(random, rows, columns, longest));
      figure.panels[0].focus_row = rows / 2;
      figure.panels[0].focus_column = columns / 2;
      expect_sound(layout_figure(figure, {}), std::to_string(rows) + " x " + std::to_string(columns));
      expect_sound(layout_figure(figure, {.cell_width = 5, .cell_height = 5}), "small cells");
    }
  }
}

TEST(FigureLayout, NothingTouchesInComparisons) {
  std::mt19937 random(9);
  for (int round = 0; round < 20; ++round) {
    Heatmap first = random_map(random, 11, 11, 9);
    Heatmap second = first;
    second.row_labels.back() = second.column_labels.back() = random_word(random, 30);
    first.focus_row = second.focus_row = 7;
    expect_sound(layout_figure(compare(first, second, {"tired", "wide", "\u2026 too "}), {}), "comparison");
  }
}

TEST(FigureLayout, NumbersArePrintedWhereTheyFit) {
  std::mt19937 random(10);
  Figure figure;
  figure.panels.push_back(random_map(random, 13, 13, 6));
  EXPECT_TRUE(layout_figure(figure, {}).maps[0].numbers);
  EXPECT_FALSE(layout_figure(figure, {.numbers = false}).maps[0].numbers);
  EXPECT_FALSE(layout_figure(figure, {.cell_width = 33}).maps[0].numbers);
  EXPECT_FALSE(layout_figure(figure, {.cell_height = 19}).maps[0].numbers);
  figure.panels[0].format = NumberFormat::value;
  figure.panels[0].states.clear();
  figure.panels[0].values[3] = -12345678;
  const MapLayout wide = layout_figure(figure, {}).maps[0];
  EXPECT_TRUE(wide.numbers);
  EXPECT_GT(wide.cell_width, 12 * 7);
}

TEST(FigureLayout, NeighboursWithOneScaleShareTheBar) {
  std::mt19937 random(11);
  Figure figure;
  for (int panel = 0; panel < 3; ++panel) figure.panels.push_back(random_map(random, 4, 4, 5));
  figure.panels[2].scale = symmetric_scale(figure.panels[2].values);
  const FigureLayout layout = layout_figure(figure, {});
  EXPECT_FALSE(layout.maps[0].bar);
  EXPECT_TRUE(layout.maps[1].bar);
  EXPECT_TRUE(layout.maps[2].bar);
}

TEST(FigureLayout, OneBandRunsThroughTheMapsOfAGroup) {
  std::mt19937 random(12);
  Heatmap map = random_map(random, 4, 4, 5);
  map.focus_row = 2;
  const FigureLayout layout = layout_figure({.panels = {map, map, map}}, {});
  ASSERT_EQ(layout.bands.size(), 1u);
  EXPECT_LT(layout.bands[0].x, layout.maps[0].cells.x);
  EXPECT_GT(layout.bands[0].right(), layout.maps[2].cells.right());
}

TEST(FigureLayout, RefusesWhatDoesNotFit) {
  std::mt19937 random(13);
  const Heatmap good = random_map(random, 2, 3, 5);
  const auto refuses = [](const Heatmap& map, const FigureOptions& options = {}) {
    EXPECT_THROW(layout_figure({.panels = {map}}, options), std::invalid_argument);
  };
  EXPECT_THROW(layout_figure({}, {}), std::invalid_argument);
  refuses({});
  Heatmap map = good;
  map.values.pop_back();
  refuses(map);
  map = good;
  map.row_labels.pop_back();
  refuses(map);
  map = good;
  map.focus_row = 2;
  refuses(map);
  map = good;
  map.marks = {{0, 3}};
  refuses(map);
  map = good;
  map.scale.high = std::numeric_limits<float>::quiet_NaN();
  refuses(map);
  refuses(good, {.scale = 5});
  refuses(good, {.cell_width = -1});
}

// Figures of many panels: lines of at most three, their cells under each other.

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

// Numbers as people read and type them.

TEST(Numbers, TheMinusIsTheTypographicOneEverywhere) {
  for (const float value : {-0.004F, -0.6F, -1.0F, -12.345F, -1e-9F, -3e20F}) {
    for (const NumberFormat format :
         {NumberFormat::weight, NumberFormat::probability, NumberFormat::value, NumberFormat::score}) {
      EXPECT_EQ(number_in_cell(value, format).find('-'), std::string::npos) << value;
      EXPECT_EQ(number_alone(value, format).find('-'), std::string::npos) << value;
    }
    EXPECT_EQ(significant_text(value).find('-'), std::string::npos) << value;
    EXPECT_EQ(tick_text(value, true).find('-'), std::string::npos) << value;
    EXPECT_EQ(fixed_text(value, 3).find('-'), std::string::npos) << value;
  }
  EXPECT_EQ(count_text(-16640), "−16,640");
}

TEST(Numbers, RoundingHidesNeitherAllNorNothing) {
  EXPECT_EQ(share_alone(1), "1");
  EXPECT_EQ(share_alone(0.99996), ">.999");
  EXPECT_EQ(share_alone(0.9994), "0.999");
  EXPECT_EQ(share_alone(1.34e-12), "<.001");
  EXPECT_EQ(share_alone(0), "0");
  EXPECT_EQ(largest_alone(1, 1e-9), ">.999");
  EXPECT_EQ(largest_alone(1, 0), "1");
  EXPECT_EQ(largest_alone(0.5, 1), "0.5");
  EXPECT_EQ(amount_alone(1.34e-12), "<.001");
  EXPECT_EQ(amount_alone(0.001), "0.001");
  EXPECT_EQ(amount_alone(2.317), "2.32");
  EXPECT_EQ(amount_alone(0.99996), "1");
}

TEST(Numbers, StandingAloneKeepTwoDigits) {
  const auto alone = [](float value, NumberFormat format) { return number_alone(value, format); };
  EXPECT_EQ(alone(-0.065F, NumberFormat::score), "−0.065");
  EXPECT_EQ(number_in_cell(-0.065F, NumberFormat::score), "−0.1");
  EXPECT_EQ(alone(0.53F, NumberFormat::score), "0.53");
  EXPECT_EQ(alone(-41.86F, NumberFormat::score), "−41.9");
  EXPECT_EQ(alone(0, NumberFormat::score), "0.0");
  EXPECT_EQ(alone(0.0042F, NumberFormat::value), "0.0042");
  EXPECT_EQ(alone(-0.31F, NumberFormat::value), "−0.31");
  for (float value = 0.001F; value < 50; value *= 1.07F) {
    for (const NumberFormat format : {NumberFormat::value, NumberFormat::score}) {
      const std::string text = alone(value, format);
      EXPECT_NEAR(std::stof(text), value, 0.0501F * value) << text;
    }
  }
}

TEST(Numbers, WhatIsWrittenCanBeTyped) {
  for (const float value : {0.0F, -2.5F, 17.0F, -0.125F})
    EXPECT_EQ(typed_number(significant_text(value)), value);
  EXPECT_EQ(typed_number(" -2,5 "), -2.5F);
  EXPECT_EQ(typed_number("+3"), 3.0F);
  EXPECT_TRUE(typed_number("-inf").has_value());
  for (const char* wrong : {"", " ", "-", "−", "two", "1 2", "nan", "inf"})
    EXPECT_FALSE(typed_number(wrong)) << wrong;
}

}  // namespace
}  // namespace headlight
