#include "core/figure/picture_figure.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "core/figure/text.h"

namespace headlight {
namespace {

constexpr double margin = 24;
constexpr double gap = 16;           // between tiles
constexpr double least_width = 420;  // of the lines of text
constexpr double frame = 3;          // around the chosen tile
constexpr int most_large = 3;        // tiles of a strip
constexpr int most_across = 6;       // small ones in a line
constexpr int enlarged = 8;    // pixels of an image to one of the picture's, whatever size it is shown in
constexpr double large = 256;  // units
constexpr double small = 128;  // units

class PictureLayout {
 public:
  PictureLayout(const PictureFigure& figure, Theme theme) : figure_(figure), colours_(palette(theme)) {
    std::size_t most = 0;
    for (const PictureStrip& strip : figure.strips) most = std::max(most, strip.tiles.size());
    if (most == 0) throw std::invalid_argument("a figure of a picture needs a map or more");
    side_ = most <= most_large ? large : small;
    across_ = std::min(most, static_cast<std::size_t>(most <= most_large ? most_large : most_across));
    width_ = std::max(least_width, static_cast<double>(across_) * (side_ + gap) - gap);
    drawing_.theme = theme;
    drawing_.title = figure.strips.front().title.plain();
    drawing_.caption = figure.caption;
    for (const PictureStrip& strip : figure.strips) draw(strip);
    add_line(figure.path, TextStyle::path, Role::text_2, 6);
    for (RichText& line :
         ruler_.wrapped(RichText({{figure.caption, Role::text_2}}), TextStyle::caption, width_))
      add_line(std::move(line), TextStyle::caption, 3);
    drawing_.width = width_ + 2 * margin;
    drawing_.height = std::ceil(y_ + margin);
  }

  Drawing take() { return std::move(drawing_); }

 private:
  void draw(const PictureStrip& strip) {
    add_line(strip.title, TextStyle::panel_title, 10);
    double below = 0;
    for (std::size_t i = 0; i < strip.tiles.size(); ++i) {
      if (i > 0 && i % across_ == 0) y_ += std::exchange(below, 0) + gap;
      below = std::max(
          below, draw(strip, strip.tiles[i], margin + static_cast<double>(i % across_) * (side_ + gap)));
    }
    y_ += below + gap;
  }

  // Returns its height with the words below it.
  double draw(const PictureStrip& strip, const PictureTile& tile, double x) {
    const Box box{x, y_, side_, side_};
    Raster image = tile.weights.empty() ? image_of(strip.picture, enlarged)
                                        : looked_at(strip.picture, tile.weights, enlarged, figure_.look);
    drawing_.items.emplace_back(DrawnImage{std::make_shared<const Raster>(std::move(image)), box});
    if (tile.chosen) {
      const Box around{box.x - frame, box.y - frame, box.width + 2 * frame, box.height + 2 * frame};
      drawing_.items.emplace_back(DrawnBox{around, frame, {colours_.ink}, 2});
    }
    double tall = side_ + frame + 4;
    tall += centre(tile.label, tile.chosen ? TextStyle::hot_label : TextStyle::label, Role::ink, box, tall);
    tall += centre(tile.number, TextStyle::tick, Role::text_2, box, tall);
    return tall;
  }

  // Below a tile. Returns the height of the line.
  double centre(const std::string& text, TextStyle style, Role role, const Box& box, double down) {
    if (text.empty()) return 0;
    PlacedText placed = ruler_.place(RichText({{ruler_.shortened(text, style, side_), role}}), style);
    placed.origin = {std::round(box.x + (side_ - placed.width) / 2),
                     std::round(box.y + down + placed.ascent)};
    ruler_.draw(placed, colours_, drawing_.items);
    return placed.ascent + placed.descent + 2;
  }

  void add_line(const std::string& text, TextStyle style, Role role, double after) {
    if (!text.empty()) add_line(RichText({{text, role}}), style, after);
  }
  void add_line(RichText text, TextStyle style, double after) {
    if (text.empty()) return;
    PlacedText placed = ruler_.place(std::move(text), style);
    placed.origin = {margin, std::round(y_ + placed.ascent)};
    ruler_.draw(placed, colours_, drawing_.items);
    y_ += placed.ascent + placed.descent + after;
  }

  const PictureFigure& figure_;
  const Palette& colours_;
  TextRuler ruler_;
  Drawing drawing_;
  double side_ = 0, width_ = 0;
  std::size_t across_ = 1;
  double y_ = margin;
};

}  // namespace

Drawing drawing_of(const PictureFigure& figure, Theme theme) { return PictureLayout(figure, theme).take(); }

}  // namespace headlight
