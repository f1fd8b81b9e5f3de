// A picture as a list of what was drawn, in order: plain data. The screen records its stage into one, and a
// figure is laid out as one; the files made of it hold the same numbers, words, order and scale, because they
// are the same drawing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/figure/fonts.h"
#include "core/figure/heatmap.h"
#include "core/figure/palette.h"

namespace headlight {

// Places in a picture. Units are pixels at scale 1, y down.

struct Point {
  double x = 0, y = 0;
};

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

// A picture of pixels, as a drawing holds one.

struct Raster {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixels = {};  // 0xffRRGGBB, row by row from the top left

  std::uint32_t at(int x, int y) const {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)];
  }
};
// Shared with whoever still has to draw it; never changed once it is.
using RasterPtr = std::shared_ptr<const Raster>;

// One pixel of it, opaque.
constexpr std::uint32_t opaque(Rgb colour) {
  return 0xff000000U | static_cast<std::uint32_t>(colour.red) << 16U |
         static_cast<std::uint32_t>(colour.green) << 8U | colour.blue;
}

struct Paint {
  Rgb colour = {};
  float alpha = 1;
};

struct DrawnBox {
  Box box;
  double radius = 0;
  Paint paint;
  double thickness = 0;  // of an outline that runs along the box; 0: filled
};
struct DrawnLines {  // straight pieces from point to point
  std::vector<Point> points;
  Paint paint;
  double thickness = 1;
};
struct DrawnCurve {  // cubic Bézier
  Point from, from_control, to_control, to;
  Paint paint;
  double thickness = 1;
};
// A band that leaves and arrives level: over the way x runs evenly and y rises as r = 3t^2 - 2t^3; the
// thickness, measured across the band, changes with r.
struct DrawnRibbon {
  Point from, to;
  double from_thickness = 1, to_thickness = 1;
  Paint paint;
};
// Its outline, once around: fine enough to look smooth.
std::vector<Point> border_of(const DrawnRibbon& ribbon);

struct DrawnCircle {
  Point centre;
  double radius = 1;
  Paint paint;
  double thickness = 0;  // 0: filled
};
struct DrawnPolygon {  // filled
  std::vector<Point> corners;
  Paint paint;
};
enum class Towards { bottom, right, top };
struct DrawnGradient {
  Box box;
  std::vector<Rgb> colours;  // evenly spaced, the last one at that edge
  Towards towards = Towards::bottom;
};
// Where one of them lies, from 0 to 1.
inline double stop_of(const DrawnGradient& gradient, std::size_t colour) {
  const std::size_t steps = gradient.colours.size() - 1;
  return steps == 0 ? 0 : static_cast<double>(colour) / static_cast<double>(steps);
}
struct DrawnHatch {  // diagonals 5 units apart, counted from the page's corner: they run on from box to box
  Box box;
  Paint paint;
  bool falling = false;  // to the right; otherwise rising
};
struct DrawnText {
  std::string text;  // UTF-8, one line
  Type type = {};
  Point at = {};       // left end of the baseline; a turned text turns around this point
  double drop = 0;     // of the baseline below `at`, before it is turned
  double degrees = 0;  // counter-clockwise
  double width = 0;    // as measured: what is written keeps it
  Paint paint = {};
  double scale = 1;  // of the type's size: raised and lowered letters are smaller
};
struct DrawnCells {
  HeatmapPtr map;
  int row = 0, column = 0, rows = 0, columns = 0;  // the part of it that is shown
  Box area;                                        // cells share it evenly
  double gap = 0;                                  // left free at the right and bottom of a cell
  float fade = 0;                                  // share of `paper` mixed into the colours
  Rgb paper = {};
  std::optional<Scale> scale = {};   // instead of the map's own
  std::optional<int> left_out = {};  // a column of the map, where that names none
  bool grey = false;                 // every colour as a grey of its luminance
};
struct DrawnImage {  // its pixels fill the box, each with sharp edges
  RasterPtr image;
  Box box;
};
struct ClipBegin {  // until its ClipEnd nothing outside is seen; they nest
  Box box;
};
struct ClipEnd {};

using DrawnItem =
    std::variant<DrawnBox, DrawnLines, DrawnCurve, DrawnRibbon, DrawnCircle, DrawnPolygon, DrawnGradient,
                 DrawnHatch, DrawnText, DrawnCells, DrawnImage, ClipBegin, ClipEnd>;

struct Drawing {
  double width = 0, height = 0;
  Theme theme = Theme::light;  // of the cells and of the paper below everything
  std::string title = {};      // kept in files that can hold one, as is
  std::string caption = {};    // a text about the whole
  std::vector<DrawnItem> items = {};
  std::string font = {};        // the family of all letters; empty: the program's own
  bool in_millimetres = false;  // files that can say so state their size in millimetres
  bool grey = false;            // the paper, too: see make_grey()
};

// Units are CSS pixels: 96 to the inch, so that a unit is 0.75 points.
inline constexpr double points_per_unit = 0.75;
inline constexpr double mm_per_unit = 25.4 / 96;

// The paper below everything.
inline Rgb paper_of(const Drawing& drawing) {
  const Rgb paper = palette(drawing.theme).stage;
  return drawing.grey ? grey_of(paper) : paper;
}

// Every colour as the grey that is as bright: what a printer without colours makes of it.
void make_grey(Drawing& drawing);

// On its paper as pixels in memory, `scale` of them a unit: what a file of it would look like. Throws
// std::invalid_argument for a picture that is too large.
Raster raster_of(const Drawing& drawing, double scale);

struct DrawingOptions {
  int scale = 2;       // PNG: pixels per unit, 1 to 4
  bool ground = true;  // fill the page with the theme's paper; otherwise it stays transparent
};

// .png, .svg (text as text) or .pdf (fonts embedded), by the extension of `path`. Throws FormatError for
// another one, AccessError when the place cannot be written, std::invalid_argument for a scale or size out of
// range.
void write_drawing(Drawing drawing, const std::filesystem::path& path, const DrawingOptions& options = {});

// The same in parts, as it may take long.
class DrawingWriter {
 public:
  DrawingWriter(std::filesystem::path path, const DrawingOptions& options);
  ~DrawingWriter();
  DrawingWriter(const DrawingWriter&) = delete;
  DrawingWriter& operator=(const DrawingWriter&) = delete;

  void add(Drawing drawing);
  // Makes a PNG, of the others nothing. Asks `more` between two parts, and returns false when it said no.
  bool go_on(const std::function<bool()>& more);
  // Once all is made: the file is written here.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The same drawing as SVG on a stream.
void write_svg(std::ostream& out, const Drawing& drawing, bool ground);

// Recorded drawings one after the other as an animated GIF.

struct AnimationOptions {
  int delay = 800;  // milliseconds a frame; the last one stays twice as long
  int scale = 1;    // pixels per unit, 1 to 4
};

// Takes drawings one by one, all on the page of the first, and writes the file at the end; until then there
// is none, or the old one. Throws AccessError when the place cannot be written, std::invalid_argument for
// options out of range or when there is no drawing at all.
class AnimationWriter {
 public:
  AnimationWriter(const std::filesystem::path& path, const AnimationOptions& options);
  ~AnimationWriter();
  void add(Drawing drawing);
  void finish();

 private:
  struct File;
  std::filesystem::path path_;
  AnimationOptions options_;
  double width_ = 0, height_ = 0;
  std::unique_ptr<File> file_;
};

}  // namespace headlight
