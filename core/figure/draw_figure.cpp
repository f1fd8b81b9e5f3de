// What a laid-out map is drawn of: boxes, lines and texts. Private to core/figure.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "core/figure/canvas.h"
#include "core/figure/drawing.h"
#include "core/figure/figure.h"
#include "core/figure/layout.h"
#include "core/figure/text.h"

namespace headlight {
namespace {

constexpr double least_signed_cell = 5;  // without its gap

class MapDrawing {
 public:
  MapDrawing(const Heatmap& map, const MapLayout& layout, Theme theme, TextRuler& ruler,
             std::vector<DrawnItem>& onto)
      : map_(map), layout_(layout), theme_(theme), colours_(palette(theme)), ruler_(ruler), onto_(onto) {}

  // More cells than shapes can be drawn of.
  bool as_image() const { return map_.rows * map_.columns > most_drawn_cells; }

  void draw_image() {
    Heatmap cells = map_;
    cells.row_labels.clear();
    cells.column_labels.clear();
    add(DrawnCells{.map = std::make_shared<const Heatmap>(std::move(cells)),
                   .rows = map_.rows,
                   .columns = map_.columns,
                   .area = layout_.cells,
                   .paper = colours_.stage});
  }

  void draw_row(int row) {
    for (int column = 0; column < map_.columns; ++column) {
      const Box box = layout_.cell(row, column);
      switch (map_.state(row, column)) {
        case CellState::value:
          add(DrawnBox{box, 0, {ground(row, column)}});
          if (map_.left_out == column && !map_.is_error(row, column)) draw_hatch(box, true);
          break;
        case CellState::absent:
          draw_absent(box);
          break;
        case CellState::masked: {
          // Cells beside each other are hatched as one.
          while (column + 1 < map_.columns && map_.state(row, column + 1) == CellState::masked) ++column;
          draw_hatch({box.x, box.y, layout_.cell(row, column).right() - box.x, box.height});
          break;
        }
      }
    }
  }

  void draw_marks() {
    for (const PlaceRun& rows : runs_of(map_.chosen_rows))
      draw_outline({rows.first, 0}, {rows.end - 1, map_.columns - 1}, Role::ink);
    for (const PlaceRun& columns : runs_of(map_.chosen_columns))
      draw_outline({0, columns.first}, {map_.rows - 1, columns.end - 1}, Role::ink);
    const auto around = [&](const Mark& mark) { draw_outline(mark, mark, mark.role); };
    if (map_.focus_row && map_.focus_column) around({*map_.focus_row, *map_.focus_column});
    for (const Mark& mark : map_.marks) around(mark);
  }

  // What the colours of a signed map do not say in greys: which cells are negative.
  void draw_signs(int row) {
    const double side = std::min(layout_.cell_width, layout_.cell_height) - layout_.gap;
    if (map_.scale.colours() != Ramp::diverging || layout_.numbers || side < least_signed_cell) return;
    for (int column = 0; column < map_.columns; ++column) {
      if (map_.state(row, column) != CellState::value || map_.is_error(row, column)) continue;
      // What has hardly any colour needs no sign.
      if (position_on_scale(map_.scale, map_.value(row, column)) > 0.48F) continue;
      draw_dash(layout_.cell(row, column), text_on(ground(row, column)));
    }
  }

  void draw_numbers(int row) {
    for (int column = 0; column < map_.columns; ++column) {
      if (map_.state(row, column) != CellState::value) continue;
      const bool error = map_.is_error(row, column);
      if (!error && !layout_.numbers && !is_marked(row, column)) continue;
      const bool hot = error || map_.focus_row == row || is_marked(row, column);
      // The word NaN stands in the middle, where no digit is expected.
      draw_number(layout_.cell(row, column), error ? 0 : layout_.number_width,
                  {.text = number_in_cell(map_.value(row, column), map_.format),
                   .type = hot ? hot_number_type : number_type,
                   .paint = {error ? colours_.error : text_on(ground(row, column))},
                   .scale = ruler_.scale()});
    }
  }

