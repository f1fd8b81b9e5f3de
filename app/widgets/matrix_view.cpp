#include "app/widgets/matrix_view.h"
#include "core/figure/numbers.h"

#include <algorithm>
#include <cmath>

namespace headlight {

// Where the cells of a matrix's axis lie: all printed, under a lens, or all small.

float AxisPlaces::begin_of(int index) const {
  index = std::clamp(index, shown_first, shown_end);
  const int before = std::min(index, lens_first) - shown_first;
  const int inside = std::clamp(index, lens_first, lens_end) - lens_first;
  const int behind = std::max(index, lens_end) - lens_end;
  return start + strip * static_cast<float>(before + behind) + printed * static_cast<float>(inside);
}

int AxisPlaces::index_at(float pixel) const {
  for (int i = shown_first; i < shown_end; ++i) {
    if (pixel < end_of(i)) return i;
  }
  return shown_end - 1;
}

namespace {

// As many as leave a strip for each of the others; at least half of the room's worth.
int lens_for(float room, int count, const AxisCells& cells) {
  const float left = room - static_cast<float>(count) * cells.most_strip;
  return std::max(static_cast<int>(left / (cells.printed - cells.most_strip)),
                  static_cast<int>(room * 0.5F / cells.printed));
}

}  // namespace

float printed_width(const Ui& ui, const Heatmap& map) {
  return std::max(ui.px(34), ui.width(type::cell_hot, number_in_cell(map.scale.low, map.format)) + ui.px(3));
}

float printed_cell(const Ui& ui, float least, float room, int count, float grown) {
  const float fits = std::floor(room / static_cast<float>(count));
  return fits >= least ? std::min(fits, ui.px(54 * grown)) : std::max(least, ui.px(46 * grown));
}

AxisPlaces lay_out_axis(float start, float room, int first, int count, int hot, const AxisCells& cells) {
  AxisPlaces axis;
  axis.first = first;
  axis.count = count;
  axis.start = start;
  axis.printed = cells.printed;
  axis.shown_first = axis.lens_first = first;
  axis.shown_end = axis.lens_end = first + count;
  if (static_cast<float>(count) * cells.printed <= room) return axis;
  const int fits = std::max(1, static_cast<int>(room / cells.printed));
  const int lens =
      std::clamp(cells.lens > 0 ? cells.lens : lens_for(room, count, cells), 1, std::min(fits, count));
  const float left = room - static_cast<float>(lens) * cells.printed;
  const int strips = std::max(0, static_cast<int>(left / cells.least_strip));
  const int shown = std::min(count, lens + strips);
  axis.lens_first = std::clamp(hot - lens / 2, first, first + count - lens);
  axis.lens_end = axis.lens_first + lens;
  // What cannot be shown is left out farthest from the lens.
  axis.shown_first = std::clamp(axis.lens_first - (shown - lens) / 2, first, first + count - shown);
  axis.shown_end = axis.shown_first + shown;
  if (shown > lens) {
    axis.strip =
        std::clamp(std::floor(left / static_cast<float>(shown - lens)), cells.least_strip, cells.most_strip);
  }
  return axis;
}

// What stands over the columns of a matrix, and at the part of an axis that is printed.

namespace {

bool level_labels(const Ui& ui, const Heatmap& map, const AxisPlaces& columns) {
  for (int column = columns.lens_first; column < columns.lens_end; ++column) {
    if (ui.width(type::caption_hot, name_along(map.column_axis, map.column_label(column))) >
        columns.printed - ui.px(2))
      return false;
  }
  return true;
}

Rgb soft(const Palette& colours, Role role) {
  switch (role) {
    case Role::query:
      return colours.soft_query;
    case Role::key:
      return colours.soft_key;
    case Role::value:
      return colours.soft_value;
    default:
      return colours.focus_band;
  }
}

}  // namespace

float matrix_labels_height(const Ui& ui, const Heatmap& map, const AxisPlaces& columns) {
  // Of all that may come under the lens: nothing moves down when it does.
  AxisPlaces all = columns;
  all.lens_first = columns.shown_first;
  all.lens_end = columns.shown_end;
  if (level_labels(ui, map, all)) return ui.px(26);
  float wide = 0;
  for (int column = all.lens_first; column < all.lens_end; ++column) {
    wide = std::max(wide, ui.width(type::label_hot, name_along(map.column_axis, map.column_label(column))));
  }
  return std::min(ui.px(84), std::round(wide * 0.75F) + ui.px(16));
}

void matrix_column_labels(Ui& ui, const Heatmap& map, const AxisPlaces& columns, float bottom,
                          std::optional<int> hot, Role role) {
  const bool level = level_labels(ui, map, columns);
  const Palette& c = ui.colours();
  for (int column = columns.lens_first; column < columns.lens_end; ++column) {
    const bool is_hot = hot == column;
    if (!is_hot && columns.printed < ui.px(15)) continue;
    const std::string label = name_along(map.column_axis, map.column_label(column));
    const Rgb colour = is_hot ? colour_of(role, c) : c.text_2;
    const Area area{columns.begin_of(column), bottom - ui.px(23), columns.end_of(column), bottom - ui.px(3)};
    // The only label of narrow columns stands level over its own.
    if (!level && columns.printed >= ui.px(15)) {
      ui.turned(area.middle_x() - ui.px(2), bottom - ui.px(9), 48, is_hot ? type::label_hot : type::label,
                colour, label);
      continue;
    }
    Type face = is_hot ? type::label_hot : type::label;
    if (ui.width(face, label) > area.width() - ui.px(2)) face = is_hot ? type::caption_hot : type::caption;
    if (is_hot) ui.fill({area.left, area.top, area.right - 1, area.bottom}, soft(c, role), ui.px(4));
    ui.text(area, Align::centre, face, colour, label);
  }
}

namespace {

struct Part {
  int first, end;
};

// An axis falls into at most three parts with cells of one size each.
std::vector<Part> parts(const AxisPlaces& axis) {
  std::vector<Part> found;
  for (const Part part : {Part{axis.shown_first, axis.lens_first}, Part{axis.lens_first, axis.lens_end},
                          Part{axis.lens_end, axis.shown_end}}) {
    if (part.end > part.first) found.push_back(part);
  }
  return found;
}

Area cell_area(const AxisPlaces& rows, const AxisPlaces& columns, int row, int column) {
  return {columns.begin_of(column), rows.begin_of(row), columns.end_of(column), rows.end_of(row)};
}

class MatrixPainter {
 public:
  MatrixPainter(Ui& ui, const HeatmapPtr& map, const AxisPlaces& rows, const AxisPlaces& columns,
                const MatrixLook& look)
      : ui_(ui), map_(map), rows_(rows), columns_(columns), look_(look) {}

