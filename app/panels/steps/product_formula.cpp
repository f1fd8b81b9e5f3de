// A product in letters: the sum over its inner dimension, with the words of the cell as indices.
#include <array>

#include "app/panels/step_names.h"
#include "app/panels/steps/step_drawing.h"
#include "app/panels/typeset.h"
#include "app/widgets/formula.h"
#include "core/explain/letters.h"

namespace headlight {

std::string product_letter(const std::string& path) {
  const std::string symbol = symbol_of(path);
  return symbol.empty() || symbol.find(' ') != std::string::npos ? part_title(path) : symbol;
}

float draw_sum(const PanelContext& context, const Area& area, int node, const Product& product,
               const CellName& cell) {
  Ui& ui = context.ui;
  const Trace& trace = *context.pictures.trace(stage_side(context));
  const Node& about = trace.tape().node(node);
  const std::string row = trace.label(about.label.rows, cell.row);
  const std::string column = trace.label(about.label.cols, cell.col);
  // A head has some of the columns of its layer's matrix.
  const std::string right_column = product.first == 0 ? column : std::to_string(product.first + cell.col);
  const auto word = [](const std::string& text) { return Formula::text(text, Role::text_2); };
  const TextRun letter = index_of(trace.label(product.left).cols);
  const Formula inner = Formula::text(letter.text, letter.role);
  const Formula comma = word(", ");

  const std::string left = product_letter(trace.label(product.left).path);
  const std::string right = product_letter(trace.label(product.right).path);
  const std::string result = product_letter(about.label.path);
  std::vector<Formula> parts{indexed(result, Formula::row({word(row), comma, word(column)})),
                             Formula::text(" = "),
                             Formula::sum(Formula::row({inner, Formula::text(" = 0", letter.role)}),
                                          Formula::text(std::to_string(product.inner - 1), letter.role)),
                             indexed(left, Formula::row({word(row), comma, inner})),
                             Formula::text(" "),
                             product.by_rows
                                 ? indexed(right, Formula::row({word(right_column), comma, inner}))
                                 : indexed(right, Formula::row({inner, comma, word(right_column)}))};
  if (product.bias) {
    parts.push_back(Formula::text(" + "));
    parts.push_back(indexed(product_letter(trace.label(*product.bias).path), word(right_column)));
  }
  // Long words in the indices: the letters alone.
  const Formula letters = Formula::parse(equation_of(trace, node));
  for (const Formula& formula : {Formula::row(std::move(parts)), letters}) {
    for (const FormulaSize size : {FormulaSize::large, FormulaSize::medium, FormulaSize::small}) {
      const Formula::Size room = formula.measure(ui, size);
      if (room.width > area.width()) continue;
      formula.draw(ui, area.left, std::round(area.top + room.ascent), size);
      return room.height() + ui.px(10);
    }
  }
  return 0;
}

}  // namespace headlight
