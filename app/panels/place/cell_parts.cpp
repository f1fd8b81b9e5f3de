#include "app/panels/place/cell_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/typeset.h"
#include "app/panels/place/size_letters.h"
#include "app/widgets/heatmap_view.h"
#include "core/layers/sites.h"
#include "core/text/say.h"

namespace headlight::place {

CellParts::CellParts(const Page& page, const CellName& cell, const Product& product)
    : page_(page),
      ui_(page.ui),
      c_(page.c),
      cell_(cell),
      product_(product),
      terms_(terms_of_cell(page, cell)) {
  CellReader read(page.trace);
  for (int i = 0; i < product.inner; ++i) {
    left_.push_back(static_cast<float>(read(left_cell(product, cell.row, i))));
    right_.push_back(static_cast<float>(read(right_cell(product, cell.col, i))));
  }
  number_ = page.altitude == Altitude::product ? std::clamp(page.session.number, 0, product.inner - 1)
                                               : largest_term(page, cell);
  left_role_ = role_of(page.trace.label(product.left).path);
  right_role_ = role_of(page.trace.label(product.right).path);
  const Label& label = page.trace.label(page.trace.at(cell.path));
  row_word_ = token_called(page.trace.label(label.rows, cell.row));
  column_word_ = token_called(page.trace.label(label.cols, cell.col));
  of_words_ = page.of_pairs;
  value_ = page.value(cell.path, cell.row, cell.col).value_or(0);
}

std::string CellParts::number_text(float value) { return fixed_text(value, 3); }

PrintedProduct CellParts::printed(int number) const {
  const auto i = static_cast<std::size_t>(number);
  return printed_product(left_[i], right_[i]);
}

// Its two rows of numbers are those of the step, which come from there.
void CellParts::add_factors(stage::Scene& scene) {
  if (page_.lists_products()) return;
  lay_out();
  const std::string &left = page_.trace.label(product_.left).path,
                    &right = page_.trace.label(product_.right).path;
  const HeatmapPtr other =
      product_.by_rows ? page_.map(right) : page_.context.maps[page_.side].transposed(right);
  add_factor(scene, left, cell_.row, left_strip_, page_.map(left));
  add_factor(scene, right, cell_.col, right_strip_, other);
}

void CellParts::lay_out() {
  const Area& stage = page_.boxes.stage;
  panel_ = {stage.left, stage.top + page_.px(4), stage.right,
            page_.boxes.rows - page_.px(page_.boxes.low ? 14 : 38)};
  const Rows& rows = page_.rows;
  const auto line = [&](int row) {
    return rows.middle(std::clamp(row, rows.first, rows.first + rows.shown - 1));
  };
  const float tall = std::min(page_.px(28), rows.pitch - page_.px(4));
  // The row of the one who asks; the other strip in the row of the word asked, or where there is room.
  const float own = line(cell_.row);
  float other = line(of_words_ && !page_.attention.crosses() ? cell_.col
                     : cell_.row < rows.count / 2            ? rows.count - 2
                                                             : 1);
  const float least = page_.px(116);
  if (std::fabs(own - other) < least) {
    other = own - page_.rows.top > least + page_.px(30) ? own - least : own + least;
  }
  left_strip_ = {stage.left, own - tall / 2, stage.right, own + tall / 2};
  right_strip_ = {stage.left, other - tall / 2, stage.right, other + tall / 2};
  const Area &above = own < other ? left_strip_ : right_strip_,
             &below = own < other ? right_strip_ : left_strip_;
  products_ = {stage.left, above.bottom + page_.px(26), stage.right, below.top - page_.px(10)};
  const bool room_below = below.bottom + page_.px(90) < page_.boxes.page.bottom;
  const bool room_above = above.top - rows.top > page_.px(76);
  sum_ = {stage.left,
          room_below   ? below.bottom + page_.px(46)
          : room_above ? rows.top
                       : page_.boxes.page.bottom,
          stage.right, 0};
  sum_.bottom = sum_.top + page_.px(20);
}

// One number is wide while it is opened.
float CellParts::opened_wide() const { return opens() ? page_.px(98) : 0; }
float CellParts::begin_of(int i) const {
  const float room = page_.boxes.stage.width() - opened_wide();
  const float each = room / static_cast<float>(product_.inner - (opens() ? 1 : 0));
  const float before = opens() && i > number_ ? opened_wide() - each : 0;
  return page_.boxes.stage.left + each * static_cast<float>(i) + before;
}
int CellParts::number_at(float x) const {
  for (int i = 0; i < product_.inner; ++i) {
    if (x >= begin_of(i) && x < begin_of(i + 1)) return i;
  }
  return -1;
}
void CellParts::draw_strip(const Area& strip, const std::vector<float>& values, Role role,
                           const std::string& name) const {
  const Rgb own = colour_of(role, c_);
  const Scale scale = symmetric_scale(values);
  for (int i = 0; i < product_.inner; ++i) {
    const float value = values[static_cast<std::size_t>(i)];
    Area cell = column_of(i, strip.top, strip.bottom);
    cell.right = std::max(cell.left + 1, cell.right - page_.px(1));
    const Rgb colour = colour_on_scale(scale, value, ui_.theme());
    ui_.fill(cell, colour);
    if (opens() && i == number_)
      ui_.text(cell, Align::centre, type::number_hot, text_on(colour),
               &strip == &left_strip_ ? printed(i).left : printed(i).right);
  }
  ui_.outline(strip.outset(page_.px(2)), own, page_.px(1.5F), page_.px(3));
  const bool above =
      &strip == &right_strip_ ? right_strip_.top < left_strip_.top : left_strip_.top < right_strip_.top;
  const float y = above ? strip.top - page_.px(14) : strip.bottom + page_.px(16);
  ui_.text(strip.left, y, type::caption_hot, own, name);
}

void CellParts::draw_strips() const {
  const std::string left = of_words_ ? say("q of {word}: what it asks", {{"word", row_word_}})
                                     : say("the row of {word}", {{"word", row_word_}});
  const std::string right =
      of_words_ ? say("k of {word}: what it offers", {{"word", column_word_}})
                : say("column {n} of the other matrix", {{"n", std::to_string(cell_.col + 1)}});
  draw_strip(right_strip_, right_, right_role_, right);
  draw_strip(left_strip_, left_, left_role_, left);
  mark_for_code(page_.context, product_.right, right_strip_);
  mark_for_code(page_.context, product_.left, left_strip_);
  mark_for_code(page_.context, made_on_the_way, products_);
}

// All three are as long as what is added up.
void CellParts::draw_sizes() const {
  const SizedMatrix row{.area = left_strip_.outset(page_.px(1)),
                        .rows = Axis::one,
                        .columns = page_.trace.label(product_.left).cols,
                        .column_count = product_.inner};
  std::vector<SizedMatrix> sized(3, row);
  sized[0].at = ImVec2{beside_products() + ui_.width(type::caption, each_column()) + page_.px(16),
                       products_.top - page_.px(12)};
  sized[0].counted = true;
  sized[1].area = right_strip_.outset(page_.px(1));
  sized[2].area = products_;
  draw_size_letters(page_, sized);
}

std::string CellParts::each_column() const {
  return of_words_ ? say("each column: q × k") : say("each column: one number times the other");
}

// The left end of what is said of the columns: at the side where the chosen one does not cover it.
float CellParts::beside_products() const {
  const float wide = ui_.width(type::caption, each_column()) + page_.px(150);
  return column_of(number_, 0, 0).left - page_.px(6) > products_.left + wide ? products_.left
                                                                             : products_.right - wide;
}

void CellParts::draw_products() const {
  float most = 1e-9F, least = 0, high = 0;
  for (const float term : terms_) {
    least = std::min(least, term);
    high = std::max(high, term);
  }
  most = std::max(most, high - least);
  const float unit = products_.height() / most;
  const float zero = products_.bottom + least * unit;
  ui_.line(products_.left, zero, products_.right, zero, c_.strong_line, ui_.hairline());
  ui_.text(beside_products(), products_.top - page_.px(12), type::caption, c_.text_2, each_column());
  const Area& above = left_strip_.top < right_strip_.top ? left_strip_ : right_strip_;
  const Area& below = left_strip_.top < right_strip_.top ? right_strip_ : left_strip_;
  const Area all{products_.left, above.top, products_.right, below.bottom};
  const Touch touch = ui_.surface("place/numbers", all);
  ui_.tell_item(say("The numbers"), say("the arrow keys go through them"));
  const int pointed = touch.hovered ? number_at(ui_.mouse().x) : -1;
  if (pointed >= 0) {
    const PrintedProduct product = printed(pointed);
    ui_.hand();
    ui_.tooltip(say("number {n}: {left} × {right} = {product}", {{"n", std::to_string(pointed + 1)},
                                                                 {"left", product.left},
                                                                 {"right", in_brackets(product.right)},
                                                                 {"product", product.product}}));
    ui_.outline(column_of(pointed, above.top, below.bottom).outset(page_.px(2)), c_.strong_line,
                page_.px(1.5F), page_.px(4));
    if (touch.clicked) page_.go({.altitude = Altitude::product, .number = pointed});
  }
  for (int i = 0; i < product_.inner; ++i) {
    const float term = terms_[static_cast<std::size_t>(i)];
    const Area column = column_of(i, above.top, below.bottom);
    const bool hot = i == number_;
    const float wide = column.width();
    const Area bar{column.left + wide * 0.18F, std::min(zero, zero - term * unit),
                   column.right - wide * 0.18F, std::max(zero, zero - term * unit)};
    const Rgb colour = term < 0 ? c_.first_sentence : c_.second_sentence;
    ui_.fill(bar, colour, 0, !opens() || hot ? 1 : 0.5F);
    if (hot) {
      ui_.outline(column.outset(page_.px(3)), c_.ink, page_.px(2.5F), page_.px(4));
      if (!opens()) {
        const bool right = column.right + page_.px(130) < products_.right;
        const std::string value = fixed_text(term, 1),
                          name = say("number {n}", {{"n", std::to_string(i + 1)}});
        const float text_wide =
            ui_.width(type::number_hot, value) + page_.px(8) + ui_.width(type::caption, name);
        float x = right ? column.right + page_.px(10) : column.left - page_.px(10) - text_wide;
        const float y =
            std::clamp(bar.top + page_.px(10), products_.top + page_.px(8), products_.bottom - page_.px(8));
        if (wide < page_.px(8))
          ui_.fill({x - page_.px(4), y - page_.px(10), x + text_wide + page_.px(4), y + page_.px(10)},
                   c_.stage, page_.px(4), 0.85F);
        x = ui_.text(x, y, type::number_hot, c_.ink, value) + page_.px(8);
        ui_.text(x, y, type::caption, c_.text_2, name);
      } else if (bar.height() > page_.px(20)) {
        ui_.text(bar, Align::centre, type::number_hot, text_on(colour), printed(number_).product);
      }
    }
    if (hot && touch.focused) ui_.focus_ring(column, page_.px(4));
  }
}

std::pair<Area, Area> CellParts::draw_dial_in_panel() const {
  const bool low = page_.boxes.low;
  ui_.fill(panel_, c_.panel, page_.px(8));
  ui_.outline(panel_, c_.hairline, ui_.hairline(), page_.px(8));
  const float top = panel_.top + page_.px(low ? 6 : 14);
  Area line{panel_.left + page_.px(16), top, panel_.right - page_.px(14), top + page_.px(30)};
  draw_dial(page_.explained(cell(), false), line);
  return {line,
          {panel_.left + page_.px(22), line.bottom + page_.px(low ? 4 : 16), panel_.right - page_.px(22),
           panel_.bottom - page_.px(low ? 3 : 8)}};
}

bool CellParts::explain(const Area& rest) const {
  if (draw_cell_explained(page_.explained(cell(), false), rest) > 0) return true;
  if (page_.session.dial != Dial::formula) return false;
  draw_formula(rest);
  return true;
}

Area CellParts::list_area() const {
  const Boxes& boxes = page_.boxes;
  const float phone = page_.px(20), class_room = page_.px(46);
  return boxes.phone() ? Area{boxes.body.left + phone, boxes.body.top + page_.px(8), boxes.body.right - phone,
                              boxes.answer.top - page_.px(8)}
         : boxes.presented()
             ? boxes.body.inset(class_room, 0)
             : Area{boxes.stage.left, boxes.stage.top, boxes.stage.right, boxes.page.bottom - page_.px(6)};
}

// "s_{8, 2} = Σ q_{8, n} k_{2, n} = 96.8", what its letters stand for, and the same of the whole matrix.
void CellParts::draw_formula(Area rest) const {
  const Role count = Role::dimensions;
  const std::string row = std::to_string(cell_.row + 1), column = std::to_string(cell_.col + 1);
  const auto pair = [](Formula first, Formula second) {
    return Formula::row({std::move(first), Formula::text(", "), std::move(second)});
  };
  const Formula asks = Formula::number(row, left_role_), asked = Formula::number(column, right_role_),
                n = Formula::text("n", count);
  std::vector<Formula> parts{
      indexed(small_letter(cell_.path), pair(Formula::number(row), Formula::number(column))),
      Formula::text(" = "),
      Formula::sum(Formula::row({n, Formula::number(" = 1", count)}),
                   Formula::number(std::to_string(product_.inner), count)),
      Formula::text(" "),
      indexed(small_letter(page_.trace.label(product_.left).path), pair(asks, n)),
      Formula::text(" "),
      indexed(small_letter(page_.trace.label(product_.right).path),
              product_.by_rows ? pair(asked, n) : pair(n, asked))};
  if (product_.bias) parts.push_back(Formula::row({Formula::text(" + "), indexed("b", asked)}));
  parts.push_back(Formula::text(" = "));
  parts.push_back(Formula::number(number_alone(value_, NumberFormat::score)));
  const Formula sum = Formula::row(std::move(parts));
  const std::string number = std::to_string(number_ + 1);
  const Formula at = Formula::number(number, count);
  const Formula formula =
      opens() ? Formula::row({indexed(small_letter(page_.trace.label(product_.left).path), pair(asks, at)),
                              Formula::text(" "),
                              indexed(small_letter(page_.trace.label(product_.right).path),
                                      product_.by_rows ? pair(asked, at) : pair(at, asked)),
                              Formula::text(" = "), Formula::number(printed(number_).product)})
              : sum;
  const bool presented = page_.boxes.presented(), low = page_.boxes.low && !presented;
  FormulaSize face = presented ? FormulaSize::huge : low ? FormulaSize::small : FormulaSize::large;
  if (formula.measure(ui_, face).width > rest.width())
    face = presented ? FormulaSize::large : FormulaSize::small;
  const Formula::Size size = formula.measure(ui_, face);
  formula.draw(ui_, rest.left, rest.top + size.ascent, face);
  const std::string before = opens() ? say("All of them added up:") : say("For all of them at once:");
  const Formula behind = opens() ? sum
                                 : Formula::parse(equation_shown(ui_, page_.context.maps[page_.side].trace(),
                                                                 page_.trace.at(cell_.path)));
  const Formula::Size below = behind.measure(ui_, FormulaSize::medium);
  // What its letters stand for, beside it; before a class below.
  const float wide = opens()
                         ? std::max(size.width, ui_.width(type::lesson, before) + page_.px(12) + below.width)
                         : size.width;
  const float right = presented ? rest.left : rest.left + wide + page_.px(40);
  const float line = page_.px(presented ? 42 : 25);
  if (presented) rest.cut_top(size.height() + page_.px(36));
  const std::array<std::pair<std::string, std::string>, 3> legend{
      std::pair{row, of_words_ ? say("row {n}: {word}, which asks", {{"n", row}, {"word", row_word_}})
                               : say("row {n}: {word}", {{"n", row}, {"word", row_word_}})},
      std::pair{column, of_words_
                            ? say("row {n}: {word}, which is asked", {{"n", column}, {"word", column_word_}})
                            : say("column {n}", {{"n", column}})},
      opens() ? std::pair{number, say("number {n} of {all}",
                                      {{"n", number}, {"all", std::to_string(product_.inner)}})}
              : std::pair{std::string("n"),
                          say("counts the {n} numbers of a row", {{"n", std::to_string(product_.inner)}})}};
  const std::array<Rgb, 3> colours{colour_of(left_role_, c_), colour_of(right_role_, c_), c_.dimensions};
  if (!low && rest.right - right > page_.px(180)) {
    for (std::size_t i = 0; i < legend.size(); ++i) {
      const float y = rest.top + line / 2 + line * static_cast<float>(i);
      ui_.text(right, y, page_.face(type::number_hot), colours[i], legend[i].first);
      ui_.text(right + line * 1.2F, y, page_.face(type::label), c_.text_2, legend[i].second);
    }
  }
  if (presented) return;
  rest.cut_top(size.height() + page_.px(12));
  if (low || rest.height() < page_.px(20)) return;
  const float y = rest.top + std::max(page_.px(10), below.ascent - page_.px(5));
  const float x = ui_.text(rest.left, y, type::lesson, c_.text_2, before);
  behind.draw(ui_, x + page_.px(12), y + page_.px(5), FormulaSize::medium);
}
// "s" of the scores S: a number of a matrix has its small letter.
std::string CellParts::small_letter(const std::string& path) const {
  std::string symbol = symbol_of(path);
  if (!symbol.empty() && symbol[0] >= 'A' && symbol[0] <= 'Z')
    symbol[0] = static_cast<char>(symbol[0] - 'A' + 'a');
  return symbol;
}

}  // namespace headlight::place
