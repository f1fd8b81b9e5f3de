// A recorded drawing becomes files that hold what it holds.
#include <gtest/gtest.h>

#include <gif_lib.h>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>

#include "core/figure/canvas.h"
#include "core/figure/drawing.h"
#include "core/figure/picture_figure.h"
#include "core/files/whole_file.h"
#include "core/files/write_pictures.h"
#include "tests/core/figure_sample.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

class DrawingFiles : public testing::Test {
 protected:
  std::string written(const Drawing& drawing, const char* name, const DrawingOptions& options = {}) const {
    write_drawing(drawing, folder_ / name, options);
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  const TemporaryFolder own_;
  const fs::path folder_ = own_.path();
};

HeatmapPtr some_map(int rows, int columns) {
  std::mt19937 random(7);
  return std::make_shared<const Heatmap>(random_map(random, rows, columns, 6));
}

DrawnText word(const std::string& text, double x, double y) {
  return {text, {Face::semibold, 13}, {x, y}, 0, 0, 40, {{10, 20, 30}}};
}

RasterPtr two_pixels() {
  return std::make_shared<const Raster>(Raster{2, 1, {opaque({250, 0, 0}), opaque({0, 0, 250})}});
}

// One of everything.
Drawing everything() {
  Drawing drawing{.width = 200, .height = 100, .title = "a <title> & more"};
  const Paint paint{{75, 43, 176}, 0.5F};
  drawing.items = {
      ClipBegin{{0, 0, 180, 100}},
      DrawnBox{{10, 10, 40, 20}, 5, paint},
      DrawnBox{{10, 10, 40, 20}, 5, paint, 1},
      DrawnLines{{{0, 0}, {10, 20}, {30, 5}}, paint, 2},
      DrawnCurve{{0, 0}, {10, 30}, {20, 30}, {30, 0}, paint, 2},
      DrawnRibbon{{10, 50}, {90, 80}, 12, 4, paint},
      DrawnCircle{{100, 50}, 8, paint},
      DrawnCircle{{100, 50}, 8, paint, 1.5},
      DrawnPolygon{{{120, 20}, {130, 40}, {110, 40}}, paint},
      DrawnGradient{{150, 10, 8, 60}, {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}}},
      DrawnHatch{{160, 10, 12, 20}, paint},
      DrawnCells{some_map(5, 6), 1, 2, 4, 3, {60, 10, 30, 40}, 1},
      DrawnImage{two_pixels(), {100, 60, 40, 20}},
      ClipEnd{},
      word("animal", 20, 90),
      word("l'\"été\" <&>", 90, 90),
      DrawnText{"turned", {Face::mono, 12}, {140, 60}, 4, 45, 44, {}},
  };
  return drawing;
}