  void cells() {
    for (const Part& row : parts(rows_)) {
      for (const Part& column : parts(columns_)) paint(row, column);
    }
  }

  void numbers() {
    if (columns_.printed < ui_.px(30) || rows_.printed < ui_.px(18)) return;
    large_ = rows_.printed > ui_.px(31) && all_fit(type::score);
    for (int row = rows_.lens_first; row < rows_.lens_end; ++row) {
      for (int column = columns_.lens_first; column < columns_.lens_end; ++column) number(row, column);
    }
  }

  void outlines(const std::optional<CellAt>& hovered) {
    const Rgb colour = colour_of(look_.hot_role, ui_.colours());
    const float right = columns_.start + columns_.length();
    const float bottom = rows_.start + rows_.length();
    const float thick = ui_.px(2);
    if (look_.hot_row && !look_.hot_cell) {
      ui_.outline({columns_.start - thick, rows_.begin_of(*look_.hot_row) - thick, right + thick - 1,
                   rows_.end_of(*look_.hot_row) + thick - 1},
                  colour, thick, ui_.px(4));
    }
    if (look_.hot_column && !look_.hot_cell) {
      ui_.outline({columns_.begin_of(*look_.hot_column) - thick, rows_.start - thick,
                   columns_.end_of(*look_.hot_column) + thick - 1, bottom + thick - 1},
                  colour, thick, ui_.px(4));
    }
    if (look_.term) outline(*look_.term, ui_.colours().focus, ui_.px(3));
    if (hovered) outline(*hovered, ui_.colours().text_3, ui_.px(1.5F));
    if (look_.hot_cell) {
      outline(*look_.hot_cell, ui_.theme() == Theme::dark ? ui_.colours().focus : ui_.colours().ink,
              ui_.px(2.5F));
    }
  }

