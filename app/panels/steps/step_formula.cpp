// What a step is called and how it is computed: its title, its formula in letters, and the same with the
// numbers of one cell.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/step_names.h"
#include "app/panels/common/typeset.h"
#include "app/panels/steps/steps.h"
#include "app/widgets/formula.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

// The products that add up to one cell, as a table: those under the lens one by one, the others together.

class TermsTable {
 public:
  TermsTable(const PanelContext& context, const Area& area, const Terms& terms)
      : ui_(context.ui), trace_(*stage_trace(context)), area_(area), t_(terms) {
    const Axis axis = trace_.label(terms.product.left).cols;
    index_ = index_of(axis);
    places_ = trace_.labels(axis, terms.product.inner);
    const float wide = std::min(ui_.px(280), area.width());
    float names = wide * 0.14F;
    for (const std::string& place : places_)
      names = std::clamp(ui_.width(type::number, place), names, wide * 0.25F);
    const float each = (wide - names) / 3;
    columns_ = {area.left + names, area.left + names + each * 0.98F, area.left + names + each * 2.02F,
                area.left + wide};
    signs_ = each * 0.24F;
    title_room_ = each * 0.9F;
  }

  void draw() {
    const int others = t_.product.bias ? 3 : 2;  // lines: the rest, the bias, the sum
    const int most = static_cast<int>((area_.height() - ui_.px(22)) / step()) - others;
    if (most < 1) return;
    const int shown = std::min({most, t_.lens_end - t_.lens_first, 8});
    const int first = std::clamp(t_.largest - shown / 2, t_.lens_first, t_.lens_end - shown);
    measure(first, shown);
    y_ = area_.top + ui_.px(8);
    head();
    for (int d = first; d < first + shown; ++d) term(d);
    if (shown < t_.product.inner) rest();
    if (t_.product.bias) bias();
    total();
  }

 private:
  float step() const { return ui_.px(20); }

  void measure(int first, int shown) {
    for (int d = 0; d < t_.product.inner; ++d) {
      const bool alone = d >= first && d < first + shown;
      if (alone) most_ = std::max(most_, std::fabs(t_.values[d]));
      if (d >= t_.summed) continue;
      sum_ += t_.values[d];
      if (!alone) {
        rest_ += t_.values[d];
        ++others_;
      }
    }
    most_ = std::max(most_, std::fabs(rest_));
    if (t_.product.bias && t_.summed > t_.product.inner) sum_ += trace_.cell(bias_cell());
  }

  void put(float right, Type face, Rgb colour, const std::string& text) {
    ui_.text(right - ui_.width(face, text), y_, face, colour, text);
  }

  void head() {
    const Palette& c = ui_.colours();
    const std::string& left = trace_.label(t_.product.left).path;
    const std::string& right = trace_.label(t_.product.right).path;
    put(columns_[0], type::caption, colour_of(index_.role, c), index_.text);
    const auto title = [&](float right_end, const std::string& path) {
      const std::string name = part_title(path);
      const bool step = site_of(path) != nullptr && ui_.width(type::caption, name) <= title_room_;
      const RichText letter = step ? RichText(std::vector<TextRun>{{name, role_of(path)}})
                                   : in_one_line(product_letter(path), role_of(path));
      ui_.rich(right_end - ui_.width(type::caption, type::caption, letter), y_, type::caption, type::caption,
               letter);
    };
    title(columns_[1], left);
    title(columns_[2], right);
    put(columns_[3], type::caption, c.text_2, "product");
    y_ += ui_.px(11);
    ui_.line(area_.left, y_, columns_[3], y_, c.hairline, ui_.hairline());
    y_ += ui_.px(12);
  }

  Cell bias_cell() const { return {*t_.product.bias, 0, t_.product.first + t_.cell.col}; }

