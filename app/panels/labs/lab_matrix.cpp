#include "app/panels/labs/lab_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/hover.h"
#include "app/panels/typeset.h"
#include "app/widgets/formula.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

int own_place(const std::vector<int>& places, int shown) {
  return places.empty() ? shown : places.at(static_cast<std::size_t>(shown));
}

std::optional<int> shown_place(const std::vector<int>& places, int own) {
  if (places.empty()) return own;
  const auto at = std::find(places.begin(), places.end(), own);
  if (at == places.end()) return std::nullopt;
  return static_cast<int>(at - places.begin());
}

std::optional<CellAt> selected_in(const PanelContext& context, const LabMatrix& matrix) {
  if (context.session.trail.empty() || context.session.side != matrix.side) return std::nullopt;
  const CellName& cell = context.session.trail.back();
  if (cell.path != matrix.path) return std::nullopt;
  const auto row = shown_place(matrix.rows, cell.row);
  const auto column = shown_place(matrix.columns, cell.col);
  if (!row || !column || *row >= matrix.map->rows || *column >= matrix.map->columns) return std::nullopt;
  return CellAt{*row, *column};
}

}  // namespace

Area lab_cells(float left, float top, const Heatmap& map, float wide_room, float tall_room, float most_wide,
               float most_tall) {
  const auto columns = static_cast<float>(std::max(1, map.columns));
  const auto rows = static_cast<float>(std::max(1, map.rows));
  const float wide = std::clamp(std::floor(wide_room / columns), 1.0F, std::max(1.0F, most_wide));
  const float tall = std::clamp(std::floor(tall_room / rows), 2.0F, std::max(2.0F, most_tall));
  return Area::at(std::round(left), std::round(top), wide * columns, tall * rows);
}

HeatmapTouch lab_matrix(const PanelContext& context, const Area& cells, const LabMatrix& matrix) {
  HeatmapLook look;
  look.row_labels = matrix.row_labels;
  look.column_labels = matrix.column_labels;
  look.row_label_width = matrix.row_label_width;
  look.focus_row = matrix.focus_row;
  if (!matrix.path.empty()) look.selected = selected_in(context, matrix);
  look.node_path = matrix.path;
  const HeatmapTouch touch = heatmap(context.ui, matrix.id, matrix.map, cells, look);
  const auto own = [&](CellAt at) {
    return CellName{matrix.path, own_place(matrix.rows, at.row), own_place(matrix.columns, at.column)};
  };
  if (matrix.path.empty()) return touch;
  if (touch.hovered) context.ui.state<Hover>().cell = own(*touch.hovered);
  if (touch.clicked) {
    if (context.session.side != matrix.side) context.ui.emit(SelectSide{matrix.side});
    context.ui.emit(SelectCell{own(*touch.clicked)});
  }
  return touch;
}

float lab_matrix_head(Ui& ui, float left, float top, float room, const std::string& formula,
                      const std::string& note) {
  FormulaSize size = FormulaSize::small;
  Formula line = Formula::parse(formula);
  const auto too_wide = [&] { return line.measure(ui, size).width > room; };
  if (too_wide()) size = FormulaSize::tiny;
  // Where even that is too long, what it is equal to, or its letter alone.
  const std::size_t equals = formula.find(" = ");
  if (too_wide() && equals != std::string::npos) line = Formula::parse(formula.substr(equals + 3));
  if (too_wide() && equals != std::string::npos) line = Formula::parse(formula.substr(0, equals));
  // A fraction has to fit above the note, too.
  if (line.measure(ui, size).height() > ui.px(26)) size = FormulaSize::tiny;
  const Formula::Size measured = line.measure(ui, size);
  const float middle = top + ui.px(12) + (measured.ascent - measured.descent) / 2;
  line.draw(ui, left, std::round(std::min(middle, top + ui.px(28) - measured.descent)), size);
  ui.text(left, top + ui.px(38), type::caption, ui.colours().text_3, ui.fitted(type::caption, note, room));
  return lab_matrix_head_height(ui);
}

float lab_matrix_head_height(const Ui& ui) { return ui.px(48); }

float lab_colour_bar_height(const Ui& ui) { return ui.px(28); }

void lab_colour_bar(Ui& ui, const Area& cells, const Scale& scale, float room) {
  const Palette& c = ui.colours();
  const bool sign = scale.ramp == Ramp::diverging;
  const std::string low = tick_text(scale.low, sign);
  const std::string high = tick_text(scale.high, sign);
  const float least = ui.width(type::path, low) + ui.width(type::path, high) + ui.px(10);
  const bool both = least <= std::max(room, cells.width()) || scale.low != -scale.high;
  const Area bar = Area::at(cells.left, cells.bottom + ui.px(6),
                            both ? std::max(cells.width(), least) : cells.width(), ui.px(5));
  std::array<Rgb, 33> colours;
  for (std::size_t i = 0; i < colours.size(); ++i)
    colours[i] = colour_at(colour_map(scale.ramp, ui.theme()),
                           static_cast<float>(i) / static_cast<float>(colours.size() - 1));
  ui.gradient(bar, colours, true);
  const Area numbers = Area::at(bar.left, bar.bottom + ui.px(1), bar.width(), ui.px(16));
  if (!both) {
    const float sign_end = ui.text(numbers.left, numbers.middle_y(), type::caption, c.text_2, "±");
    ui.text(sign_end + ui.px(2), numbers.middle_y(), type::path, c.text_2, tick_text(scale.high, false));
    return;
  }
  ui.text(numbers, Align::left, type::path, c.text_2, low);
  ui.text(numbers, Align::right, type::path, c.text_2, high);
}

float draw_measured(Ui& ui, float x, float middle_y, double value, bool large) {
  const Formula number = value == 0 ? Formula::number("0") : typeset_number(value, 2);
  const FormulaSize size = large ? FormulaSize::medium : FormulaSize::small;
  const Formula::Size measured = number.measure(ui, size);
  return number.draw(ui, x, std::round(middle_y + (measured.ascent - measured.descent) / 2), size);
}

}  // namespace headlight
