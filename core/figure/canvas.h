// Drawings as pixels and as PDF pages. All that knows Cairo is canvas.cpp and the typesetter. Private to
// core/figure and core/exercises.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <vector>

#include "core/figure/drawing.h"

namespace headlight {

// The cells of a drawing one by one, for whoever draws them. Private to core/figure.

struct CellPiece {
  Box box;  // without its gap
  CellState state = CellState::value;
  bool error = false;
  bool left_out = false;  // a value of a column that the scale leaves out
  Rgb colour;             // of the ground, faded
};

// Above this number of cells a vector file holds an image, a pixel a cell, instead of a shape a cell.
inline constexpr int most_shapes = 8192;
inline bool as_image(const DrawnCells& cells) { return cells.rows * cells.columns > most_shapes; }

void each_piece(const DrawnCells& cells, Theme theme, const std::function<void(const CellPiece&)>& visit);

// How much of its hatch or dots is mixed into a cell that has no room for them.
inline constexpr float image_line_share = 0.2F;

// 0xffRRGGBB, a pixel a cell, row by row.
std::vector<std::uint32_t> cell_pixels(const DrawnCells& cells, Theme theme);

// Their lines and the frame of an error are as grey as the cells.
Rgb shown_colour(const DrawnCells& cells, Rgb colour);

// The strong line of the theme, faded as the cells are: hatch and dots.
Rgb line_of(const DrawnCells& cells, Theme theme);

inline constexpr double hatch_apart = 5;  // from one diagonal to the next, along an edge

// The diagonals of a masked cell, counted from the corner of all cells so that they run on; falling to the
// right, those of a column that is left out.
std::vector<std::array<Point, 2>> hatch(const Box& box, const Box& all, bool falling = false);

struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint32_t> values = {};  // 0xAARRGGBB, colours multiplied with alpha, row by row
};
// `scale` pixels a unit; with `ground` the theme's paper covers everything. Throws std::invalid_argument for
// a picture that is too large.
Pixels render(const Drawing& drawing, double scale, bool ground);

// The same, some shapes at a time. The drawing outlives it.
class PixelPainter {
 public:
  PixelPainter(const Drawing& drawing, double scale, bool ground);
  ~PixelPainter();
  PixelPainter(const PixelPainter&) = delete;
  PixelPainter& operator=(const PixelPainter&) = delete;

  // Asks `more` before each shape, if there is one to ask, and returns false when it said no.
  bool go_on(const std::function<bool()>& more);
  // Once all is drawn.
  Pixels take();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// One page, of 0.75 points a unit; or a page for each of several drawings, titled by the first.
void write_pdf(std::ostream& out, const Drawing& drawing, bool ground);
void write_pdf(std::ostream& out, std::span<const Drawing> pages, bool ground);

}  // namespace headlight