  void term(int d) {
    const Palette& c = ui_.colours();
    if (d + 1 == t_.summed) {  // the one that is being added
      ui_.fill({area_.left - ui_.px(4), y_ - step() / 2 + 1, columns_[3] + ui_.px(4), y_ + step() / 2 - 1},
               c.focus_band, ui_.px(4));
    }
    if (d >= t_.summed) {
      y_ += step();
      return;
    }
    const std::string& place = places_.at(d);
    put(columns_[0], type::number, colour_of(index_.role, c),
        ui_.shortened(type::number, place, columns_[0] - area_.left));
    put(columns_[1], type::number, c.ink, value_text(trace_.cell(left_cell(t_.product, t_.cell.row, d))));
    put(columns_[1] + signs_, type::number, c.text_3, "×");
    put(columns_[2], type::number, c.ink, value_text(trace_.cell(right_cell(t_.product, t_.cell.col, d))));
    put(columns_[2] + signs_, type::number, c.text_3, "=");
    put(columns_[3], type::number, c.ink, value_text(t_.values[d]));
    bar(t_.values[d]);
    y_ += step();
  }

  // While terms are added, of those that are in the sum so far.
  void rest() {
    const bool whole = t_.summed >= t_.product.inner;
    if (others_ > 0) {
      const std::string count = count_text(others_);
      ui_.text(area_.left, y_, type::body, ui_.colours().text_2,
               whole ? "the other " + count + " products"
                     : count + (others_ == 1 ? " earlier product" : " earlier products"));
      put(columns_[3], type::number, ui_.colours().ink, value_text(rest_));
      bar(rest_);
    }
    y_ += step();
  }

  void bias() {
    const float end = ui_.text(area_.left, y_, type::body, ui_.colours().text_2, "bias ");
    ui_.rich(end, y_, type::body, type::body,
             in_one_line(product_letter(trace_.label(*t_.product.bias).path), Role::text_2));
    if (t_.summed > t_.product.inner)
      put(columns_[3], type::number, ui_.colours().ink, value_text(trace_.cell(bias_cell())));
    y_ += step();
  }

  void total() {
    const Palette& c = ui_.colours();
    const float line = y_ - step() / 2 + ui_.px(1);
    ui_.line(area_.left, line, columns_[3], line, c.ink, ui_.hairline());
    y_ += ui_.px(3);
    const bool whole = t_.summed >= t_.product.inner + (t_.product.bias ? 1 : 0);
    ui_.text(area_.left, y_, type::label_hot, c.ink,
             whole ? noun_of(trace_.label(t_.node).path) : "sum so far");
    // An edit may have put another value in the sum's place.
    put(columns_[3], type::number_hot, c.ink,
        value_text(whole ? trace_.cell({t_.node, t_.cell.row, t_.cell.col}) : sum_));
  }

  void bar(float value) {
    const float room = area_.right - columns_[3] - ui_.px(24);
    if (room < ui_.px(30)) return;
    const Palette& c = ui_.colours();
    const float zero = columns_[3] + ui_.px(20) + room * 0.25F;
    const float end = zero + value / most_ * room * (value < 0 ? 0.25F : 0.7F);
    ui_.fill({std::min(zero, end), y_ - ui_.px(4), std::max(zero, end) + 1, y_ + ui_.px(4)},
             value < 0 ? c.first_sentence : c.second_sentence);
  }

  Ui& ui_;
  const Trace& trace_;
  Area area_;
  const Terms& t_;
  TextRun index_;                    // the letter that the sum counts with
  std::vector<std::string> places_;  // what it counts
  std::array<float, 4> columns_{};   // right ends
  float signs_ = 0;
  float title_room_ = 0;
  float y_ = 0;
  float most_ = 0.01F;
  float rest_ = 0;  // of the products in the sum that have no line of their own
  int others_ = 0;  // how many these are
  float sum_ = 0;
};

}  // namespace

void draw_terms(const PanelContext& context, const Area& area, const Terms& terms) {
  TermsTable(context, area, terms).draw();
}

// A product in letters: the sum over its inner dimension, with the words of the cell as indices.

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

