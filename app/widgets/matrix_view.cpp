#include "app/widgets/matrix_view.h"

#include <algorithm>
#include <cmath>

namespace headlight {

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

AxisPlaces lay_out_axis(float start, float room, int first, int count, float printed, int hot, int lens_cells,
                        float least_strip, float most_strip) {
  AxisPlaces axis;
  axis.first = first;
  axis.count = count;
  axis.start = start;
  axis.printed = printed;
  axis.shown_first = first;
  axis.shown_end = first + count;
  if (static_cast<float>(count) * printed <= room) {
    axis.lens_first = axis.shown_first;
    axis.lens_end = axis.shown_end;
    return axis;
  }
  const int fits = std::max(1, static_cast<int>(room / printed));
  const int lens = std::clamp(lens_cells, 1, std::min(fits, count));
  const int strips = std::max(0, static_cast<int>((room - static_cast<float>(lens) * printed) / least_strip));
  const int shown = std::min(count, lens + strips);
  axis.lens_first = std::clamp(hot - lens / 2, first, first + count - lens);
  axis.lens_end = axis.lens_first + lens;
  // What cannot be shown is left out farthest from the lens.
  axis.shown_first = std::clamp(axis.lens_first - (shown - lens) / 2, first, first + count - shown);
  axis.shown_end = axis.shown_first + shown;
  if (shown > lens) {
    axis.strip = std::clamp(std::floor((room - static_cast<float>(lens) * printed) / static_cast<float>(shown - lens)),
                            least_strip, most_strip);
  }
  return axis;
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
  MatrixPainter(Ui& ui, const HeatmapPtr& map, const AxisPlaces& rows, const AxisPlaces& columns, const MatrixLook& look)
      : ui_(ui), map_(map), rows_(rows), columns_(columns), look_(look) {}

  void cells() {
    const bool fade = look_.fade && (look_.hot_row || look_.hot_column);
    for (const Part& row : parts(rows_)) {
      for (const Part& column : parts(columns_)) paint(row, column, fade ? 0.55F : 0.0F);
    }
    if (!fade) return;
    if (look_.hot_row) {
      for (const Part& column : parts(columns_)) paint({*look_.hot_row, *look_.hot_row + 1}, column, 0);
    }
    if (look_.hot_column) {
      for (const Part& row : parts(rows_)) paint(row, {*look_.hot_column, *look_.hot_column + 1}, 0);
    }
  }

  void numbers() {
    if (columns_.printed < ui_.px(30) || rows_.printed < ui_.px(18)) return;
    for (int row = rows_.lens_first; row < rows_.lens_end; ++row) {
      for (int column = columns_.lens_first; column < columns_.lens_end; ++column) number(row, column);
    }
  }

  void row_labels() {
    for (int row = rows_.lens_first; row < rows_.lens_end; ++row) {
      const bool hot = look_.hot_row == row;
      const Type face = hot ? type::label_hot : type::label;
      const std::string label = ui_.fitted(face, map_->row_label(row), ui_.px(84));
      const float y = (rows_.begin_of(row) + rows_.end_of(row)) / 2;
      const float right = columns_.start - ui_.px(10);
      const float wide = ui_.width(face, label);
      if (hot) {
        ui_.fill({right - wide - ui_.px(6), std::round(y - ui_.px(10)), right + ui_.px(5), std::round(y + ui_.px(10))},
                 ui_.colours().focus, ui_.px(4));
      }
      const Rgb ink = ui_.theme() == Theme::dark && hot ? ui_.colours().stage : hot ? ui_.colours().ink : ui_.colours().text_2;
      ui_.text(right - wide, y, face, ink, label);
    }
  }

  void column_labels() {
    const float y = rows_.start - ui_.px(13);
    for (int column = columns_.lens_first; column < columns_.lens_end; ++column) {
      const bool hot = look_.hot_column == column;
      const float wide = columns_.end_of(column) - columns_.begin_of(column);
      Type face = hot ? type::label_hot : type::label;
      std::string label = map_->column_label(column);
      if (ui_.width(face, label) > wide - ui_.px(4)) face = hot ? type::caption_hot : type::caption;
      label = ui_.fitted(face, label, wide - ui_.px(4));
      if (hot) {
        ui_.fill({columns_.begin_of(column), y - ui_.px(10), columns_.end_of(column) - 1, y + ui_.px(10)}, soft(), ui_.px(4));
      }
      ui_.text({columns_.begin_of(column), y - ui_.px(10), columns_.end_of(column), y + ui_.px(10)}, Align::centre, face,
               hot ? colour_of(look_.hot_role, ui_.colours()) : ui_.colours().text_2, label);
    }
  }

  void outlines(const std::optional<CellAt>& hovered) {
    const Rgb colour = colour_of(look_.hot_role, ui_.colours());
    const float right = columns_.start + columns_.length();
    const float bottom = rows_.start + rows_.length();
    const float thick = ui_.px(2);
    if (look_.hot_row && !look_.hot_cell) {
      ui_.outline({columns_.start - thick, rows_.begin_of(*look_.hot_row) - thick, right + thick - 1, rows_.end_of(*look_.hot_row) + thick - 1},
                  colour, thick, ui_.px(4));
    }
    if (look_.hot_column && !look_.hot_cell) {
      ui_.outline({columns_.begin_of(*look_.hot_column) - thick, rows_.start - thick, columns_.end_of(*look_.hot_column) + thick - 1, bottom + thick - 1},
                  colour, thick, ui_.px(4));
    }
    if (hovered) outline(*hovered, ui_.colours().text_3, ui_.px(1.5F));
    if (look_.hot_cell) {
      outline(*look_.hot_cell, ui_.theme() == Theme::dark ? ui_.colours().focus : ui_.colours().ink, ui_.px(2.5F));
    }
  }

 private:
  void paint(Part row, Part column, float fade) {
    row = {std::max(row.first, rows_.shown_first), std::min(row.end, rows_.shown_end)};
    column = {std::max(column.first, columns_.shown_first), std::min(column.end, columns_.shown_end)};
    if (row.end <= row.first || column.end <= column.first) return;
    const Area area{columns_.begin_of(column.first), rows_.begin_of(row.first), columns_.begin_of(column.end), rows_.begin_of(row.end)};
    const float cell = std::min(area.width() / static_cast<float>(column.end - column.first),
                                area.height() / static_cast<float>(row.end - row.first));
    // Faded parts are painted again in full; the gap of both must be the same.
    ui_.cells({.map = map_,
               .row = row.first,
               .column = column.first,
               .rows = row.end - row.first,
               .columns = column.end - column.first,
               .area = area,
               .gap = cell_gap(ui_, cell),
               .fade = fade,
               .paper = ui_.colours().stage,
               .unit = ui_.scale()});
  }

  void number(int row, int column) {
    const bool hot = look_.hot_row == row || look_.hot_column == column;
    const Area cell = cell_area(rows_, columns_, row, column);
    const CellState state = map_->state(row, column);
    if (state != CellState::value) return;
    Rgb ground = map_->is_error(row, column) ? ui_.colours().error_ground : cell_colour(*map_, row, column, ui_.theme());
    const bool any_hot = look_.fade && (look_.hot_row || look_.hot_column);
    if (any_hot && !hot) ground = mix(ground, ui_.colours().stage, 0.55F);
    const Rgb ink = map_->is_error(row, column) ? ui_.colours().error : text_on(ground);
    std::string text = number_in_cell(map_->value(row, column), map_->format);
    const Type face = hot ? type::cell_hot : type::cell;
    if (ui_.width(face, text) > cell.width() - ui_.px(2)) text = significant_text(map_->value(row, column), 2);
    ui_.text({cell.left, cell.top, cell.right - 1, cell.bottom - 1}, Align::centre, face, ink, text);
  }

  void outline(CellAt at, Rgb colour, float thickness) {
    ui_.outline(cell_area(rows_, columns_, at.row, at.column).outset(thickness - 1), colour, thickness, ui_.px(3));
  }

  Rgb soft() const {
    switch (look_.hot_role) {
      case Role::query:
        return ui_.colours().soft_query;
      case Role::key:
        return ui_.colours().soft_key;
      case Role::value:
        return ui_.colours().soft_value;
      default:
        return ui_.colours().focus_band;
    }
  }

  Ui& ui_;
  const HeatmapPtr& map_;
  const AxisPlaces& rows_;
  const AxisPlaces& columns_;
  const MatrixLook& look_;
};

}  // namespace

