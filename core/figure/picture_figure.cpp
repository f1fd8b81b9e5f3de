#include "core/figure/picture_figure.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "core/figure/text.h"

namespace headlight {
namespace {

// The two cells between whose middles a pixel lies, and how far it is from the first to the second.
struct Between {
  int first = 0, second = 0;
  float share = 0;
};

std::vector<Between> along(int pixels, int cells) {
  std::vector<Between> all;
  for (int pixel = 0; pixel < pixels; ++pixel) {
    const float at =
        (static_cast<float>(pixel) + 0.5F) * static_cast<float>(cells) / static_cast<float>(pixels);
    // Beyond the middle of a cell at the edge its weight goes on.
    const float from_middle = std::clamp(at - 0.5F, 0.0F, static_cast<float>(cells - 1));
    const int first = std::min(static_cast<int>(from_middle), std::max(0, cells - 2));
    all.push_back({first, std::min(first + 1, cells - 1), from_middle - static_cast<float>(first)});
  }
  return all;
}

int side_of(std::size_t cells) {
  const int side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(cells))));
  if (side == 0 || static_cast<std::size_t>(side) * static_cast<std::size_t>(side) != cells)
    throw std::invalid_argument(std::to_string(cells) + " weights are not a square grid");
  return side;
}

}  // namespace

Raster image_of(const RgbPicture& picture, int enlarged) {
  const int side = picture.width * enlarged;
  Raster image{side, side, {}};
  image.pixels.reserve(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  std::vector<std::uint32_t> line;
  for (int y = 0; y < picture.height; ++y) {
    line.clear();
    for (int x = 0; x < picture.width; ++x) {
      const std::uint8_t* rgb = picture.pixel(x, y);
      line.insert(line.end(), static_cast<std::size_t>(enlarged), opaque({rgb[0], rgb[1], rgb[2]}));
    }
    for (int copy = 0; copy < enlarged; ++copy)
      image.pixels.insert(image.pixels.end(), line.begin(), line.end());
  }
  return image;
}

Raster looked_at(const RgbPicture& picture, std::span<const float> weights, int enlarged) {
  const int cells = side_of(weights.size());
  Raster image = image_of(picture, enlarged);
  const float most = *std::max_element(weights.begin(), weights.end());
  const float scale = most > 0 ? 1 / most : 0;
  const std::vector<Between> places = along(image.width, cells);
  // While an object is dragged this runs over all pixels in every frame: no calls in the inner loop.
  std::vector<float> line(static_cast<std::size_t>(cells));
  std::uint32_t* pixel = image.pixels.data();
  for (const Between& y : places) {
    for (std::size_t column = 0; column < line.size(); ++column) {
      const float above = weights[static_cast<std::size_t>(y.first) * line.size() + column];
      const float below = weights[static_cast<std::size_t>(y.second) * line.size() + column];
      line[column] = scale * (above + y.share * (below - above));
    }
    for (const Between& x : places) {
      const float left = line[x.first];
      const float right = line[x.second];
      const float share = std::clamp(left + x.share * (right - left), 0.0F, 1.0F);
      const float light = 1 - darkness * (1 - share);
      const auto lit = [&](unsigned shift) {
        // Never negative: half up is nearest. lround() would be a call for each of three channels.
        const float bright = static_cast<float>(*pixel >> shift & 0xffU) * light + 0.5F;
        return static_cast<std::uint8_t>(bright);
      };
      *pixel = opaque({lit(16), lit(8), lit(0)});
      ++pixel;
    }
  }
  return image;
}

namespace {

constexpr double strip_margin = 24;
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
    if (most == 0) throw std::invalid_argument("a figure of a picture needs at least one map");
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
    drawing_.width = width_ + 2 * strip_margin;
    drawing_.height = std::ceil(y_ + strip_margin);
  }

  Drawing take() { return std::move(drawing_); }

 private:
  void draw(const PictureStrip& strip) {
    add_line(strip.title, TextStyle::panel_title, 10);
    double below = 0;
    for (std::size_t i = 0; i < strip.tiles.size(); ++i) {
      if (i > 0 && i % across_ == 0) y_ += std::exchange(below, 0) + gap;
      below = std::max(below, draw(strip, strip.tiles[i],
                                   strip_margin + static_cast<double>(i % across_) * (side_ + gap)));
    }
    y_ += below + gap;
  }

  // Returns its height with the words below it.
  double draw(const PictureStrip& strip, const PictureTile& tile, double x) {
    const Box box{x, y_, side_, side_};
    Raster image = tile.weights.empty() ? image_of(strip.picture, enlarged)
                                        : looked_at(strip.picture, tile.weights, enlarged);
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
    placed.origin = {strip_margin, std::round(y_ + placed.ascent)};
    ruler_.draw(placed, colours_, drawing_.items);
    y_ += placed.ascent + placed.descent + after;
  }

  const PictureFigure& figure_;
  const Palette& colours_;
  TextRuler ruler_;
  Drawing drawing_;
  double side_ = 0, width_ = 0;
  std::size_t across_ = 1;
  double y_ = strip_margin;
};

}  // namespace

Drawing drawing_of(const PictureFigure& figure, Theme theme) { return PictureLayout(figure, theme).take(); }

}  // namespace headlight
