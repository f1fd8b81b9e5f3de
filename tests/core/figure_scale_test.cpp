// How numbers become colours: the scale's formula against numbers computed by hand, its ticks, and what it
// leaves out. And what greys make of the colours.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <variant>
#include <vector>

#include "core/explain/digest.h"
#include "core/figure/canvas.h"
#include "core/figure/colour_scale.h"
#include "core/figure/figure.h"

namespace headlight {
namespace {

// Weights of three words, the first of which is a sink.
Heatmap weights() {
  Heatmap map;
  map.rows = map.columns = 3;
  map.row_labels = map.column_labels = {"<s>", "it", "was"};
  map.values = {1.0F, 0, 0, 0.9F, 0.1F, 0, 0.75F, 0.2F, 0.05F};
  map.states.assign(9, CellState::value);
  for (const int cell : {1, 2, 5}) map.states[static_cast<std::size_t>(cell)] = CellState::masked;
  map.scale = {Ramp::sequential, 0, 1, "weight", {}, {}};
  return map;
}

Scale scale_of(const ColourScale& by, const Heatmap& map, std::optional<int> left_out = std::nullopt) {
  ValueRange range;
  range.add(ranges_of(map), left_out);
  return scale_by(by, map.scale, range, left_out.has_value());
}

TEST(ColourScale, LinearIsTheMapsOwn) {
  const Heatmap map = weights();
  EXPECT_TRUE(scale_of({}, map) == map.scale);
}

TEST(ColourScale, LogarithmOfWeights) {
  const Scale scale = scale_of({.logarithmic = true}, weights());
  EXPECT_FLOAT_EQ(scale.low, 1e-4F);
  EXPECT_FLOAT_EQ(scale.high, 1);
  // log10(v / 1e-4) / 4
  EXPECT_NEAR(position_on_scale(scale, 1e-4F), 0, 1e-6);
  EXPECT_NEAR(position_on_scale(scale, 1e-3F), 0.25, 1e-5);
  EXPECT_NEAR(position_on_scale(scale, 0.01F), 0.5, 1e-5);
  EXPECT_NEAR(position_on_scale(scale, 0.2F), 0.825257, 1e-5);
  EXPECT_EQ(position_on_scale(scale, 1), 1);
  EXPECT_EQ(position_on_scale(scale, 0), 0);
  EXPECT_FALSE(scale.more_below) << "every open weight is larger; the masked zeros do not count";
}

TEST(ColourScale, LogarithmOfSignedNumbers) {
  Heatmap map = weights();
  map.values = {-2, 2, 0.5F, -0.002F, 0, 1, -0.0001F, 0.02F, 0};
  map.states.clear();
  map.scale = symmetric_scale(map.values);
  const Scale scale = scale_of({.logarithmic = true}, map);
  EXPECT_FLOAT_EQ(scale.log_from, 1e-4F);
  EXPECT_EQ(position_on_scale(scale, 0), 0.5F);
  EXPECT_EQ(position_on_scale(scale, -1e-4F), 0.5F);
  EXPECT_NEAR(position_on_scale(scale, 0.02F), 0.7674975, 1e-5);    // 1/2 + 1/2 log 200 / log 20000
  EXPECT_NEAR(position_on_scale(scale, -0.002F), 0.3487534, 1e-5);  // 1/2 - 1/2 log 20 / log 20000
  EXPECT_EQ(position_on_scale(scale, -2), 0);
  EXPECT_EQ(position_on_scale(scale, 2), 1);
}

TEST(ColourScale, ARangeOfOnesOwnMarksWhatLiesBeyond) {
  const Heatmap map = weights();
  const Scale scale = scale_of({.own_range = true, .low = 0.1F, .high = 0.2F}, map);
  EXPECT_NEAR(position_on_scale(scale, 0.15F), 0.5, 1e-6);
  EXPECT_EQ(position_on_scale(scale, 0.9F), 1);
  EXPECT_EQ(position_on_scale(scale, 0.05F), 0);
  EXPECT_TRUE(scale.more_above);
  EXPECT_TRUE(scale.more_below);
  EXPECT_EQ(ticks_of(scale).front().text, "<0.1");
  EXPECT_EQ(ticks_of(scale).back().text, ">0.2");
  const Scale wide = scale_of({.own_range = true, .low = 0, .high = 1}, map);
  EXPECT_FALSE(wide.more_above);
  EXPECT_FALSE(wide.more_below);
  Heatmap difference = map;
  difference.scale = symmetric_scale(difference.values);
  EXPECT_EQ(scale_of({.own_range = true, .low = -0.1F, .high = 0.3F}, difference).low, -0.3F);
  // A low end above 0 is where a logarithm begins.
  const Scale both = scale_of({.logarithmic = true, .own_range = true, .low = 0.01F, .high = 1}, map);
  EXPECT_NEAR(position_on_scale(both, 0.1F), 0.5, 1e-5);
}

TEST(ColourScale, WithoutTheSinkTheOthersShareTheColours) {
  const Heatmap map = weights();
  const Scale scale = scale_of({.without_sink = true}, map, 0);
  EXPECT_FLOAT_EQ(scale.high, 0.2F);
  EXPECT_EQ(position_on_scale(scale, 0.2F), 1);
  EXPECT_NEAR(position_on_scale(scale, 0.05F), 0.25, 1e-6);
  EXPECT_FALSE(scale.more_above);
}

TEST(ColourScale, PanelsThatHadOneScaleHaveOneAgain) {
  Figure figure{.panels = {weights(), weights()}};
  for (float& value : figure.panels[1].values) value /= 2;
  colour_by({.without_sink = true}, figure, {0, 0});
  EXPECT_TRUE(figure.panels[0].scale == figure.panels[1].scale);
  EXPECT_FLOAT_EQ(figure.panels[1].scale.high, 0.2F);
  EXPECT_EQ(figure.panels[1].left_out, 0);
}

TEST(ColourScale, TicksAreEndsAndPowersOfTen) {
  std::vector<std::string> texts;
  for (const ScaleTick& tick : ticks_of(scale_of({.logarithmic = true}, weights())))
    texts.push_back(tick.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"0.0001", "0.001", "0.01", "0.1", "1"}));
  texts.clear();
  Heatmap small = weights();
  small.scale.high = 0.2F;
  for (const ScaleTick& tick : ticks_of(scale_of({.logarithmic = true}, small))) texts.push_back(tick.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"0.00001", "0.0001", "0.001", "0.01", ">0.2"}));
  texts.clear();
  Heatmap map = weights();
  map.scale = symmetric_scale(map.values);
  for (const ScaleTick& tick : ticks_of(scale_of({.logarithmic = true}, map))) texts.push_back(tick.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"−1", "−0.01", "0", "+0.01", "+1"}));
}