float draw_step_title(const PanelContext& context, Area area, const CellName& cell) {
  Ui& ui = context.ui;
  Area line = area.cut_top(ui.px(36));
  line.right = draw_zoom(ui, line) - ui.px(12);
  const std::string title = cell_title(*stage_trace(context), cell);
  const Rgb ink = ui.colours().ink;
  for (const Type face : {type::panel, type::section, type::small_section}) {
    if (ui.width(face, title) > line.width()) continue;
    ui.text(line.left, line.top + ui.px(12), face, ink, title);
    return ui.px(36);
  }
  ui.wrapped(line, type::small_section, ink, title, ui.px(17));
  return ui.px(36);
}

namespace {

// The largest size that fits, no larger than `largest`.
TypesetLine line_of_letters(const Ui& ui, const Trace& trace, int node, float width,
                            FormulaSize largest = FormulaSize::large) {
  const Formula formula = Formula::parse(equation_of(trace, node));
  if (formula.empty()) return {};
  for (const FormulaSize size : {FormulaSize::large, FormulaSize::medium, FormulaSize::small}) {
    if (size >= largest && formula.measure(ui, size).width <= width) return {formula, size};
  }
  return {};
}

Cell cell_of(const Trace& trace, const CellName& cell) { return {trace.find(cell.path), cell.row, cell.col}; }

// Formulas beside one another while there is room, on a common baseline; then below.
float flow(Ui& ui, const Area& area, const std::vector<TypesetLine>& lines, bool draw) {
  float y = area.top;
  std::size_t first = 0;  // of the row
  while (first < lines.size()) {
    float x = area.left;
    Formula::Size row;
    std::size_t end = first;
    for (; end < lines.size(); ++end) {
      const Formula::Size one = lines[end].formula.measure(ui, lines[end].size);
      if (end > first && x + one.width > area.right) break;
      row.ascent = std::max(row.ascent, one.ascent);
      row.descent = std::max(row.descent, one.descent);
      x += one.width + ui.px(between_formulas);
    }
    x = area.left;
    for (; first < end; ++first) {
      const TypesetLine& line = lines[first];
      if (draw) line.formula.draw(ui, x, std::round(y + row.ascent), line.size);
      x += line.formula.measure(ui, line.size).width + ui.px(between_formulas);
    }
    y += row.height() + ui.px(12);
  }
  return y - area.top;
}

}  // namespace

float draw_letters(const PanelContext& context, const Area& area, int node, FormulaSize largest) {
  const TypesetLine letters = line_of_letters(context.ui, *stage_trace(context), node, area.width(), largest);
  return letters.formula.empty() ? 0 : flow(context.ui, area, {letters}, true);
}

float draw_step_formula(const PanelContext& context, const Area& area, const CellName& cell) {
  Ui& ui = context.ui;
  const Trace& trace = *stage_trace(context);
  const TypesetLine letters = line_of_letters(ui, trace, trace.at(cell.path), area.width());
  const float beside =
      area.width() - letters.formula.measure(ui, letters.size).width - ui.px(between_formulas);
  const float room = beside >= area.width() * 0.55F ? beside : area.width();
  const auto lines_of = [&](const CellName& about) {
    std::vector<TypesetLine> lines = typeset(ui, trace, cell_of(trace, about), room);
    if (!letters.formula.empty()) lines.insert(lines.begin(), letters);
    return lines;
  };
  const float height = flow(ui, area, lines_of(cell), true);
  // What lies below must not move with the mouse: it stands where the cell at rest leaves it.
  const CellName resting = resting_cell(context, cell.path);
  return resting == cell ? height : flow(ui, area, lines_of(resting), false);
}

float draw_numbers(const PanelContext& context, const Area& area, const CellName& cell) {
  const Trace& trace = *stage_trace(context);
  return flow(context.ui, area, typeset(context.ui, trace, cell_of(trace, cell), area.width()), true);
}

}  // namespace headlight
