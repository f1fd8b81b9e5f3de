// Pictures are written in every format, and every format holds the same numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <numbers>
#include <sstream>
#include <stdexcept>
#include <variant>

#include "core/figure/layout.h"
#include "core/files/whole_file.h"
#include "tests/core/figure_sample.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

class FigureWrite : public testing::Test {
 protected:
  std::string written(const Figure& figure, const char* name, const FigureOptions& options = {}) const {
    write_figure(figure, folder_ / name, options);
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  const TemporaryFolder own_;
  const fs::path folder_ = own_.path();
};

Heatmap words_map(const std::vector<std::string>& words) {
  Heatmap map;
  map.rows = map.columns = static_cast<int>(words.size());
  map.row_labels = map.column_labels = words;
  for (int cell = 0; cell < map.rows * map.columns; ++cell) {
    map.values.push_back(1.0f / (3 + static_cast<float>(cell)));
  }
  return map;
}

TEST_F(FigureWrite, PngHasTheSizeOfTheLayoutTimesItsScale) {
  const Figure figure{.title = "It", .panels = {words_map({"it", "was", "wide"})}};
  for (int scale = 1; scale <= 4; ++scale) {
    const FigureOptions options{.scale = scale};
    const FigureLayout layout = layout_figure(figure, options);
    const std::string png = written(figure, "a.png", options);
    EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(big_endian(png, 16), static_cast<unsigned>(layout.width * scale));
    EXPECT_EQ(big_endian(png, 20), static_cast<unsigned>(layout.height * scale));
  }
}

TEST_F(FigureWrite, VectorFilesHoldShapesNotPixels) {
  Figure figure{.title = "It", .panels = {words_map({"it", "was", "wide"})}};
  figure.panels[0].marks = {{0, 1, Role::query}};
  const std::string svg = written(figure, "a.SVG", {.theme = Theme::dark});
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  EXPECT_EQ(svg.find("<image"), std::string::npos);
  const std::string pdf = written(figure, "a.pdf", {.ground = false});
  EXPECT_EQ(pdf.rfind("%PDF-", 0), 0u);
  EXPECT_NE(pdf.find("%%EOF"), std::string::npos);
  EXPECT_NE(pdf.find("/Title"), std::string::npos);
  EXPECT_EQ(pdf.find("/Subtype /Image"), std::string::npos);
}

TEST_F(FigureWrite, SvgHoldsItsWordsAsText) {
  Figure figure{
      .title = "It was <s> & wide", .caption = "a < b & c", .panels = {words_map({"it", "R&D", "<s>"})}};
  figure.panels[0].focus_row = 1;
  const std::string svg = written(figure, "a.svg");
  for (const char* words :
       {">it</text>", ">R&amp;D</text>", ">&lt;s&gt;</text>", ">query \u2193</text>", ">.33</text>",
        ">It was &lt;s&gt; &amp; wide</text>", ">a &lt; b &amp; c</text>"}) {
    EXPECT_NE(svg.find(words), std::string::npos) << words;
  }
  EXPECT_NE(svg.find("<title>It was &lt;s&gt; &amp; wide</title>"), std::string::npos);
  EXPECT_NE(svg.find("<desc>a &lt; b &amp; c</desc>"), std::string::npos);
  EXPECT_EQ(svg.find("<symbol"), std::string::npos) << "no outlines of letters";
}

TEST_F(FigureWrite, EveryTextIsDrawnWhereItWasLaidOut) {
  Figure figure =
      compare(words_map({"it", "was", "tired"}), words_map({"it", "was", "wide"}), {"tired", "wide"});
  figure.caption = "Of two sentences.";
  const FigureLayout layout = layout_figure(figure, {});
  const Drawing drawing = drawing_of(figure);
  EXPECT_EQ(drawing.width, layout.width);
  EXPECT_EQ(drawing.height, layout.height);
  const auto expect_drawn = [&](const PlacedText& text) {
    double drawn = 0;  // its runs follow one another to its end
    for (const DrawnItem& item : drawing.items) {
      const auto* piece = std::get_if<DrawnText>(&item);
      if (piece == nullptr || piece->degrees != text.angle) continue;
      const double turn = text.angle * std::numbers::pi / 180;
      const Point next{text.origin.x + drawn * std::cos(turn), text.origin.y - drawn * std::sin(turn)};
      if (std::hypot(piece->at.x - next.x, piece->at.y - next.y) < 1e-9) drawn += piece->width;
    }
    EXPECT_NEAR(drawn, text.width, 1e-9) << text.text.plain();
  };
  for (const PlacedText& text : layout.texts) expect_drawn(text);
  for (const MapLayout& map : layout.maps) {
    for (const PlacedText& text : map.texts) expect_drawn(text);
    if (map.bar) std::for_each(map.bar->texts.begin(), map.bar->texts.end(), expect_drawn);
  }
}

TEST_F(FigureWrite, RaisedAndLoweredLettersAreSmaller) {
  Heatmap map = words_map({"it", "was"});
  map.title = std::vector<TextRun>{{"W"}, {"Q", Role::ink, false, 1}, {"d"}, {"k", Role::ink, false, -1}};
  std::map<std::string, DrawnText> letters;
  for (const DrawnItem& item : drawing_of({.panels = {map}}).items) {
    if (const auto* text = std::get_if<DrawnText>(&item)) letters[text->text] = *text;
  }
  EXPECT_EQ(letters["W"].scale, 1);
  EXPECT_LT(letters["Q"].scale, 1);
  EXPECT_LT(letters["Q"].drop, 0);
  EXPECT_GT(letters["k"].drop, 0);
  EXPECT_EQ(letters["k"].at.y, letters["W"].at.y);
}

TEST_F(FigureWrite, TheSamePictureTwiceIsTheSameFile) {
  const Figure figure{.panels = {words_map({"it", "was", "wide"})}};
  EXPECT_TRUE(written(figure, "a.png") == written(figure, "b.png"));
}

TEST_F(FigureWrite, EveryStateAndOddWordsAreDrawn) {
  Heatmap map = words_map({"", "\xff\xfe", "two\nlines", "<b>&", "\u05e9\u05dc\u05d5\u05dd", "\u2192"});
  map.values[0] = std::numeric_limits<float>::quiet_NaN();
  map.values[1] = -std::numeric_limits<float>::infinity();
  map.values[2] = std::numeric_limits<float>::infinity();
  map.states.assign(36, CellState::value);
  map.states[3] = CellState::absent;
  map.states[4] = CellState::masked;
  for (const char* name : {"a.png", "a.svg", "a.pdf"}) EXPECT_FALSE(written({.panels = {map}}, name).empty());
  EXPECT_TRUE(map.is_error(0, 0));
  EXPECT_EQ(map.state(0, 1), CellState::masked);
  EXPECT_TRUE(map.is_error(0, 2));
}

TEST_F(FigureWrite, TabsHoldTheSameNumbersAsCommas) {
  Heatmap map = words_map({"it", "a\tb"});
  map.states = {CellState::value, CellState::masked, CellState::absent, CellState::value};
  EXPECT_EQ(written({.panels = {map}}, "a.tsv"),
            "query / key\tit\ta b\nit\t0.333333343\tmasked\na b\t\t0.166666672\n");
}

TEST_F(FigureWrite, StackedPanelsAreNarrowAndKeepTheirTexts) {
  const Figure figure =
      compare(words_map({"it", "was", "tired"}), words_map({"it", "was", "wide"}), {"tired", "wide"});
  const FigureLayout beside = layout_figure(figure, {});
  const FigureLayout stacked = layout_figure(figure, {.stacked = true});
  EXPECT_LT(stacked.width, beside.width);
  EXPECT_GT(stacked.height, beside.height);
  for (std::size_t i = 1; i < stacked.maps.size(); ++i) {
    EXPECT_EQ(stacked.maps[i].cells.x, stacked.maps[0].cells.x);
    for (const PlacedText& text : stacked.maps[i].texts) {
      for (const Point& corner : text.corners()) {
        EXPECT_GT(corner.y, stacked.maps[i - 1].cells.bottom());
        EXPECT_GE(corner.x, 0);
        EXPECT_LE(corner.x, stacked.width);
      }
    }
  }
}

TEST_F(FigureWrite, CsvHasWordsAsHeadsAndEveryNumber) {
  Heatmap map = words_map({"it", "a,b"});
  map.states.assign(4, CellState::value);
  map.states[1] = CellState::masked;
  map.states[2] = CellState::absent;
  EXPECT_EQ(written({.panels = {map}}, "a.csv"),
            "query / key,it,\"a,b\"\r\nit,0.333333343,masked\r\n\"a,b\",,0.166666672\r\n");
}

TEST_F(FigureWrite, CsvAndNpyHoldTheNumbersOfTheDescription) {
  const Figure figure = compare(words_map({"it", "was", "tired"}), words_map({"it", "was", "too", "tired"}),
                                {"first", "second"});
  std::vector<float> from_csv;
  std::istringstream lines(written(figure, "a.csv"));
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("panel", 0) == 0) continue;
    std::istringstream fields(line.substr(0, line.size() - 1) + ",");
    std::string field;
    for (int column = 0; std::getline(fields, field, ','); ++column) {
      if (column < 2) continue;
      from_csv.push_back(field.empty() ? std::numeric_limits<float>::quiet_NaN() : std::stof(field));
    }
  }
  const std::string npy = written(figure, "a.npy");
  EXPECT_NE(npy.find("'shape': (3, 4, 4)"), std::string::npos);
  std::vector<float> from_npy(48);
  ASSERT_GE(npy.size(), 48 * sizeof(float));
  std::memcpy(from_npy.data(), npy.data() + npy.size() - 48 * sizeof(float), 48 * sizeof(float));
  ASSERT_EQ(from_csv.size(), 48u);
  for (std::size_t i = 0; i < 48; ++i) {
    const Heatmap& map = figure.panels[i / 16];
    const bool absent = map.states[i % 16] == CellState::absent;
    EXPECT_EQ(absent, std::isnan(from_npy[i]));
    EXPECT_EQ(absent, std::isnan(from_csv[i]));
    if (absent) continue;
    EXPECT_EQ(from_npy[i], map.values[i % 16]);
    EXPECT_EQ(from_csv[i], map.values[i % 16]);
  }
}