TEST(ColourScale, IsFittedAndSaidInWords) {
  EXPECT_FALSE(clamped({.own_range = true, .low = 2, .high = 1}).own_range);
  EXPECT_FALSE(clamped({.own_range = true, .high = std::numeric_limits<float>::quiet_NaN()}).own_range);
  EXPECT_TRUE(clamped({.own_range = true, .low = 0, .high = 0.2F}).own_range);
  EXPECT_EQ(in_words(ColourScale{}), "linear");
  EXPECT_EQ(in_words({.logarithmic = true, .own_range = true, .low = 0, .high = 0.2F, .without_sink = true}),
            "logarithmic, 0 to 0.2, without the sink");
}

TEST(ColourScale, AColumnThatIsLeftOutHasNoColourOfTheRamp) {
  Heatmap map = weights();
  map.left_out = 0;
  EXPECT_EQ(cell_colour(map, 0, 0, Theme::light), left_out_colour(Theme::light));
  EXPECT_EQ(cell_colour(map, 1, 1, Theme::light), colour_on_scale(map.scale, 0.1F, Theme::light));
  // As cells of a picture, with the scale of the picture.
  Scale other = map.scale;
  other.high = 0.2F;
  map.left_out.reset();
  const DrawnCells cells{.map = std::make_shared<const Heatmap>(map),
                         .rows = 3,
                         .columns = 3,
                         .area = {0, 0, 30, 30},
                         .scale = other,
                         .left_out = 0};
  int left_out = 0, at = 0;
  each_piece(cells, Theme::light, [&](const CellPiece& piece) {
    left_out += piece.left_out ? 1 : 0;
    if (at++ == 7) {
      EXPECT_EQ(piece.colour, colour_map(Ramp::sequential, Theme::light).back()) << "0.2 of 0.2";
    }
  });
  EXPECT_EQ(left_out, 3);
}

