// Pictures for a paper: as wide as a column, letters of a size in points, as little around the maps as is
// asked for; and large maps as images.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <regex>
#include <set>
#include <variant>

#include "core/figure/colour_scale.h"
#include "core/figure/figure.h"
#include "core/figure/layout.h"
#include "core/files/compressed.h"
#include "core/files/whole_file.h"
#include "tests/core/figure_sample.h"

namespace headlight {
namespace {

class FigurePaper : public testing::Test {
 protected:
  std::string written(const Figure& figure, const char* name, const FigureOptions& options = {}) const {
    write_figure(figure, folder_ / name, options);
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static Figure figure_of(int panels, int words, int longest_word = 8) {
    std::mt19937 random(7);
    Figure figure{.title = "Heads of a layer", .caption = "What each of them looks at, in one sentence."};
    for (int i = 0; i < panels; ++i) {
      figure.panels.push_back(random_map(random, words, words, longest_word));
      figure.panels.back().row_labels = figure.panels.front().row_labels;
      figure.panels.back().path = "encoder.0.self_attention.head." + std::to_string(i) + ".weights";
    }
    return figure;
  }

 private:
  const TemporaryFolder own_;
  const std::filesystem::path folder_ = own_.path();
};

double number_after(const std::string& text, const std::string& before) {
  const std::size_t at = text.find(before);
  return at == std::string::npos ? -1 : std::stod(text.substr(at + before.size()));
}

// Of the letters, in points: the sizes stand in CSS pixels of 0.75 points.
std::set<double> letter_sizes(const std::string& svg) {
  std::set<double> sizes;
  const std::regex size("font-size=\"([0-9.]+)\"");
  for (std::sregex_iterator at(svg.begin(), svg.end(), size), end; at != end; ++at)
    sizes.insert(std::round(std::stod((*at)[1]) * 0.75 * 100) / 100);
  return sizes;
}

// The same of a PDF, in its own units, which are points: "8 0 0 -8 51.7 116.3 Tm" before what is written.
std::set<double> letter_sizes_of_pdf(const std::string& pdf) {
  std::set<double> sizes;
  const std::regex size("([0-9.]+) 0 0 -([0-9.]+) [0-9.]+ [0-9.]+ Tm");
  const std::string begin = "stream\n";
  for (std::size_t at = pdf.find(begin); at != std::string::npos; at = pdf.find(begin, at + 1)) {
    // Deflated between two bytes of zlib's and its checksum.
    const std::size_t from = at + begin.size() + 2, to = pdf.find("\nendstream", at) - 4;
    std::string page;
    try {
      page = inflated(std::string_view(pdf).substr(from, to - from), Wrapping::plain, 10'000'000);
    } catch (const std::exception&) {
      continue;  // of a font
    }
    for (std::sregex_iterator found(page.begin(), page.end(), size), end; found != end; ++found)
      sizes.insert(std::round(std::stod((*found)[1]) * 100) / 100);
  }
  return sizes;
}

TEST_F(FigurePaper, SvgAndPdfAreAsWideAsTheColumn) {
  for (const double mm : {one_column_mm, two_columns_mm, 120.0}) {
    for (const int panels : {1, 3}) {
      if (panels == 3 && mm < 100) continue;
      const FigureOptions options{.width_mm = mm};
      const Figure figure = figure_of(panels, 10, 5);
      const std::string svg = written(figure, "a.svg", options);
      EXPECT_NEAR(number_after(svg, " width=\""), mm, 1e-2);
      EXPECT_NE(svg.find("mm\" height=\""), std::string::npos);
      EXPECT_NEAR(number_after(svg, "viewBox=\"0 0 "), mm / 25.4 * 96, 1e-2);
      const std::string pdf = written(figure, "a.pdf", options);
      EXPECT_NEAR(number_after(pdf, "/MediaBox [ 0 0 "), mm / 25.4 * 72, 1e-2);
      // Nothing lies beyond it.
      const FigureLayout layout = layout_figure(figure, options);
      for (const MapLayout& map : layout.maps) {
        EXPECT_LE(map.cells.right(), layout.width);
        if (!map.bar) continue;
        for (const PlacedText& text : map.bar->texts) {
          for (const Point& corner : text.corners()) EXPECT_LE(corner.x, layout.width);
        }
      }
    }
  }
}

TEST_F(FigurePaper, LettersHaveTheirSizeInPoints) {
  const Figure figure = figure_of(1, 6);
  // The label of a word is as large as asked for, a title larger, numbers and axes hardly smaller.
  for (const double points : {6.0, 8.0, 10.0}) {
    const std::set<double> sizes =
        letter_sizes(written(figure, "a.svg", {.width_mm = two_columns_mm, .points = points}));
    EXPECT_TRUE(sizes.contains(points)) << points;
    const std::set<double> in_pdf =
        letter_sizes_of_pdf(written(figure, "a.pdf", {.width_mm = two_columns_mm, .points = points}));
    EXPECT_TRUE(in_pdf.contains(points)) << points;
    EXPECT_NEAR(*sizes.begin(), points * 12 / 13, 0.011);
    EXPECT_NEAR(*sizes.rbegin(), points * 20 / 13, 0.011);
  }
  EXPECT_TRUE(letter_sizes(written(figure, "a.svg", {.width_mm = one_column_mm})).contains(8));
  EXPECT_TRUE(letter_sizes(written(figure, "a.svg")).contains(9.75)) << "13 pixels of a screen";
}

TEST_F(FigurePaper, EachPartIsLeftOutWhereItIsNotWanted) {
  const Figure figure = figure_of(1, 4);
  const std::string all = written(figure, "a.svg");
  const auto without = [&](const FigureOptions& options, const std::string& text) {
    EXPECT_NE(all.find(text), std::string::npos) << text;
    EXPECT_EQ(written(figure, "b.svg", options).find(text), std::string::npos) << text;
  };
  without({.title = false}, ">Heads of a layer</text>");
  without({.path = false}, ">encoder.0.self_attention");
  without({.caption = false}, ">What each of them looks at, in one sentence.</text>");
  without({.bar = false}, "<linearGradient");
  const auto numbers = [](const std::string& svg) {
    const std::regex number(">\\.[0-9][0-9]</text>");
    return std::distance(std::sregex_iterator(svg.begin(), svg.end(), number), {});
  };
  EXPECT_GT(numbers(all), 5);
  EXPECT_EQ(numbers(written(figure, "b.svg", {.numbers = false})), 0);
}

TEST_F(FigurePaper, WhatDoesNotFitIsSaid) {
  std::vector<std::string> notes;
  drawing_of(figure_of(1, 10, 4), {.width_mm = two_columns_mm}, &notes);
  EXPECT_TRUE(notes.empty()) << notes.front();
  drawing_of(figure_of(1, 120, 4), {.width_mm = one_column_mm}, &notes);
  ASSERT_EQ(notes.size(), 3U);
  EXPECT_EQ(notes[0].rfind("Numbers: left out, because cells of ", 0), 0U) << notes[0];
  EXPECT_NE(notes[1].find("one in "), std::string::npos) << notes[1];
  EXPECT_NE(notes[2].find("columns"), std::string::npos) << notes[2];
  try {
    drawing_of(figure_of(6, 10, 30), {.width_mm = 40, .points = 12});
    FAIL();
  } catch (const std::invalid_argument& error) {
    const std::string said = error.what();
    EXPECT_NE(said.find("the page is 40 mm wide"), std::string::npos) << said;
    EXPECT_NE(said.find("letters smaller"), std::string::npos) << said;
  }
  // Three maps of a column's width would be too small beside each other.
  notes.clear();
  const FigureLayout layout = layout_figure(figure_of(3, 10, 5), {.width_mm = one_column_mm});
  ASSERT_FALSE(layout.notes.empty());
  EXPECT_EQ(layout.notes[0].rfind("Maps: one below the other", 0), 0U) << layout.notes[0];
  EXPECT_GT(layout.maps[1].cells.y, layout.maps[0].cells.bottom());
  EXPECT_THROW(drawing_of(figure_of(1, 3), {.width_mm = 5}), std::invalid_argument);
  EXPECT_THROW(drawing_of(figure_of(1, 3), {.points = 100}), std::invalid_argument);
}

// The words that stand at the maps' rows or columns, one of them as often as it stands there.
std::multiset<std::string> words_in(const FigureLayout& layout) {
  std::multiset<std::string> words;
  for (const MapLayout& map : layout.maps) {
    for (const PlacedText& text : map.texts) {
      if (text.style == TextStyle::label || text.style == TextStyle::hot_label)
        words.insert(text.text.plain());
    }
  }
  return words;
}

Figure two_heads() {
  const std::vector<std::string> words{"the",     "animal", "didn't", "cross", "the",  "street",
                                       "because", "it",     "was",    "too",   "tired"};
  std::mt19937 random(3);
  Figure figure{.title = "Heads"};
  for (int head = 0; head < 2; ++head) {
    figure.panels.push_back(random_map(random, 11, 11, 4));
    figure.panels.back().row_labels = figure.panels.back().column_labels = words;
    figure.panels.back().title = RichText("layer 2, head " + std::to_string(head));
    figure.panels.back().focus_row = 7;
  }
  return figure;
}

TEST_F(FigurePaper, TwoHeadsInAColumnKeepAllTheirWords) {
  const Figure figure = two_heads();
  for (const bool clean : {false, true}) {
    FigureOptions options{.title = !clean, .path = false, .caption = false, .width_mm = one_column_mm};
    options.corner = options.keys = options.focus = options.bar = !clean;
    const FigureLayout layout = layout_figure(figure, options);
    EXPECT_NEAR(layout.width * 25.4 / 96, one_column_mm, 1e-2);
    const std::multiset<std::string> words = words_in(layout);
    for (const std::string& word : figure.panels[0].column_labels) {
      const std::size_t in_sentence = word == "the" ? 2 : 1;
      // At the columns of both, and at the rows of the first, or of both where one stands below the other.
      EXPECT_GE(words.count(word), 3 * in_sentence) << word << (clean ? ", clean" : "");
    }
    for (const std::string& note : layout.notes)
      EXPECT_EQ(note.find("room for only one in"), std::string::npos);
    EXPECT_GE(layout.text_scale * 9.75, 6 - 1e-9) << "no letters below 6 points";
  }
}

TEST_F(FigurePaper, WordsThatAreSelectedStayWhereOthersHaveNoRoom) {
  Figure figure = figure_of(1, 120, 4);
  Heatmap& map = figure.panels[0];
  for (int i = 0; i < 120; ++i) map.row_labels[i] = map.column_labels[i] = "w" + std::to_string(i);
  map.focus_row = 61;
  map.chosen_columns = {17, 18};
  const std::multiset<std::string> words = words_in(layout_figure(figure, {.width_mm = one_column_mm}));
  for (const char* word : {"w61", "w17", "w18"}) EXPECT_GE(words.count(word), 1U) << word;
  EXPECT_LT(words.size(), 120U);
}

TEST_F(FigurePaper, WithoutItsFocusAMapIsAsPlainAsTheOthers) {
  FigureOptions options{.width_mm = one_column_mm};
  options.focus = options.corner = false;
  const FigureLayout layout = layout_figure(two_heads(), options);
  EXPECT_TRUE(layout.bands.empty());
  for (const MapLayout& map : layout.maps) {
    for (const PlacedText& text : map.texts) {
      EXPECT_NE(text.style, TextStyle::hot_label) << text.text.plain();
      EXPECT_EQ(text.text.plain().find("query"), std::string::npos);
    }
  }
  EXPECT_FALSE(layout_figure(two_heads(), {.width_mm = one_column_mm}).bands.empty());
}

TEST_F(FigurePaper, AFontIsThereOrIsSaidNotToBe) {
  const std::string svg = written(figure_of(1, 3), "a.svg", {.font = "DejaVu Sans"});
  EXPECT_NE(svg.find("font-family=\"DejaVu Sans, "), std::string::npos);
  try {
    written(figure_of(1, 3), "a.svg", {.font = "No Such Font"});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("no font called “No Such Font”"), std::string::npos);
  }
}

TEST_F(FigurePaper, LargeMapsAreImagesOfACellAPixel) {
  const Figure small = figure_of(1, 200, 4), large = figure_of(1, 201, 4);
  const auto images = [](const Drawing& drawing) {
    std::vector<const DrawnCells*> found;
    for (const DrawnItem& item : drawing.items) {
      if (const auto* cells = std::get_if<DrawnCells>(&item)) found.push_back(cells);
    }
    return found;
  };
  EXPECT_TRUE(images(drawing_of(small)).empty());
  const Drawing drawing = drawing_of(large);
  ASSERT_EQ(images(drawing).size(), 1U);
  EXPECT_EQ(images(drawing)[0]->rows, 201);
  const std::string svg = written(large, "a.svg"), pdf = written(large, "a.pdf");
  EXPECT_NE(svg.find("image-rendering:pixelated"), std::string::npos);
  EXPECT_NE(svg.find("<text "), std::string::npos) << "words stay words";
  EXPECT_NE(pdf.find("/Subtype /Image"), std::string::npos);
  EXPECT_NE(pdf.find("/Width 201"), std::string::npos);
  // Of 40,000 shapes, and of more cells than those as an image.
  EXPECT_LT(svg.size() * 8, written(small, "b.svg").size());
}

TEST_F(FigurePaper, OneColourBarForMapsOnOneScale) {
  const auto bars = [](const Drawing& drawing) {
    return std::count_if(drawing.items.begin(), drawing.items.end(),
                         [](const DrawnItem& item) { return std::holds_alternative<DrawnGradient>(item); });
  };
  Figure figure = figure_of(7, 4);
  EXPECT_EQ(bars(drawing_of(figure)), 1);
  EXPECT_EQ(bars(drawing_of(figure, {.stacked = true})), 1);
  figure.panels[2].scale.high = 2;
  EXPECT_GT(bars(drawing_of(figure)), 1);
}

}  // namespace
}  // namespace headlight