MatrixTouch matrix(Ui& ui, const std::string& id, const HeatmapPtr& map, const AxisPlaces& rows,
                   const AxisPlaces& columns, const MatrixLook& look) {
  MatrixTouch touch;
  const Area area = Area::at(columns.start, rows.start, columns.length(), rows.length());
  const Touch whole = ui.item(id, area, false);
  if (whole.hovered) {
    touch.hovered = CellAt{rows.index_at(ui.mouse().y), columns.index_at(ui.mouse().x)};
    if (whole.clicked) touch.clicked = touch.hovered;
    ui.tooltip(cell_tooltip(*map, *touch.hovered));
    const float wheel = ui.wheel(area);
    if (wheel != 0 && columns.has_lens()) touch.lens_by = wheel > 0 ? -1 : 1;
  }
  MatrixPainter m(ui, map, rows, columns, look);
  m.cells();
  m.numbers();
  if (look.rows == RowLabels::left) m.row_labels();
  if (look.columns == ColumnLabels::above) m.column_labels();
  m.outlines(touch.hovered);
  return touch;
}

void lens_bracket(Ui& ui, const AxisPlaces& axis, float across, bool upright, const std::string& what, int total) {
  const Rgb colour = ui.colours().dimensions;
  const float from = axis.begin_of(axis.lens_first);
  const float to = axis.end_of(axis.lens_end - 1) - 1;
  if (upright) {
    ui.line(across, from, across, to, colour, ui.px(2));
    return;
  }
  ui.line(from, across, to, across, colour, ui.px(2));
  const std::string text = what + " " + std::to_string(axis.lens_first - axis.first) + " to " +
                           std::to_string(axis.lens_end - 1 - axis.first);
  const std::string of = "of " + std::to_string(total);
  const float text_end = ui.text(from, across + ui.px(12), type::caption, colour, text);
  const float right = axis.start + axis.length();
  const float of_left = std::max(right - ui.width(type::caption, of), text_end + ui.px(8));
  ui.text(of_left, across + ui.px(12), type::caption, ui.colours().text_3, of);
}

}  // namespace headlight