 private:
  void paint(Part row, Part column) {
    const Area area{columns_.begin_of(column.first), rows_.begin_of(row.first), columns_.begin_of(column.end),
                    rows_.begin_of(row.end)};
    const float cell = std::min(area.width() / static_cast<float>(column.end - column.first),
                                area.height() / static_cast<float>(row.end - row.first));
    ui_.cells({.map = map_,
               .row = row.first,
               .column = column.first,
               .rows = row.end - row.first,
               .columns = column.end - column.first,
               .area = area,
               .gap = cell_gap(ui_, cell),
               .paper = ui_.colours().stage,
               .unit = ui_.scale()});
  }

  // Whether every number that is printed has room in this type: they are all of one size.
  bool all_fit(Type face) const {
    for (int row = rows_.lens_first; row < rows_.lens_end; ++row) {
      for (int column = columns_.lens_first; column < columns_.lens_end; ++column) {
        const std::string text = number_in_cell(map_->value(row, column), map_->format);
        if (ui_.width(face, text) > columns_.printed - ui_.px(6)) return false;
      }
    }
    return true;
  }

  void number(int row, int column) {
    const Area cell = cell_area(rows_, columns_, row, column);
    const CellState state = map_->state(row, column);
    if (state != CellState::value) return;
    const Rgb ground = map_->is_error(row, column) ? ui_.colours().error_ground
                                                   : cell_colour(*map_, row, column, ui_.theme());
    const Rgb ink = map_->is_error(row, column) ? ui_.colours().error : text_on(ground);
    std::string text = number_in_cell(map_->value(row, column), map_->format);
    // Numbers of words are whole.
    const float value = map_->value(row, column);
    if (map_->columns == 1 && value == std::floor(value)) text = significant_text(value, 7);
    const bool hot = look_.hot_row == row || look_.hot_column == column || is_bold_on(ground);
    const Type face = large_ ? (hot ? type::score : type::formula_number) : hot ? type::cell_hot : type::cell;
    if (ui_.width(face, text) > cell.width() - ui_.px(2))
      text = significant_text(map_->value(row, column), 2);
    if (ui_.width(face, text) > cell.width()) return;
    ui_.text({cell.left, cell.top, cell.right - 1, cell.bottom - 1}, Align::centre, face, ink, text);
  }

  void outline(CellAt at, Rgb colour, float thickness) {
    ui_.outline(cell_area(rows_, columns_, at.row, at.column).outset(thickness - 1), colour, thickness,
                ui_.px(3));
  }

  Ui& ui_;
  const HeatmapPtr& map_;
  const AxisPlaces& rows_;
  const AxisPlaces& columns_;
  const MatrixLook& look_;
  bool large_ = false;
};

}  // namespace

MatrixTouch matrix(Ui& ui, const std::string& id, const HeatmapPtr& map, const AxisPlaces& rows,
                   const AxisPlaces& columns, const MatrixLook& look) {
  MatrixTouch touch;
  const Area area = Area::at(columns.start, rows.start, columns.length(), rows.length());
  const Touch whole = ui.surface(id, area, false);
  if (whole.hovered) {
    touch.hovered = CellAt{rows.index_at(ui.mouse().y), columns.index_at(ui.mouse().x)};
    if (whole.clicked) touch.clicked = touch.hovered;
    ui.tooltip(cell_tooltip(*map, *touch.hovered));
  }
  MatrixPainter m(ui, map, rows, columns, look);
  m.cells();
  m.numbers();
  m.outlines(touch.hovered);
  return touch;
}

}  // namespace headlight
