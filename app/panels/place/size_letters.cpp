#include "app/panels/place/size_letters.h"

#include <string>
#include <utility>

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

struct SizeLetter {
  Axis axis;
  int count;
};

// What is said behind the letters: "11 words × 32 dimensions", each size once.
std::string counted_sizes(const Page& page, const std::vector<SizeLetter>& letters) {
  std::string sizes;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (i > 0 && info(letters[i].axis).letter == info(letters[0].axis).letter) continue;
    sizes += (sizes.empty() ? "" : " × ") + count_text(letters[i].count) + " " +
             axis_called(page.context, letters[i].axis);
  }
  return sizes;
}

void draw_letters_of(const Page& page, const SizedMatrix& matrix, std::string& pointed) {
  if (!matrix.at) return;
  Ui& ui = page.ui;
  std::vector<SizeLetter> letters{{matrix.rows, matrix.row_count}, {matrix.columns, matrix.column_count}};
  std::erase_if(letters, [](const SizeLetter& each) { return each.axis == Axis::one; });
  const std::string times = " × ", sizes = matrix.counted ? counted_sizes(page, letters) : "";
  float wide = letters.size() > 1 ? ui.width(type::label, times) : 0;
  for (const SizeLetter& each : letters)
    wide += Formula::parse(std::string(info(each.axis).letter)).measure(ui, FormulaSize::small).width;
  const float behind = sizes.empty() ? 0 : page.px(14) + ui.width(type::caption, sizes);
  float x = matrix.at->x - (matrix.from_right ? wide + behind : 0);
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (i > 0) x = ui.text(x, matrix.at->y, type::label, page.c.text_2, times);
    x = draw_letter(page, letters[i].axis, letters[i].count, x, matrix.at->y, pointed);
  }
  if (x + behind <= page.boxes.stage.right + page.px(2))
    ui.text(x + page.px(14), matrix.at->y, type::caption, page.c.text_2, sizes);
}

}  // namespace

void draw_size_letters(const Page& page, const std::vector<SizedMatrix>& matrices) {
  // A finger points at nothing, and there is room for what is larger.
  if (page.boxes.phone()) return;
  std::string pointed;
  for (const SizedMatrix& matrix : matrices) draw_letters_of(page, matrix, pointed);
  if (pointed.empty()) return;
  for (const SizedMatrix& matrix : matrices) mark_axes(page, matrix, pointed);
}

void add_size_letters(const Page& page, stage::Scene& scene, std::vector<SizedMatrix> matrices) {
  const Area& stage = page.boxes.stage;
  scene.add(key("size letters"), {stage.left, page.rows.bottom(), stage.right, stage.bottom}, {},
            [&page, matrices = std::move(matrices)] { draw_size_letters(page, matrices); });
}

}  // namespace headlight::place