TEST_F(FigureWrite, ComparisonLinesUpWordsFromBothEnds) {
  Heatmap first = words_map({"it", "was", "tired", "today"});
  Heatmap second = words_map({"it", "was", "too", "wide", "today"});
  // "tired" and "too wide" have different lengths: none of these words stands for another.
  first.focus_row = 3;
  first.marks = {{0, 3, Role::first_sentence}};
  const Figure figure = compare(first, second, {"tired", "wide", "\u2026 too "});
  ASSERT_EQ(figure.panels.size(), 3u);
  const Heatmap& left = figure.panels[0];
  const Heatmap& difference = figure.panels[2];
  EXPECT_EQ(left.row_labels, (std::vector<std::string>{"it", "was", "tired", "too", "wide", "today"}));
  EXPECT_EQ(left.column_labels, (std::vector<std::string>{"it", "was", "tired", "", "", "today"}));
  EXPECT_EQ(left.focus_row, 5);
  EXPECT_EQ(left.marks[0].column, 5);
  EXPECT_EQ(left.state(3, 0), CellState::absent);
  EXPECT_EQ(difference.state(3, 0), CellState::absent);
  EXPECT_EQ(difference.value(5, 5), second.value(4, 4) - first.value(3, 3));
  EXPECT_EQ(difference.title.plain(), "wide minus tired");
  EXPECT_EQ(left.title.plain(), "\u2026 too tired");
  EXPECT_EQ(difference.scale.low, -1);
  EXPECT_EQ(difference.scale.high_means.plain(), "more in wide");
}

