// Pictures and the maps over them as a figure.
#include "core/figure/picture_figure.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace headlight {
namespace {

PictureTile one_map(const std::string& label) {
  PictureTile tile{.label = label, .number = "0.50", .weights = std::vector<float>(64, 0.0F)};
  tile.weights[9] = 0.5F;
  return tile;
}

PictureFigure with_maps(int maps) {
  PictureStrip strip;
  strip.picture.rgb.fill(200);
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
  PictureFigure figure = with_maps(1);
  figure.look.cells = true;
  const auto images = all_of<DrawnImage>(drawing_of(figure, Theme::dark));
  const Raster& plain = *images[0].image;
  const Raster& lit = *images[1].image;
  // The middle of the cell r2c2, of 8 x 8 pixels, and a corner far from it.
  const int scale = lit.width / 64;
  EXPECT_EQ(lit.at(12 * scale, 12 * scale), plain.at(12 * scale, 12 * scale));
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

}  // namespace
}  // namespace headlight
