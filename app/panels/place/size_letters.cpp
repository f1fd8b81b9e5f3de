#include "app/panels/place/size_letters.h"

#include <string>

#include "app/panels/common/step_names.h"
#include "app/widgets/formula.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

Rgb colour_of_axis(const Page& page, Axis axis) {
  const bool words = info(axis).kind == AxisKind::tokens || info(axis).kind == AxisKind::vocabulary;
  return words ? page.c.tokens : page.c.dimensions;
}

// One letter with its left end there; returns its right end.
float draw_letter(const Page& page, Axis axis, int count, float x, float y, std::string& pointed) {
  Ui& ui = page.ui;
  const std::string letter(info(axis).letter);
  const Formula formula = Formula::parse(letter);
  const Formula::Size size = formula.measure(ui, FormulaSize::small);
  const Area place{x - page.px(2), y - page.px(12), x + size.width + page.px(2), y + page.px(10)};
  if (ui.hovered(place)) {
    pointed = letter;
    const std::string called = axis_called(page.context, axis);
    ui.tooltip(RichText(say("{n} {called}", {{"n", count_text(count)}, {"called", called}})));
    ui.fill(place, page.c.focus_band, page.px(3));
  }
  formula.draw(ui, x, y + page.px(4), FormulaSize::small);
  return x + size.width;
}

void mark_axes(const Page& page, const SizedMatrix& matrix, const std::string& pointed) {
  Ui& ui = page.ui;
  const float thick = page.px(4), away = page.px(4);
  const Area& at = matrix.area;
  if (info(matrix.rows).letter == pointed)
    ui.fill({at.left - away - thick, at.top, at.left - away, at.bottom}, colour_of_axis(page, matrix.rows),
            page.px(2));
  if (info(matrix.columns).letter == pointed)
    ui.fill({at.left, at.bottom + away, at.right, at.bottom + away + thick},
            colour_of_axis(page, matrix.columns), page.px(2));
}

}  // namespace

void draw_size_letters(const Page& page, const std::vector<SizedMatrix>& matrices) {
  Ui& ui = page.ui;
  std::string pointed;
  for (const SizedMatrix& matrix : matrices) {
    const auto wide_of = [&](Axis axis) {
      return Formula::parse(std::string(info(axis).letter)).measure(ui, FormulaSize::small).width;
    };
    const std::string times = " × ";
    const float wide = wide_of(matrix.rows) + ui.width(type::label, times) + wide_of(matrix.columns);
    float x = matrix.from_right ? matrix.at.x - wide : matrix.at.x;
    x = draw_letter(page, matrix.rows, matrix.row_count, x, matrix.at.y, pointed);
    x = ui.text(x, matrix.at.y, type::label, page.c.text_2, times);
    x = draw_letter(page, matrix.columns, matrix.column_count, x, matrix.at.y, pointed);
    if (!matrix.counted) continue;
    const auto said = [&](Axis axis, int count) {
      return count_text(count) + " " + axis_called(page.context, axis);
    };
    std::string sizes = said(matrix.rows, matrix.row_count);
    if (info(matrix.rows).letter != info(matrix.columns).letter)
      sizes += " × " + said(matrix.columns, matrix.column_count);
    const float room = page.boxes.stage.right - x - page.px(16);
    if (ui.width(type::caption, sizes) <= room)
      ui.text(x + page.px(14), matrix.at.y, type::caption, page.c.text_2, sizes);
  }
  if (pointed.empty()) return;
  for (const SizedMatrix& matrix : matrices) mark_axes(page, matrix, pointed);
}

}  // namespace headlight::place
