#include <algorithm>
#include <cmath>

#include "core/figure/draw.h"

namespace headlight {
namespace {

// Diagonals 5 apart; hairlines would vanish beside a full map, so they are the stronger line.
void draw_hatch(cairo_t* to, const Box& box, const Palette& colours) {
  constexpr double apart = 5;
  cairo_save(to);
  cairo_rectangle(to, box.x, box.y, box.width, box.height);
  cairo_clip(to);
  // Counted from the page's corner, so that the lines run on from cell to cell.
  const int first = static_cast<int>(std::floor((box.x + box.y) / apart));
  const int last = static_cast<int>(std::floor((box.right() + box.bottom()) / apart));
  for (int line = first; line <= last; ++line) {
    const double sum = line * apart;
    cairo_move_to(to, sum - box.y, box.y);
    cairo_line_to(to, sum - box.bottom(), box.bottom());
  }
  set_colour(to, colours.strong_line);
  cairo_set_line_width(to, 1);
  cairo_stroke(to);
  cairo_restore(to);
}

// How many cells of a row stand in one state, from `column` on: they are hatched as one.
int run_length(const Heatmap& map, int row, int column, CellState state) {
  int end = column;
  while (end < map.columns && map.state(row, end) == state) ++end;
  return end - column;
}

void draw_absent(cairo_t* to, const Box& box, const Palette& colours) {
  const double radius = std::clamp(std::min(box.width, box.height) / 12, 0.5, 1.5);
  cairo_arc(to, box.x + box.width / 2, box.y + box.height / 2, radius, 0, 6.3);
  set_colour(to, colours.text_3);
  cairo_fill(to);
}

// In the middle of the cell, if there is room.
// `column` is the width all numbers share: they end on one line.
void draw_number(cairo_t* to, const Box& box, double column, const std::string& number, bool hot, Rgb colour,
                 TextRuler& ruler) {
  if (number.empty()) return;
  PlacedText text = ruler.place(number, hot ? TextStyle::hot_cell : TextStyle::cell);
  if (text.width > box.width || text.ascent + text.descent > box.height + 3) return;
  text.origin = {box.x + (box.width + std::max(column, text.width)) / 2 - text.width,
                 box.y + (box.height + text.ascent - text.descent) / 2};
  // Black and white are no roles of the palette: one cell's ink is set by its own ground.
  Palette on_cell;
  on_cell.ink = colour;
  draw_text(to, text, on_cell, ruler);
}

class MapDrawing {
 public:
  MapDrawing(cairo_t* to, const Heatmap& map, const MapLayout& layout, Theme theme, TextRuler& ruler)
      : to_(to), map_(map), layout_(layout), theme_(theme), colours_(palette(theme)), ruler_(ruler) {}

  void draw_row(int row) {
    for (int column = 0; column < map_.columns; ++column) {
      const Box box = layout_.cell(row, column);
      switch (map_.state(row, column)) {
        case CellState::value:
          fill_box(to_, box, ground(row, column));
          break;
        case CellState::absent:
          draw_absent(to_, box, colours_);
          break;
        case CellState::masked: {
          const int length = run_length(map_, row, column, CellState::masked);
          const Box last = layout_.cell(row, column + length - 1);
          draw_hatch(to_, {box.x, box.y, last.right() - box.x, box.height}, colours_);
          column += length - 1;
          break;
        }
      }
    }
  }

  void draw_numbers(int row) {
    for (int column = 0; column < map_.columns; ++column) {
      if (map_.state(row, column) != CellState::value) continue;
      const bool error = map_.is_error(row, column);
      if (!error && !layout_.numbers && !is_marked(row, column)) continue;
      const bool hot = error || map_.focus_row == row || is_marked(row, column);
      const Rgb colour = error ? colours_.error : text_on(ground(row, column));
      // The word NaN stands in the middle, where no digit is expected.
      draw_number(to_, layout_.cell(row, column), error ? 0 : layout_.number_width,
                  number_in_cell(map_.value(row, column), map_.format), hot, colour, ruler_);
    }
  }