// What a printer without colours has to tell apart.
TEST(Greys, TheRampsStayInOrder) {
  for (const Theme theme : {Theme::light, Theme::dark}) {
    const int up = theme == Theme::light ? -1 : 1;
    const ColourMap& sequential = colour_map(Ramp::sequential, theme);
    const ColourMap& diverging = colour_map(Ramp::diverging, theme);
    for (std::size_t i = 1; i < 256; ++i) {
      const auto step = [&](const ColourMap& map) {
        return up * (static_cast<int>(grey_of(map[i]).red) - static_cast<int>(grey_of(map[i - 1]).red));
      };
      EXPECT_GE(step(sequential), 0) << i;
      if (i == 128) continue;  // the two sides of the middle
      EXPECT_GE(i < 128 ? -step(diverging) : step(diverging), 0) << i;
    }
    // Far apart at the ends: no less than half of all greys.
    EXPECT_GE(std::abs(grey_of(sequential[255]).red - grey_of(sequential[0]).red), 128);
  }
}

TEST(Greys, EveryColourOfTheDrawingIsGrey) {
  Heatmap map = weights();
  map.scale = symmetric_scale(map.values);
  map.values[4] = -0.9F;
  map.values[8] = std::numeric_limits<float>::quiet_NaN();
  const Drawing drawing = drawing_of({.title = "It", .panels = {map}}, {.numbers = false, .grey = true});
  const auto grey = [](Rgb colour) { return colour.red == colour.green && colour.green == colour.blue; };
  EXPECT_TRUE(grey(paper_of(drawing)));
  int seen = 0;
  for (const DrawnItem& item : drawing.items) {
    if (const auto* box = std::get_if<DrawnBox>(&item)) {
      ++seen;
      EXPECT_TRUE(grey(box->paint.colour));
    }
    if (const auto* text = std::get_if<DrawnText>(&item)) {
      EXPECT_TRUE(grey(text->paint.colour));
    }
    if (const auto* bar = std::get_if<DrawnGradient>(&item)) {
      for (const Rgb colour : bar->colours) EXPECT_TRUE(grey(colour));
    }
  }
  EXPECT_GT(seen, 5);
}

TEST(Chosen, RowsAndColumnsAreOutlinedNeighboursTogether) {
  Heatmap map = weights();
  map.chosen_rows = {0, 1};
  map.chosen_columns = {0, 2};
  std::vector<Box> outlines;
  for (const DrawnItem& item : drawing_of({.panels = {map}}, {.cell_width = 40, .cell_height = 30}).items) {
    const auto* box = std::get_if<DrawnBox>(&item);
    if (box != nullptr && box->thickness == 2) outlines.push_back(box->box);
  }
  ASSERT_EQ(outlines.size(), 3U);
  EXPECT_GT(outlines[0].width, 3 * 40 - 2);
  EXPECT_NEAR(outlines[0].height, 2 * 30, 5);
  EXPECT_NEAR(outlines[1].width, 40, 5);
  EXPECT_GT(outlines[1].height, 3 * 30 - 2);
  map.chosen_rows = {3};
  EXPECT_THROW(drawing_of({.panels = {map}}), std::invalid_argument);
}