  void draw_keys() {
    for (const KeyLayout& key : layout_.keys) {
      if (as_image()) {
        // A pixel a cell has no room for a hatch.
        const Rgb ground = key.left_out ? left_out_colour(theme_) : colours_.stage;
        add(DrawnBox{key.sample, 0, {mix(ground, colours_.strong_line, image_line_share)}});
        continue;
      }
      if (key.left_out) {
        add(DrawnBox{key.sample, 0, {left_out_colour(theme_)}});
        draw_hatch(key.sample, true);
      }
      if (key.left_out) continue;
      if (key.state == CellState::masked) draw_hatch(key.sample);
      if (key.state == CellState::absent) draw_absent(key.sample);
    }
    draw_texts(layout_.texts);
  }

  void draw_bar(const BarLayout& bar, bool signs) {
    // A gradient between the nine stops is the same ramp, smooth at any size and small in a vector file.
    DrawnGradient gradient{bar.box, {}, Towards::top};
    constexpr int stops = 8;
    for (int stop = 0; stop <= stops; ++stop) {
      gradient.colours.push_back(
          colour_at(colour_map(bar.scale.colours(), theme_), static_cast<float>(stop) / stops));
    }
    add(std::move(gradient));
    // A tip beyond an end: some cells lie there.
    const auto draw_tip = [&](double y, double tip, std::size_t end) {
      const std::array<Point, 3> corners{Point{bar.box.x, y}, Point{bar.box.x + bar.box.width / 2, tip},
                                         Point{bar.box.right(), y}};
      add(DrawnPolygon{{corners.begin(), corners.end()}, {colour_map(bar.scale.colours(), theme_)[end]}});
      add(DrawnLines{{corners.begin(), corners.end()}, {colours_.strong_line}, 0.75});
    };
    if (bar.scale.more_above) draw_tip(bar.box.y, bar.box.y - bar.box.width * 0.6, 255);
    if (bar.scale.more_below) draw_tip(bar.box.bottom(), bar.box.bottom() + bar.box.width * 0.6, 0);
    if (signs && bar.scale.colours() == Ramp::diverging) {
      for (int dash = 0; dash < 3; ++dash) {
        const float share = 0.08F + 0.13F * static_cast<float>(dash);
        const double y = bar.box.bottom() - static_cast<double>(share) * bar.box.height;
        draw_dash({bar.box.x, y - bar.box.width / 2, bar.box.width, bar.box.width},
                  text_on(colour_at(colour_map(bar.scale.colours(), theme_), share)));
      }
    }
    for (const double tick : bar.ticks) {
      const double y = std::clamp(tick, bar.box.y + 0.5, bar.box.bottom() - 0.5);
      add(DrawnLines{{{bar.box.right() + 1, y}, {bar.box.right() + 5, y}}, {colours_.strong_line}});
    }
    draw_texts(bar.texts);
  }

 private:
  void add(DrawnItem item) { onto_.push_back(std::move(item)); }

  void draw_texts(const std::vector<PlacedText>& texts) {
    for (const PlacedText& text : texts) ruler_.draw(text, colours_, onto_);
  }

  // Hairlines would vanish beside a full map, so it is the stronger line.
  void draw_hatch(const Box& box, bool falling = false) {
    add(DrawnHatch{box, {colours_.strong_line}, falling});
  }

  void draw_dash(const Box& box, Rgb colour) {
    const double wide = 0.45 * std::min(box.width, box.height), thick = std::max(0.8, 0.22 * wide);
    add(DrawnBox{
        {box.x + (box.width - wide) / 2, box.y + (box.height - thick) / 2, wide, thick}, 0, {colour}});
  }

  void draw_absent(const Box& box) {
    const double radius = std::clamp(std::min(box.width, box.height) / 12, 0.5, 1.5);
    add(DrawnCircle{{box.x + box.width / 2, box.y + box.height / 2}, radius, {colours_.text_3}});
  }

  // Around the cells from one to another with a thread of paper between, never over a number.
  void draw_outline(const Mark& first, const Mark& last, Role role) {
    const Box box = layout_.cell(first.row, first.column), end = layout_.cell(last.row, last.column);
    const auto frame = [&](double out, double width, Rgb colour) {
      const Box around{box.x - out, box.y - out, end.right() - box.x + 2 * out,
                       end.bottom() - box.y + 2 * out};
      add(DrawnBox{around, 0, {colour}, width});
    };
    const bool lit = role == Role::ink && theme_ == Theme::dark;
    frame(0.5, 1, colours_.stage);
    frame(2, 2, lit ? colours_.focus : colour_of(role, colours_));
  }