  // Around the cell with a thread of paper between, never over its number.
  void draw_outline(int row, int column, Role role) {
    const Box box = layout_.cell(row, column);
    const auto frame = [&](double out, double width, Rgb colour) {
      cairo_rectangle(to_, box.x - out, box.y - out, box.width + 2 * out, box.height + 2 * out);
      set_colour(to_, colour);
      cairo_set_line_width(to_, width);
      cairo_stroke(to_);
    };
    const bool lit = role == Role::ink && theme_ == Theme::dark;
    frame(0.5, 1, colours_.stage);
    frame(2, 2, lit ? colours_.focus : colour_of(role, colours_));
  }

  void draw_marks() {
    const auto& map = map_;
    if (map.focus_row && map.focus_column) draw_outline(*map.focus_row, *map.focus_column, Role::ink);
    for (const Mark& mark : map.marks) draw_outline(mark.row, mark.column, mark.role);
  }

 private:
  Rgb ground(int row, int column) const {
    return map_.is_error(row, column) ? colours_.error_ground : cell_colour(map_, row, column, theme_);
  }

  bool is_marked(int row, int column) const {
    return (map_.focus_row == row && map_.focus_column == column) ||
           std::any_of(map_.marks.begin(), map_.marks.end(),
                       [&](const Mark& mark) { return mark.row == row && mark.column == column; });
  }

  cairo_t* to_;
  const Heatmap& map_;
  const MapLayout& layout_;
  Theme theme_;
  const Palette& colours_;
  TextRuler& ruler_;
};

}  // namespace

void draw_map(cairo_t* to, const Heatmap& map, const MapLayout& layout, Theme theme, TextRuler& ruler) {
  MapDrawing drawing(to, map, layout, theme, ruler);
  for (int row = 0; row < map.rows; ++row) drawing.draw_row(row);
  drawing.draw_marks();
  for (int row = 0; row < map.rows; ++row) drawing.draw_numbers(row);
  const Palette& colours = palette(theme);
  for (const KeyLayout& key : layout.keys) {
    if (key.state == CellState::masked) draw_hatch(to, key.sample, colours);
    if (key.state == CellState::absent) draw_absent(to, key.sample, colours);
  }
  for (const PlacedText& text : layout.texts) draw_text(to, text, colours, ruler);
  if (layout.bar) {
    draw_bar(to, *layout.bar, theme);
    for (const PlacedText& text : layout.bar->texts) draw_text(to, text, colours, ruler);
  }
}

void draw_bar(cairo_t* to, const BarLayout& bar, Theme theme) {
  // A gradient between the nine stops is the same ramp, smooth at any size and small in a vector file.
  const ColourMap& ramp = colour_map(bar.scale.ramp, theme);
  cairo_pattern_t* gradient = cairo_pattern_create_linear(0, bar.box.bottom(), 0, bar.box.y);
  constexpr int stops = 8;
  for (int stop = 0; stop <= stops; ++stop) {
    const double at = static_cast<double>(stop) / stops;
    const Rgb colour = colour_at(ramp, static_cast<float>(at));
    cairo_pattern_add_color_stop_rgb(gradient, at, colour.red / 255.0, colour.green / 255.0,
                                     colour.blue / 255.0);
  }
  cairo_rectangle(to, bar.box.x, bar.box.y, bar.box.width, bar.box.height);
  cairo_set_source(to, gradient);
  cairo_fill(to);
  cairo_pattern_destroy(gradient);

  for (const double tick : bar.ticks) {
    const double y = std::clamp(tick, bar.box.y + 0.5, bar.box.bottom() - 0.5);
    cairo_move_to(to, bar.box.right() + 1, y);
    cairo_line_to(to, bar.box.right() + 5, y);
  }
  set_colour(to, palette(theme).strong_line);
  cairo_set_line_width(to, 1);
  cairo_stroke(to);
}

}  // namespace headlight