TEST(Thumbnail, APlaceHasTheNumberFarthestFromZero) {
  Heatmap map = weights();
  map.rows = 2;
  map.columns = 4;
  map.values = {0.1F, -0.9F, 0.2F, 0.3F, 0, 0, 5, 7};
  map.states.assign(8, CellState::value);
  map.states[6] = map.states[7] = CellState::masked;
  const Heatmap small = thumbnail_of(map, 2, 2);
  EXPECT_EQ(small.values, (std::vector<float>{-0.9F, 0.3F, 0, 0}));
  EXPECT_EQ(small.state(1, 0), CellState::value);
  EXPECT_EQ(small.state(1, 1), CellState::masked);
  EXPECT_EQ(thumbnail_of(map, 2, 2, 1).value(0, 0), 0.1F);
  map.values[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(thumbnail_of(map, 1, 1).is_error(0, 0));
  // With a place of its own a column that is left out keeps its number.
  EXPECT_EQ(thumbnail_of(map, 1, 4, 1).value(0, 1), -0.9F);
}

// Boxes much wider than high, smaller than a cell: the dashes.
int dashes(const Drawing& drawing) {
  int count = 0;
  for (const DrawnItem& item : drawing.items) {
    const auto* box = std::get_if<DrawnBox>(&item);
    count +=
        box != nullptr && box->thickness == 0 && box->box.width > 3 * box->box.height && box->box.width < 30;
  }
  return count;
}

TEST(Greys, NegativeCellsHaveADash) {
  Heatmap map = weights();
  map.states.clear();
  map.values = {-1, 1, -0.5F, 0.5F, -0.3F, 0, 0.2F, 0.1F, 0.9F};
  map.scale = symmetric_scale(map.values);
  const Figure figure{.panels = {map}};
  EXPECT_EQ(dashes(drawing_of(figure, {.numbers = false})), 0);
  EXPECT_EQ(dashes(drawing_of(figure, {.numbers = false, .signs = true})), 3 + 3)
      << "cells, and three on the bar";
  EXPECT_EQ(dashes(drawing_of(figure, {.numbers = false, .grey = true})), 3 + 3);
  EXPECT_EQ(dashes(drawing_of(figure, {.grey = true})), 0) << "the numbers have their sign";
}

TEST(Greys, WhereADashHasNoRoomSignedNumbersRunOneWay) {
  Heatmap map = weights();
  map.states.clear();
  map.values = {-1, 1, -0.5F, 0.5F, -0.3F, 0, 0.2F, 0.1F, 0.9F};
  map.scale = symmetric_scale(map.values);
  const Drawing drawing = drawing_of({.panels = {map}}, {.cell_width = 4, .cell_height = 4, .grey = true});
  std::vector<int> levels;  // of -1 and 1
  for (const DrawnItem& item : drawing.items) {
    if (const auto* box = std::get_if<DrawnBox>(&item)) levels.push_back(box->paint.colour.red);
  }
  ASSERT_GE(levels.size(), 2U);
  EXPECT_GT(levels[0] - levels[1], 128);
}

// A row for each of these, with that weight first and the rest of the row spread over the others.
Heatmap rows_of(const std::vector<float>& first, int columns) {
  Heatmap map = weights();
  map.states.clear();
  map.values.clear();
  map.rows = static_cast<int>(first.size());
  map.columns = columns;
  map.row_labels.assign(first.size(), "a");
  map.column_labels.assign(static_cast<std::size_t>(columns), "b");
  for (const float weight : first) {
    map.values.push_back(weight);
    map.values.insert(map.values.end(), static_cast<std::size_t>(columns - 1),
                      (1 - weight) / static_cast<float>(columns - 1));
  }
  return map;
}

TEST(FaintWeights, AreThoseOfMostRowsFarBelowOne) {
  const auto found = faint_weights(rows_of({0.9F, 0.012F, 0.011F, 0.013F, 0.014F}, 100), std::nullopt);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rows, 5);
  EXPECT_EQ(found->faint, 4);
  EXPECT_FLOAT_EQ(found->largest, 0.9F);
  EXPECT_FLOAT_EQ(found->high, 0.02F) << "1, 2 or 5 times a power of ten";
  EXPECT_FALSE(faint_weights(rows_of({0.9F, 0.8F, 0.011F, 0.013F}, 100), std::nullopt)) << "half of them";
  EXPECT_FALSE(faint_weights(rows_of({0.5F, 0.5F}, 3), std::nullopt));
}

TEST(FaintWeights, TheSinkIsLeftOut) {
  const Heatmap map = rows_of({0.9F, 0.9F, 0.9F}, 100);
  EXPECT_FALSE(faint_weights(map, std::nullopt));
  const auto found = faint_weights(map, 0);
  ASSERT_TRUE(found);
  EXPECT_FLOAT_EQ(found->largest, 0.1F / 99);
}

TEST(FaintWeights, AreOfAScaleFromZeroToOne) {
  Heatmap map = rows_of({0.01F, 0.01F}, 100);
  map.scale.high = 0.05F;
  EXPECT_FALSE(faint_weights(map, std::nullopt));
}

}  // namespace
}  // namespace headlight