int count_of(const std::string& text, const std::string& what) {
  int count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST_F(DrawingFiles, PngHasTheSizeTimesItsScale) {
  for (int scale = 1; scale <= 4; ++scale) {
    const std::string png = written(everything(), "a.png", {.scale = scale});
    EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(big_endian(png, 16), 200U * static_cast<unsigned>(scale));
    EXPECT_EQ(big_endian(png, 20), 100U * static_cast<unsigned>(scale));
    EXPECT_EQ(static_cast<int>(png.at(25)), 2) << "red, green and blue";
  }
  EXPECT_EQ(static_cast<int>(written(everything(), "b.png", {.ground = false}).at(25)), 6) << "and alpha";
}

TEST_F(DrawingFiles, SvgHoldsEveryShapeAndEveryWordAsText) {
  const std::string svg = written(everything(), "a.svg");
  EXPECT_EQ(count_of(svg, "<text "), 3);
  EXPECT_NE(svg.find(">animal</text>"), std::string::npos);
  EXPECT_NE(svg.find("&lt;&amp;&gt;</text>"), std::string::npos);
  EXPECT_NE(svg.find("font-family=\"Inter, DejaVu Sans, sans-serif\" font-size=\"13\" font-weight=\"600\""),
            std::string::npos);
  EXPECT_NE(svg.find("rotate(-45 140 60)"), std::string::npos);
  EXPECT_NE(svg.find("textLength=\"40\""), std::string::npos);
  EXPECT_EQ(count_of(svg, "<clipPath"), 1);
  EXPECT_EQ(count_of(svg, "<stop "), 3);
  EXPECT_EQ(count_of(svg, "<circle"), 2);
  EXPECT_NE(svg.find("<path d=\"M160 15L165 10M160 20L170 10"), std::string::npos) << "a hatch";
  EXPECT_EQ(count_of(svg, "<g"), count_of(svg, "</g>"));
  EXPECT_NE(svg.find("<title>a &lt;title&gt; &amp; more</title>"), std::string::npos);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST_F(DrawingFiles, PdfEmbedsItsFonts) {
  const std::string pdf = written(everything(), "a.pdf");
  EXPECT_TRUE(pdf.starts_with("%PDF-"));
  EXPECT_NE(pdf.find("%%EOF", pdf.size() - 16), std::string::npos);
  EXPECT_NE(pdf.find("+Inter-SemiBold"), std::string::npos);
  EXPECT_NE(pdf.find("+JetBrainsMono"), std::string::npos);
  EXPECT_GE(count_of(pdf, "/FontFile"), 2);
}

TEST_F(DrawingFiles, WhatFollowsATextDoesNotHangOnIt) {
  // The line of the second drawing must not begin where the text of the first one ended.
  Drawing alone{.width = 60, .height = 30};
  alone.items = {DrawnLines{{{40, 20}, {50, 25}}, {}, 1}};
  Drawing after = alone;
  after.items.insert(after.items.begin(), DrawnText{" ", {}, {5, 5}, 0, 0, 4, {}});
  EXPECT_TRUE(written(alone, "a.png") == written(after, "b.png"));
}

TEST_F(DrawingFiles, ManyCellsBecomeAnImageInVectorFiles) {
  Drawing drawing{.width = 400, .height = 400};
  drawing.items = {DrawnCells{some_map(100, 100), 0, 0, 100, 100, {0, 0, 400, 400}}};
  const std::string svg = written(drawing, "a.svg");
  EXPECT_EQ(count_of(svg, "<image"), 1);
  EXPECT_LT(svg.size(), 100'000U);
  EXPECT_FALSE(written(drawing, "a.pdf").empty());
}

TEST_F(DrawingFiles, OddTextsAreWritten) {
  Drawing drawing{.width = 100, .height = 50};
  for (const char* text : {"", "\xff\xfe", "a\nb", "\u05e9\u05dc", "\x01"}) {
    drawing.items.emplace_back(word(text, 10, 20));
  }
  drawing.items.emplace_back(ClipEnd{});
  drawing.items.emplace_back(ClipBegin{{0, 0, 10, 10}});
  for (const char* name : {"a.png", "a.svg", "a.pdf"}) EXPECT_FALSE(written(drawing, name).empty()) << name;
  EXPECT_NE(written(drawing, "a.svg").find(">\ufffd\ufffd</text>"), std::string::npos) << "it stays UTF-8";
}

TEST_F(DrawingFiles, AFailureLeavesNothing) {
  EXPECT_THROW(write_drawing(everything(), folder_ / "a.jpg"), FormatError);
  EXPECT_THROW(write_drawing(everything(), folder_ / "a.png", {.scale = 5}), std::invalid_argument);
  EXPECT_THROW(write_drawing({}, folder_ / "a.png"), std::invalid_argument);
  EXPECT_THROW(write_drawing(everything(), folder_ / "missing" / "a.png"), AccessError);
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST(DrawnCells, PiecesHaveTheColoursOfTheMap) {
  const HeatmapPtr map = some_map(5, 6);
  const DrawnCells cells{map, 1, 2, 4, 3, {60, 10, 30, 40}, 1};
  int seen = 0;
  each_piece(cells, Theme::light, [&](const CellPiece& piece) {
    const int row = 1 + seen / 3;
    const int column = 2 + seen % 3;
    ++seen;
    EXPECT_EQ(piece.state, map->state(row, column));
    EXPECT_DOUBLE_EQ(piece.box.x, 60 + 10 * (column - 2));
    EXPECT_DOUBLE_EQ(piece.box.y, 10 + 10 * (row - 1));
    EXPECT_DOUBLE_EQ(piece.box.width, 9);
    if (piece.state == CellState::value) {
      EXPECT_EQ(piece.colour, cell_colour(*map, row, column, Theme::light));
    }
  });
  EXPECT_EQ(seen, 12);
}

TEST(DrawnCells, HatchStaysInItsCellAndRunsOn) {
  const Box all{3, 4, 100, 100};
  for (const Box& box : {Box{3, 4, 10, 10}, Box{13, 4, 22, 7}, Box{40, 60, 3, 3}}) {
    for (const auto& [from, to] : hatch(box, all)) {
      for (const Point& end : {from, to}) {
        EXPECT_GE(end.x, box.x - 1e-9);
        EXPECT_LE(end.x, box.right() + 1e-9);
        EXPECT_GE(end.y, box.y - 1e-9);
        EXPECT_LE(end.y, box.bottom() + 1e-9);
        EXPECT_NEAR(std::remainder(end.x + end.y - 7, 5), 0, 1e-9);
      }
    }
  }
  EXPECT_EQ(hatch({3, 4, 10, 10}, all).size(), 3U);  // sums 5, 10 and 15 of 0 to 20
}

TEST(DrawnRibbon, IsAsThickAsItSaysAroundItsMiddle) {
  const DrawnRibbon ribbon{{10, 50}, {90, 80}, 12, 4, {}};
  const std::vector<Point> border = border_of(ribbon);
  const std::size_t count = border.size() / 2;
  for (std::size_t i = 0; i < count; ++i) {
    const Point upper = border[i];
    const Point lower = border[border.size() - 1 - i];
    const double t = static_cast<double>(i) / static_cast<double>(count - 1);
    const double rise = 3 * t * t - 2 * t * t * t;
    EXPECT_NEAR((upper.x + lower.x) / 2, 10 + 80 * t, 1e-9);
    EXPECT_NEAR((upper.y + lower.y) / 2, 50 + 30 * rise, 1e-9);
    EXPECT_NEAR(std::hypot(lower.x - upper.x, lower.y - upper.y), 12 - 8 * rise, 1e-9);
  }
  EXPECT_EQ(border.front().x, border.back().x) << "it leaves level";
}

TEST(Png, SaysWhenThePixelsDoNotFit) {
  std::ostringstream out;
  const std::vector<std::uint32_t> pixels(6, 0xFFFFFFFF);
  EXPECT_THROW(write_png(out, pixels, 3, 3), std::invalid_argument);
  EXPECT_THROW(write_png(out, {}, 0, 0), std::invalid_argument);
  EXPECT_NO_THROW(write_png(out, pixels, 3, 2, true));
}

// Pictures and the maps over them as a figure.

PictureTile one_map(const std::string& label) {
  PictureTile tile{.label = label, .number = "0.50", .weights = std::vector<float>(64, 0.0F)};
  tile.weights[9] = 0.5F;
  return tile;
}

PictureFigure with_maps(int maps) {
  PictureStrip strip;
  Picture grey;
  grey.rgb.fill(200);
  strip.picture = pixels_of(grey);
  strip.tiles.push_back({.label = "the picture"});
  for (int i = 0; i < maps; ++i) strip.tiles.push_back(one_map("word " + std::to_string(i)));
  return {.strips = {strip}, .path = "decoder.0.cross_attention.head.0.weights", .caption = "What it says."};
}

template <typename Kind>
std::vector<Kind> all_of(const Drawing& drawing) {
  std::vector<Kind> found;
  for (const DrawnItem& item : drawing.items)
    if (const Kind* kind = std::get_if<Kind>(&item)) found.push_back(*kind);
  return found;
}

bool says(const Drawing& drawing, const std::string& text) {
  for (const DrawnText& drawn : all_of<DrawnText>(drawing))
    if (drawn.text == text) return true;
  return false;
}

TEST(PictureFigure, HasEveryMapWithItsWordOnThePage) {
  for (const int maps : {0, 1, 2, 3, 14}) {
    const Drawing drawing = drawing_of(with_maps(maps), Theme::light);
    const auto images = all_of<DrawnImage>(drawing);
    ASSERT_EQ(images.size(), static_cast<std::size_t>(maps + 1));
    for (std::size_t i = 0; i < images.size(); ++i) {
      const Box& box = images[i].box;
      EXPECT_GE(box.x, 0);
      EXPECT_LE(box.x + box.width, drawing.width);
      EXPECT_LE(box.y + box.height, drawing.height);
      for (std::size_t j = 0; j < i; ++j) {
        const Box& other = images[j].box;
        EXPECT_TRUE(other.x + other.width <= box.x || other.y + other.height <= box.y);
      }
    }
    for (const DrawnText& text : all_of<DrawnText>(drawing)) {
      EXPECT_GE(text.at.x, 0) << text.text;
      EXPECT_LE(text.at.x + text.width, drawing.width) << text.text;
      EXPECT_LE(text.at.y, drawing.height) << text.text;
    }
    for (int i = 0; i < maps; ++i) EXPECT_TRUE(says(drawing, "word " + std::to_string(i)));
    EXPECT_TRUE(says(drawing, "What it says."));
  }
}

TEST(PictureFigure, IsBrightWhereTheWeightLies) {
  const auto images = all_of<DrawnImage>(drawing_of(with_maps(1), Theme::dark));
  const Raster& plain = *images[0].image;
  const Raster& lit = *images[1].image;
  // The middle of the cell r2c2, of 8 x 8 pixels, and a corner far from it.
  const int scale = lit.width / 64;
  const auto red = [](std::uint32_t colour) { return static_cast<int>(colour >> 16U & 0xffU); };
  EXPECT_NEAR(red(lit.at(12 * scale, 12 * scale)), red(plain.at(12 * scale, 12 * scale)), 6);
  EXPECT_LT(lit.at(60 * scale, 60 * scale), plain.at(60 * scale, 60 * scale));
}

TEST(PictureFigure, TheChosenMapIsFramed) {
  PictureFigure figure = with_maps(4);
  EXPECT_TRUE(all_of<DrawnBox>(drawing_of(figure, Theme::light)).empty());
  figure.strips.front().tiles[2].chosen = true;
  EXPECT_EQ(all_of<DrawnBox>(drawing_of(figure, Theme::light)).size(), 1U);
}

TEST(PictureFigure, NeedsSomethingToDraw) {
  EXPECT_THROW(drawing_of(PictureFigure{}, Theme::light), std::invalid_argument);
  PictureFigure odd = with_maps(1);
  odd.strips.front().tiles[1].weights.pop_back();
  EXPECT_THROW(drawing_of(odd, Theme::light), std::invalid_argument);
}

// Animations, read back with the library that others read them with.

namespace fs = std::filesystem;

struct CloseGif {
  void operator()(GifFileType* gif) const { DGifCloseFile(gif, nullptr); }
};
using Gif = std::unique_ptr<GifFileType, CloseGif>;

Gif read_gif(const fs::path& path) {
  Gif gif(DGifOpenFileName(path.string().c_str(), nullptr));
  if (gif != nullptr && DGifSlurp(gif.get()) == GIF_ERROR) gif.reset();
  return gif;
}

int delay_of(GifFileType* gif, int frame) {
  GraphicsControlBlock block{};
  DGifSavedExtensionToGCB(gif, frame, &block);
  return block.DelayTime;
}

class Animation : public testing::Test {
 protected:
  const TemporaryFolder own_;
  const fs::path folder_ = own_.path();
};

Drawing square_at(double x) {
  Drawing drawing{.width = 40, .height = 20};
  drawing.items = {DrawnBox{{x, 5, 10, 10}, 0, {{75, 43, 176}}}};
  return drawing;
}

TEST_F(Animation, HasAFrameADrawing) {
  AnimationWriter file(folder_ / "a.gif", {.delay = 300, .scale = 2});
  for (const double x : {0, 10, 20}) file.add(square_at(x));
  file.finish();
  const Gif gif = read_gif(folder_ / "a.gif");
  ASSERT_NE(gif, nullptr);
  EXPECT_EQ(gif->SWidth, 80);
  EXPECT_EQ(gif->SHeight, 40);
  ASSERT_EQ(gif->ImageCount, 3);
  EXPECT_EQ(delay_of(gif.get(), 0), 30);
  EXPECT_EQ(delay_of(gif.get(), 2), 60) << "the last one stays";
  // The second frame holds the part that differs: the square's old and its new place.
  const GifImageDesc& second = gif->SavedImages[1].ImageDesc;
  EXPECT_EQ(second.Left, 0);
  EXPECT_EQ(second.Top, 10);
  EXPECT_EQ(second.Width, 40);
  EXPECT_EQ(second.Height, 20);
  const SavedImage& first = gif->SavedImages[0];
  const GifColorType& colour = first.ImageDesc.ColorMap->Colors[first.RasterBits[20 * 80 + 10]];
  EXPECT_EQ(colour.Red, 75);
  EXPECT_EQ(colour.Green, 43);
  EXPECT_EQ(colour.Blue, 176);
}

TEST_F(Animation, WhatStopsItLeavesNoFile) {
  AnimationWriter(folder_ / "a.gif", {}).add(square_at(1));
  EXPECT_THROW(AnimationWriter(folder_ / "a.gif", {}).finish(), std::invalid_argument);
  EXPECT_THROW(AnimationWriter(folder_ / "a.gif", {.delay = 1}), std::invalid_argument);
  EXPECT_TRUE(fs::is_empty(folder_));
  std::ofstream(folder_ / "a.gif") << "mine";
  AnimationWriter(folder_ / "a.gif", {}).add(square_at(1));
  EXPECT_EQ(fs::file_size(folder_ / "a.gif"), 4U);
}

TEST(GifColours, AreasKeepTheirColour) {
  std::vector<std::uint32_t> pixels;
  for (std::uint32_t i = 0; i < 150; ++i)
    pixels.insert(pixels.end(), 40, i * 0x010307U % 0xFFFFFFU);                                      // cells
  for (std::uint32_t i = 0; i < 5000; ++i) pixels.push_back(0x400000U + i * 0x000A11U % 0x3FFFFFU);  // rims
  const FewColours few = few_colours(pixels);
  ASSERT_EQ(few.indices.size(), pixels.size());
  EXPECT_EQ(few.colours.size(), 256U);
  int wrong = 0;
  for (std::size_t i = 0; i < std::size_t{150} * 40; ++i) {
    const std::uint32_t shown = few.colours.at(few.indices[i]);
    for (const unsigned shift : {0U, 8U, 16U}) {
      const int off = static_cast<int>(shown >> shift & 255U) - static_cast<int>(pixels[i] >> shift & 255U);
      wrong += std::abs(off) > 3 ? 1 : 0;
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST(GifColours, FewColoursStayExact) {
  const std::vector<std::uint32_t> pixels{0xFF112233, 0xFF112240, 0xFF112233, 0xFFFFFFFF};
  const FewColours few = few_colours(pixels);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    EXPECT_EQ(few.colours.at(few.indices[i]), pixels[i] & 0xFFFFFFU);
  }
}

TEST(GifWriter, SaysWhenItCannot) {
  std::ostringstream out;
  EXPECT_THROW(GifWriter(out, 0, 5), std::invalid_argument);
  EXPECT_THROW(GifWriter(out, 70000, 5), std::invalid_argument);
  GifWriter gif(out, 2, 2);
  EXPECT_THROW(gif.add(std::vector<std::uint32_t>(3), 100), std::invalid_argument);
}

}  // namespace
}  // namespace headlight
