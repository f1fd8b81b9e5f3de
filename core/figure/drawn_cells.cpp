#include "core/figure/drawn_cells.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

Rgb ground(const DrawnCells& cells, Theme theme, int row, int column) {
  const Heatmap& map = *cells.map;
  if (map.is_error(row, column)) return palette(theme).error_ground;
  return map.state(row, column) == CellState::value ? cell_colour(map, row, column, theme) : cells.paper;
}

}  // namespace

void each_piece(const DrawnCells& cells, Theme theme, const std::function<void(const CellPiece&)>& visit) {
  const double wide = cells.area.width / cells.columns;
  const double tall = cells.area.height / cells.rows;
  for (int i = 0; i < cells.rows; ++i) {
    for (int j = 0; j < cells.columns; ++j) {
      const int row = cells.row + i;
      const int column = cells.column + j;
      CellPiece piece;
      piece.box = {cells.area.x + j * wide, cells.area.y + i * tall, wide - cells.gap, tall - cells.gap};
      piece.state = cells.map->state(row, column);
      piece.error = cells.map->is_error(row, column);
      piece.colour = mix(ground(cells, theme, row, column), cells.paper, cells.fade);
      visit(piece);
    }
  }
}

std::vector<std::uint32_t> cell_pixels(const DrawnCells& cells, Theme theme) {
  std::vector<std::uint32_t> pixels;
  pixels.reserve(static_cast<std::size_t>(cells.rows) * static_cast<std::size_t>(cells.columns));
  each_piece(cells, theme, [&](const CellPiece& piece) {
    // Too small for a hatch or a dot: the average of one.
    Rgb colour = piece.colour;
    if (piece.state != CellState::value && !piece.error) colour = mix(colour, line_of(cells, theme), 0.2F);
    pixels.push_back(0xFF000000U | static_cast<std::uint32_t>(colour.red) << 16U |
                     static_cast<std::uint32_t>(colour.green) << 8U | colour.blue);
  });
  return pixels;
}

Rgb line_of(const DrawnCells& cells, Theme theme) {
  return mix(palette(theme).strong_line, cells.paper, cells.fade);
}

std::vector<std::array<Point, 2>> hatch(const Box& box, const Box& all) {
  std::vector<std::array<Point, 2>> lines;
  const double first = std::ceil((box.x + box.y - all.x - all.y) / hatch_apart) * hatch_apart + all.x + all.y;
  const double end = box.right() + box.bottom();
  for (int i = 0; first + i * hatch_apart < end; ++i) {
    const double sum = first + i * hatch_apart;
    // On the line x + y = sum, from the lower left to the upper right edge of the box.
    const double left = std::max(box.x, sum - box.bottom());
    const double right = std::min(box.right(), sum - box.y);
    if (right > left) lines.push_back({Point{left, sum - left}, Point{right, sum - right}});
  }
  return lines;
}

}  // namespace headlight