  // In the middle of the cell, if there is room. `column` is the width all numbers share: they end on one
  // line.
  void draw_number(const Box& box, double column, DrawnText number) {
    if (number.text.empty()) return;
    const TextSize size = ruler_.measure(number);
    if (size.width > box.width || size.ascent + size.descent > box.height + 3) return;
    number.width = size.width;
    number.at = {box.x + (box.width + std::max(column, size.width)) / 2 - size.width,
                 box.y + (box.height + size.ascent - size.descent) / 2};
    add(std::move(number));
  }

  Rgb ground(int row, int column) const {
    return map_.is_error(row, column) ? colours_.error_ground : cell_colour(map_, row, column, theme_);
  }

  bool is_marked(int row, int column) const {
    return (map_.focus_row == row && map_.focus_column == column) ||
           std::any_of(map_.marks.begin(), map_.marks.end(),
                       [&](const Mark& mark) { return mark.row == row && mark.column == column; });
  }

  const Heatmap& map_;
  const MapLayout& layout_;
  Theme theme_;
  const Palette& colours_;
  TextRuler& ruler_;
  std::vector<DrawnItem>& onto_;
};

}  // namespace

void draw_map(const Heatmap& map, const MapLayout& layout, Theme theme, bool signs, TextRuler& ruler,
              std::vector<DrawnItem>& onto) {
  MapDrawing drawing(map, layout, theme, ruler, onto);
  if (drawing.as_image()) {
    drawing.draw_image();
  } else {
    for (int row = 0; row < map.rows; ++row) drawing.draw_row(row);
  }
  drawing.draw_marks();
  for (int row = 0; row < map.rows; ++row) {
    if (signs) drawing.draw_signs(row);
    drawing.draw_numbers(row);
  }
  drawing.draw_keys();
  if (layout.bar) drawing.draw_bar(*layout.bar, signs && !layout.numbers);
}

// In greys a signed ramp is dark at both ends. Where cells are too small for a sign it becomes one that runs
// from light to dark.
void make_one_way(Figure& figure, FigureLayout& layout) {
  for (std::size_t i = 0; i < layout.maps.size(); ++i) {
    MapLayout& map = layout.maps[i];
    Scale& scale = figure.panels[i].scale;
    const double side = std::min(map.cell_width, map.cell_height) - map.gap;
    if (scale.ramp != Ramp::diverging || map.numbers || side >= least_signed_cell) continue;
    scale.one_way = true;
    if (map.bar) map.bar->scale.one_way = true;
  }
}

Drawing drawing_of(const Figure& asked, const FigureOptions& options, std::vector<std::string>* notes) {
  FigureLayout layout = layout_figure(asked, options);
  Figure figure = asked;
  if (options.grey) make_one_way(figure, layout);
  if (!options.focus) {
    for (Heatmap& map : figure.panels) {
      map.focus_row = map.focus_column = std::nullopt;
      map.chosen_rows.clear();
      map.chosen_columns.clear();
    }
  }
  if (notes != nullptr) notes->insert(notes->end(), layout.notes.begin(), layout.notes.end());
  const Palette& colours = palette(options.theme);
  Drawing drawing{.width = layout.width,
                  .height = layout.height,
                  .theme = options.theme,
                  .title = (figure.title.empty() ? figure.panels.front().title : figure.title).plain(),
                  .caption = figure.caption,
                  .font = options.font,
                  .in_millimetres = options.width_mm > 0};
  TextRuler ruler(layout.text_scale, options.font);
  for (const Box& band : layout.bands) drawing.items.emplace_back(DrawnBox{band, 5, {colours.focus_band}});
  for (std::size_t i = 0; i < layout.maps.size(); ++i) {
    draw_map(figure.panels[i], layout.maps[i], options.theme, options.signs || options.grey, ruler,
             drawing.items);
  }
  for (const PlacedText& text : layout.texts) {
    if (text.style == TextStyle::error) {
      const Box ground{text.origin.x - 10, text.origin.y - text.ascent - 4, text.width + 20,
                       text.ascent + text.descent + 8};
      drawing.items.emplace_back(DrawnBox{ground, 5, {colours.error_ground}});
    }
    ruler.draw(text, colours, drawing.items);
  }
  if (options.grey) make_grey(drawing);
  return drawing;
}

}  // namespace headlight
