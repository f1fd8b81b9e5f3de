#include "app/stage/cells.h"

#include <array>

#include "app/widgets/formula.h"
#include "core/figure/numbers.h"

namespace headlight {

Area fitted_cells(float left, float top, const Heatmap& map, float wide_room, float tall_room,
                  float most_wide, float most_tall) {
  const auto columns = static_cast<float>(std::max(1, map.columns));
  const auto rows = static_cast<float>(std::max(1, map.rows));
  const float wide = cell_side(wide_room / columns, most_wide);
  const float tall = cell_side(tall_room / rows, most_tall);
  return Area::at(std::round(left), std::round(top), wide * columns, tall * rows);
}

float matrix_head(Ui& ui, float left, float top, float room, const std::string& formula,
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
  ui.text(left, top + ui.px(38), type::caption, ui.colours().text_3, ui.shortened(type::caption, note, room));
  return matrix_head_height(ui);
}

float matrix_head_height(const Ui& ui) { return ui.px(48); }

float colours_under_height(const Ui& ui) { return ui.px(28); }

void colours_under(Ui& ui, const Area& cells, const Scale& scale, float room) {
  const Palette& c = ui.colours();
  const bool sign = scale.ramp == Ramp::diverging;
  const std::string low = (scale.more_below ? "<" : "") + tick_text(scale.low, sign);
  const std::string high = (scale.more_above ? ">" : "") + tick_text(scale.high, sign);
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

}  // namespace headlight