TEST_F(FigureWrite, MaskedCellsStayMaskedInTheDifference) {
  Heatmap first = words_map({"it", "was"});
  first.scale = symmetric_scale(first.values);
  first.values[1] = -std::numeric_limits<float>::infinity();
  const Figure figure = compare(first, first, {"a", "b"});
  EXPECT_EQ(figure.panels[2].state(0, 1), CellState::masked);
  EXPECT_EQ(figure.panels[2].value(0, 0), 0);
}

TEST_F(FigureWrite, AFailureLeavesNothing) {
  const Figure figure{.panels = {words_map({"it"})}};
  EXPECT_THROW(write_figure(figure, folder_ / "a.jpg"), FormatError);
  EXPECT_THROW(write_figure(figure, folder_ / "png"), FormatError);
  EXPECT_THROW(write_figure(figure, folder_ / "missing" / "a.png"), AccessError);
  EXPECT_THROW(write_figure({}, folder_ / "a.png"), std::invalid_argument);
  EXPECT_THROW(write_figure({}, folder_ / "a.csv"), std::invalid_argument);
  EXPECT_THROW(write_figure({.panels = {words_map({"it"}), words_map({"it", "was"})}}, folder_ / "a.npy"),
               std::invalid_argument);
  EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace
}  // namespace headlight
