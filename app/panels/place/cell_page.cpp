// One cell: the numbers it is made of, each pair in a column, and their products; and one of these products.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "app/panels/common/step_names.h"
#include "app/panels/common/typeset.h"
#include "app/panels/place/dial.h"
#include "app/panels/place/model_steps.h"
#include "app/panels/place/place_parts.h"
#include "app/panels/place/size_letters.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"
#include "core/layers/sites.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

class CellPage {
 public:
  CellPage(const Page& page, const CellName& cell, const Product& product)
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
    value_ = made_ = page.value(cell.path, cell.row, cell.col).value_or(0);
    for (const CellAt& at : set_by_hand(page, cell.path, cell.row)) by_hand_ |= at.column == cell.col;
    if (!by_hand_) return;
    // What it would be: all products, and what is added to them, which the number before the edits has in it.
    made_ = 0;
    for (const float term : terms_) made_ += term;
    const HeatmapPtr before = page.context.maps[page.side].before(cell.path);
    if (product.bias && before != nullptr && cell.row < before->rows)
      made_ = before->value(cell.row, cell.col);
  }

  // Its two rows of numbers are those of the step, which come from there.
  void add_factors(stage::Scene& scene) {
    if (page_.lists_products()) return;
    lay_out();
    const std::string &left = page_.trace.label(product_.left).path,
                      &right = page_.trace.label(product_.right).path;
    const HeatmapPtr other =
        product_.by_rows ? page_.map(right) : page_.context.maps[page_.side].transposed(right);
    add_factor(scene, left, cell_.row, left_strip_, page_.map(left));
    add_factor(scene, right, cell_.col, right_strip_, other);
  }

  void draw() {
    if (page_.lists_products()) return draw_listed();
    draw_panel();
    draw_strips();
    draw_products();
    draw_sizes();
    if (opens()) {
      draw_stepper();
    } else {
      draw_sum();
    }
  }

 private:
  bool opens() const { return page_.altitude == Altitude::product; }
  std::string number_text(float value) const { return fixed_text(value, 3); }
  std::string bracketed(float value) const {
    return value < 0 ? "(" + number_text(value) + ")" : number_text(value);
  }

  void lay_out() {
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
  float opened_wide() const { return opens() ? page_.px(98) : 0; }
  float begin_of(int i) const {
    const float room = page_.boxes.stage.width() - opened_wide();
    const float each = room / static_cast<float>(product_.inner - (opens() ? 1 : 0));
    const float before = opens() && i > number_ ? opened_wide() - each : 0;
    return page_.boxes.stage.left + each * static_cast<float>(i) + before;
  }
  int number_at(float x) const {
    for (int i = 0; i < product_.inner; ++i) {
      if (x >= begin_of(i) && x < begin_of(i + 1)) return i;
    }
    return -1;
  }
  Area column_of(int i, float top, float bottom) const { return {begin_of(i), top, begin_of(i + 1), bottom}; }

  void draw_strip(const Area& strip, const std::vector<float>& values, Role role,
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
        ui_.text(cell, Align::centre, type::number_hot, text_on(colour), number_text(value));
    }
    ui_.outline(strip.outset(page_.px(2)), own, page_.px(1.5F), page_.px(3));
    const bool above =
        &strip == &right_strip_ ? right_strip_.top < left_strip_.top : left_strip_.top < right_strip_.top;
    const float y = above ? strip.top - page_.px(14) : strip.bottom + page_.px(16);
    ui_.text(strip.left, y, type::caption_hot, own, name);
  }

  void draw_strips() const {
    const std::string left = of_words_ ? say("q of {word}: what it asks", {{"word", row_word_}})
                                       : say("the row of {word}", {{"word", row_word_}});
    const std::string right =
        of_words_ ? say("k of {word}: what it offers", {{"word", column_word_}})
                  : say("column {n} of the other matrix", {{"n", std::to_string(cell_.col + 1)}});
    draw_strip(right_strip_, right_, right_role_, right);
    draw_strip(left_strip_, left_, left_role_, left);
  }

  // All three are as long as what is added up.
  void draw_sizes() const {
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

  std::string each_column() const {
    return of_words_ ? say("each column: q × k") : say("each column: one number times the other");
  }

  // The left end of what is said of the columns: at the side where the chosen one does not cover it.
  float beside_products() const {
    const float wide = ui_.width(type::caption, each_column()) + page_.px(150);
    return column_of(number_, 0, 0).left - page_.px(6) > products_.left + wide ? products_.left
                                                                               : products_.right - wide;
  }

  void draw_products() const {
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
    const int pointed = touch.hovered ? number_at(ui_.mouse().x) : -1;
    if (pointed >= 0) {
      const auto at = static_cast<std::size_t>(pointed);
      ui_.hand();
      ui_.tooltip(
          say("number {n}: {left} × {right} = {product}", {{"n", std::to_string(pointed + 1)},
                                                           {"left", number_text(left_[at])},
                                                           {"right", bracketed(right_[at])},
                                                           {"product", significant_text(terms_[at], 4)}}));
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
          ui_.text(bar, Align::centre, type::number_hot, text_on(colour), printed_product());
        }
      }
      if (hot && touch.focused) ui_.focus_ring(column, page_.px(4));
    }
  }

  // All products one behind the other: the largest first, what is negative below.
  void draw_sum() const {
    std::vector<float> positive, negative;
    for (const float term : terms_) (term < 0 ? negative : positive).push_back(term);
    std::sort(positive.rbegin(), positive.rend());
    std::sort(negative.begin(), negative.end());
    float up = 0, down = 0;
    for (const float term : positive) up += term;
    for (const float term : negative) down += term;
    const float unit = sum_.width() / std::max({up, -down, 1e-9F});
    if (sum_.bottom + page_.px(34) > page_.boxes.page.bottom) return;
    float x = sum_.left;
    for (const float term : positive) {
      ui_.fill({x, sum_.top, std::max(x + 1, x + term * unit - page_.px(1)), sum_.bottom}, c_.second_sentence,
               0, x == sum_.left ? 1 : 0.66F);
      x += term * unit;
    }
    float left = std::max(x, sum_.left - down * unit);
    for (const float term : negative) {
      const float next = left + term * unit;
      ui_.fill({next, sum_.bottom + page_.px(3), std::max(next + 1, left - page_.px(1)),
                sum_.bottom + page_.px(13)},
               c_.first_sentence);
      left = next;
    }
    const float y = sum_.bottom + page_.px(26);
    ui_.text(sum_.left, y, type::caption, c_.second_sentence,
             say("positive products {sum}", {{"sum", fixed_text(up, 1)}}));
    const std::string below = say("negative {sum}", {{"sum", fixed_text(down, 1)}});
    if (!negative.empty())
      ui_.text(sum_.right - ui_.width(type::caption, below), y, type::caption, c_.first_sentence, below);
  }

  void draw_stepper() const {
    draw_steps_at(page_.boxes.stage.middle_x(),
                  std::min(sum_.top + page_.px(14), page_.boxes.page.bottom - page_.px(30)), page_.px(32));
  }

  // To the number before and to the next one.
  void draw_steps_at(float middle, float y, float tall) const {
    const auto step = [&](int to, float left, const std::string& label) {
      const Area place = Area::at(left, y - tall / 2, page_.px(76), tall);
      const bool there = to >= 0 && to < product_.inner;
      if (!there) return;
      if (button(ui_, "place/to/" + label, place, label, ButtonKind::plain))
        page_.go({.altitude = Altitude::product, .number = to});
    };
    step(number_ - 1, middle - page_.px(128), "‹ " + std::to_string(number_));
    step(number_ + 1, middle + page_.px(52), std::to_string(number_ + 2) + " ›");
    ui_.text(
        {middle - page_.px(50), y - page_.px(12), middle + page_.px(50), y + page_.px(12)}, Align::centre,
        type::control_hot, c_.ink,
        say("{n} of {all}", {{"n", std::to_string(number_ + 1)}, {"all", std::to_string(product_.inner)}}));
  }

  // --- above: the same in words, in numbers, as a formula

  Cell cell() const { return {page_.trace.at(cell_.path), cell_.row, cell_.col}; }

  void draw_panel() {
    ui_.fill(panel_, c_.panel, page_.px(8));
    ui_.outline(panel_, c_.hairline, ui_.hairline(), page_.px(8));
    const float top = panel_.top + page_.px(page_.boxes.low ? 6 : 14);
    Area line{panel_.left + page_.px(16), top, panel_.right - page_.px(14), top + page_.px(30)};
    const Dial dial = draw_dial(page_, line, cell());
    Area rest{panel_.left + page_.px(22), line.bottom + page_.px(page_.boxes.low ? 4 : 16),
              panel_.right - page_.px(22), panel_.bottom - page_.px(page_.boxes.low ? 3 : 8)};
    beside_dial_ = line;
    ui_.push_clip({rest.left, panel_.top, panel_.right, rest.bottom});
    if (dial == Dial::code) {
      draw_code(page_, rest, cell(), false);
    } else if (dial == Dial::formula) {
      draw_formula(rest);
    } else if (dial == Dial::words) {
      draw_words_of_cell(rest);
    } else if (opens()) {
      draw_one_product(rest);
    } else {
      draw_sum_in_numbers(rest);
    }
    ui_.pop_clip();
  }

  float term_line() const { return page_.px(page_.boxes.low ? 27 : 42); }

  void draw_sum_in_numbers(Area rest) const {
    // In a low window what is said first stands beside the dial.
    const Area first = page_.boxes.low ? beside_dial_ : rest.cut_top(term_line());
    const float value = made_;
    const RichText summary = of_words_
                                 ? told("score of {row} for {column} = {q} · {k} = {n} products, added up",
                                        {{"row", word_run(row_word_)},
                                         {"column", word_run(column_word_)},
                                         {"q", word_run("q", Role::query)},
                                         {"k", word_run("k", Role::key)},
                                         {"n", word_run(std::to_string(product_.inner))}})
                                 : told("number {c} of {row} = {n} products, added up",
                                        {{"c", word_run(std::to_string(cell_.col + 1))},
                                         {"row", word_run(row_word_)},
                                         {"n", word_run(std::to_string(product_.inner))}});
    const float least = page_.boxes.narrow() ? ui_.width(type::lesson, type::lesson_hot, summary)
                                             : page_.px(page_.boxes.low ? 330 : 0);
    if (first.width() > least)
      ui_.rich(first.left, first.middle_y(), type::lesson, type::lesson_hot, summary);
    // The largest ones, as many as there is room for; the others as one number. With one decimal each, so
    // that what is printed adds up to what is printed.
    std::vector<int> order = largest_first();
    order.resize(std::min<std::size_t>(order.size(), 3));
    while (order.size() > 1 && factors_width(order) > rest.width()) order.pop_back();
    const Area factors = rest.cut_top(term_line());
    float x = factors.left;
    const float y = factors.middle_y();
    const auto sign = [&](const std::string& text) {
      x = ui_.text(x + page_.px(7), y, type::lesson, c_.text_2, text) + page_.px(7);
    };
    for (std::size_t k = 0; k < order.size(); ++k) {
      const auto i = static_cast<std::size_t>(order[k]);
      if (k > 0) sign("+");
      x = ui_.text(x, y, type::score, colour_of(left_role_, c_), bracketed(left_[i]));
      sign("×");
      x = ui_.text(x, y, type::score, colour_of(right_role_, c_), bracketed(right_[i]));
    }
    const int more = product_.inner - static_cast<int>(order.size());
    if (more > 0) {
      sign("+");
      x = ui_.text(x, y, type::lesson, c_.text_2,
                   say(several(more, "{n} more", "{n} more"), {{"n", std::to_string(more)}}));
    }
    const Area sums = rest.cut_top(term_line());
    x = ui_.text(sums.left, sums.middle_y(), type::lesson, c_.text_2, "=") + page_.px(10);
    const auto tenths = [](float number) { return std::lround(number * 10); };
    long left = tenths(value);
    const auto written = [](long number) { return fixed_text(static_cast<float>(number) / 10, 1); };
    std::vector<long> parts;
    for (const int i : order) {
      parts.push_back(tenths(terms_[static_cast<std::size_t>(i)]));
      left -= parts.back();
    }
    if (more > 0) parts.push_back(left);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (k > 0) x = ui_.text(x + page_.px(8), sums.middle_y(), type::lesson, c_.text_2, "+") + page_.px(8);
      const std::string text = parts[k] < 0 ? "(" + written(parts[k]) + ")" : written(parts[k]);
      x = ui_.text(x, sums.middle_y(), type::formula_number, c_.ink, text);
    }
    x = ui_.text(x + page_.px(10), sums.middle_y(), type::lesson, c_.text_2, "=") + page_.px(10);
    x = ui_.text(x, sums.middle_y(), type::score, c_.ink, written(tenths(value)));
    if (!by_hand_) return;
    draw_edit_dot(ui_, {x + page_.px(24), sums.middle_y()});
    ui_.text(x + page_.px(36), sums.middle_y(), type::lesson_hot, c_.ink, set_to());
  }

  std::string set_to() const {
    return say("set to {value} by hand",
               {{"value", value_ == 0 ? "0" : number_alone(value_, NumberFormat::score)}});
  }

  // Of the line that draw_sum_in_numbers() writes for these.
  float factors_width(const std::vector<int>& order) const {
    float wide = 0;
    const auto sign = [&](const std::string& text) {
      wide += ui_.width(type::lesson, text) + 2 * page_.px(7);
    };
    for (const int i : order) {
      const auto at = static_cast<std::size_t>(i);
      if (wide > 0) sign("+");
      wide += ui_.width(type::score, bracketed(left_[at])) + ui_.width(type::score, bracketed(right_[at]));
      sign("×");
    }
    const int more = product_.inner - static_cast<int>(order.size());
    if (more == 0) return wide;
    sign("+");
    return wide +
           ui_.width(type::lesson, say(several(more, "{n} more", "{n} more"), {{"n", std::to_string(more)}}));
  }

  void draw_one_product(Area rest) const {
    const auto i = static_cast<std::size_t>(number_);
    const float left = left_[i], right = right_[i];
    const Area line = rest.cut_top(page_.px(page_.boxes.low ? 34 : 52));
    const Type large = page_.boxes.low ? type::score : type::trait;
    float x = ui_.text(line.left, line.middle_y(), large, colour_of(left_role_, c_), number_text(left));
    x = ui_.text(x + page_.px(14), line.middle_y(), type::panel, c_.text_2, "×") + page_.px(14);
    const float second = x;
    x = ui_.text(x, line.middle_y(), large, colour_of(right_role_, c_), bracketed(right));
    x = ui_.text(x + page_.px(14), line.middle_y(), type::panel, c_.text_2, "=") + page_.px(14);
    ui_.text(x, line.middle_y(), large, c_.ink, printed_product());
    if (page_.boxes.low) return;
    const Area names = rest.cut_top(page_.px(26));
    const std::string n = std::to_string(number_ + 1);
    ui_.text(names.left, names.middle_y(), type::label, colour_of(left_role_, c_),
             of_words_ ? say("number {n} of q", {{"n", n}}) : say("number {n} of the row", {{"n", n}}));
    ui_.text(std::max(second, names.left + page_.px(150)), names.middle_y(), type::label,
             colour_of(right_role_, c_),
             of_words_ ? say("number {n} of k", {{"n", n}}) : say("number {n} of the column", {{"n", n}}));
    ui_.text(rest.cut_top(page_.px(26)), Align::left, type::label, c_.text_2, why_that_sign());
  }

  // --- where there is no room for strips, and before a class: the same as a list

  void draw_listed() {
    const Boxes& boxes = page_.boxes;
    const float phone = page_.px(20), class_room = page_.px(46);
    Area rest = boxes.phone()       ? Area{boxes.body.left + phone, boxes.body.top + page_.px(8),
                                     boxes.body.right - phone, boxes.answer.top - page_.px(8)}
                : boxes.presented() ? boxes.body.inset(class_room, 0)
                                    : Area{boxes.stage.left, boxes.stage.top, boxes.stage.right,
                                           boxes.page.bottom - page_.px(6)};
    if (opens()) return draw_listed_product(rest);
    Dial dial = Dial::numbers;
    if (!boxes.presented()) {
      // Its value stands over the dial, or beside it.
      const std::string value =
          number_alone(page_.value(cell_.path, cell_.row, cell_.col).value_or(0), NumberFormat::score);
      const bool over = rest.height() > page_.px(420);
      if (over) {
        ui_.rich(rest.left, rest.top + page_.px(13), type::lesson, type::lesson_hot, called());
        rest.cut_top(page_.px(26));
        ui_.text(rest.cut_top(page_.px(48), page_.px(8)), Align::left, type::value, c_.ink, value);
      }
      Area line = rest.cut_top(page_.px(38), page_.px(6));
      if (!over) {
        const float wide = ui_.width(type::trait, value);
        // In a line of its own where the dial leaves it no room.
        const bool beside = line.width() - wide > page_.px(290);
        const Area at = beside ? line.cut_right(wide, page_.px(8)) : line;
        ui_.text(at, beside ? Align::right : Align::left, type::trait, c_.ink, value);
        if (!beside) line = rest.cut_top(page_.px(38), page_.px(6));
      }
      dial = draw_dial(page_, line, cell());
    }
    if (dial == Dial::code) return draw_code(page_, rest, cell(), false, boxes.phone());
    if (dial == Dial::words) return draw_words_of_cell(rest);
    if (dial == Dial::formula) return draw_formula(rest);
    draw_list(rest);
  }

  // "score of it for animal"
  RichText called() const {
    return of_words_ ? told("score of {row} for {column}",
                            {{"row", word_run(row_word_)}, {"column", word_run(column_word_)}})
                     : told("number {c} of {row}",
                            {{"c", word_run(std::to_string(cell_.col + 1))}, {"row", word_run(row_word_)}});
  }

  // Where its columns end, in shares of its width.
  struct ListColumns {
    float number, left, times, right, product, bar;
  };
  ListColumns list_columns(const Area& area) const {
    const auto at = [&](float share) { return area.left + area.width() * share; };
    return {at(0), at(0.34F), at(0.385F), at(0.63F), at(0.84F), at(0.865F)};
  }

  void draw_list(Area rest) const {
    const bool presented = page_.boxes.presented();
    const Type label = page_.face(type::label), hot = page_.face(type::label_hot);
    const Type number = presented ? type::presenter_number : type::score;
    const float head = page_.px(presented ? 44 : 26), line = page_.px(presented ? 46 : 30);
    const ListColumns at = list_columns(rest);
    const Area names = rest.cut_top(head);
    const auto name = [&](float right, float room, Type face, Rgb colour, const std::string& text) {
      ui_.text({right - room, names.top, right, names.bottom}, Align::right, face, colour,
               ui_.shortened(face, text, room));
    };
    if (!presented) ui_.text(names, Align::left, label, c_.text_2, say("number"));
    name(at.left, at.left - at.number - page_.px(presented ? 0 : 52), hot, colour_of(left_role_, c_),
         of_words_ ? say("q of {word}", {{"word", row_word_}}) : row_word_);
    name(at.right, at.right - at.times, hot, colour_of(right_role_, c_),
         of_words_ ? say("k of {word}", {{"word", column_word_}})
                   : say("column {n}", {{"n", std::to_string(cell_.col + 1)}}));
    name(at.product, at.product - at.right - page_.px(4), label, c_.text_2, say("product"));
    const std::vector<int> order = largest_first();
    const float room = rest.height() - 2 * line - page_.px(8);
    const float tall = std::clamp(room / 6, page_.px(presented ? 50 : 36), page_.px(presented ? 62 : 44));
    const int count = std::clamp(static_cast<int>(room / tall), 1, std::min(6, product_.inner));
    const float most = std::max(std::fabs(terms_[static_cast<std::size_t>(order.front())]), 1e-9F);
    const auto tenths = [](float value) { return std::lround(value * 10); };
    const auto written = [](long value) { return fixed_text(static_cast<float>(value) / 10, 1); };
    const long total = tenths(made_);
    long others = total;
    for (int k = 0; k < count; ++k) {
      const int i = order[static_cast<std::size_t>(k)];
      const Area row = rest.cut_top(tall);
      if (!presented) {
        const Touch touch = ui_.press("place/number/" + std::to_string(k), row.inset(0, page_.px(1)),
                                      {.radius = page_.px(6), .ground = c_.rail});
        if (touch.clicked) page_.go({.altitude = Altitude::product, .number = i});
      }
      if (i == number_) ui_.fill(row.inset(-page_.px(8), page_.px(1)), c_.focus_band, page_.px(6));
      others -= draw_list_row(row, at, i, most, number);
    }
    const int more = product_.inner - count;
    const Area rest_of_it = rest.cut_top(line);
    if (more > 0) {
      ui_.text(rest_of_it, Align::left, label, c_.text_2,
               say(several(more, "{n} more", "{n} more"), {{"n", std::to_string(more)}}));
      ui_.text({rest_of_it.left, rest_of_it.top, at.product, rest_of_it.bottom}, Align::right, number, c_.ink,
               written(others));
    }
    const Area sum = rest.cut_top(line);
    ui_.line(sum.left, sum.top, at.product + page_.px(8), sum.top, c_.ink, page_.px(1.5F));
    ui_.text(sum, Align::left, hot, c_.ink, of_words_ ? say("score") : say("sum"));
    ui_.text({sum.left, sum.top, at.product, sum.bottom}, Align::right, number, c_.ink, written(total));
    if (!by_hand_ || rest.height() < line) return;
    const Area set = rest.cut_top(line);
    draw_edit_dot(ui_, {set.left + page_.px(5), set.middle_y()});
    ui_.text(set.left + page_.px(17), set.middle_y(), hot, c_.ink, set_to());
  }

  // Returns its product as it is printed, in tenths.
  long draw_list_row(const Area& row, const ListColumns& at, int i, float most, Type number) const {
    const auto place = static_cast<std::size_t>(i);
    const auto ends = [&](float right, Type face, Rgb colour, const std::string& text) {
      ui_.text({row.left, row.top, right, row.bottom}, Align::right, face, colour, text);
    };
    ui_.text(row.left + page_.px(4), row.middle_y(), page_.face(type::number), c_.dimensions,
             std::to_string(i + 1));
    ends(at.left, number, colour_of(left_role_, c_), number_text(left_[place]));
    const Type sign = page_.face(type::label);
    ui_.text(at.times - ui_.width(sign, "×") / 2 + page_.px(1), row.middle_y(), sign, c_.text_2, "×");
    ends(at.right, number, colour_of(right_role_, c_), number_text(right_[place]));
    const float term = terms_[place];
    const long tenths = std::lround(term * 10);
    ends(at.product, number, c_.ink, fixed_text(static_cast<float>(tenths) / 10, 1));
    const float half = std::min(page_.px(7), row.height() * 0.2F);
    ui_.fill({at.bar, row.middle_y() - half,
              at.bar + std::max(1.0F, (row.right - at.bar) * std::fabs(term) / most), row.middle_y() + half},
             term < 0 ? c_.first_sentence : c_.second_sentence);
    return tenths;
  }

  std::vector<int> largest_first() const {
    std::vector<int> order(terms_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return std::fabs(terms_[static_cast<std::size_t>(a)]) > std::fabs(terms_[static_cast<std::size_t>(b)]);
    });
    return order;
  }

  std::string why_that_sign() const {
    const float left = left_[static_cast<std::size_t>(number_)],
                right = right_[static_cast<std::size_t>(number_)];
    return left < 0 && right < 0   ? say("Both are negative, so the product is positive.")
           : left < 0 || right < 0 ? say("One of them is negative, so the product is negative.")
                                   : say("Both are positive, so the product is positive.");
  }

  // From the printed factors, so that it can be checked.
  std::string printed_product() const {
    const auto i = static_cast<std::size_t>(number_);
    const double product = std::round(static_cast<double>(left_[i]) * 1000) / 1000 *
                           std::round(static_cast<double>(right_[i]) * 1000) / 1000;
    return fixed_text(static_cast<float>(product), 2);
  }

  void draw_listed_product(Area rest) const {
    const bool presented = page_.boxes.presented();
    const auto i = static_cast<std::size_t>(number_);
    const std::string n = std::to_string(number_ + 1);
    const Type label = page_.face(type::label), sign = presented ? type::large : type::panel;
    const Rgb own = colour_of(left_role_, c_), other = colour_of(right_role_, c_);
    const std::string left_name =
        of_words_ ? say("number {n} of q", {{"n", n}}) : say("number {n} of the row", {{"n", n}});
    const std::string right_name =
        of_words_ ? say("number {n} of k", {{"n", n}}) : say("number {n} of the column", {{"n", n}});
    if (presented) {
      const Area line = rest.cut_top(rest.height() * 0.42F);
      const float y = line.bottom - page_.px(30), wide = ui_.width(type::value, "=") + page_.px(20);
      const std::string a = number_text(left_[i]), b = bracketed(right_[i]), product = printed_product();
      const float all = ui_.width(type::value, a + b + product) + 2 * wide;
      float x = std::max(rest.left, rest.middle_x() - all / 2);
      const float first = x;
      x = ui_.text(x, y, type::value, own, a);
      ui_.text({x, y - page_.px(30), x + wide, y + page_.px(30)}, Align::centre, sign, c_.text_2, "×");
      const float second = x += wide;
      x = ui_.text(x, y, type::value, other, b);
      ui_.text({x, y - page_.px(30), x + wide, y + page_.px(30)}, Align::centre, sign, c_.text_2, "=");
      ui_.text(x + wide, y, type::value, c_.ink, product);
      ui_.text(first, y + page_.px(48), label, own, left_name);
      ui_.text(std::max(second, first + ui_.width(label, left_name) + page_.px(24)), y + page_.px(48), label,
               other, right_name);
      rest.cut_top(page_.px(90));
      rest.left = first;
      ui_.wrapped(rest, label, c_.text_2, why_that_sign(), page_.px(34));
      return;
    }
    const bool high = rest.height() > page_.px(420);
    const Type large = high ? type::value : type::trait;
    const float line = page_.px(high ? 52 : 32), name = page_.px(high ? 24 : 20);
    const auto factor = [&](const char* before, const std::string& called, Rgb colour,
                            const std::string& text) {
      ui_.text(rest.cut_top(name), Align::left, label, colour, called);
      const Area at = rest.cut_top(line, page_.px(high ? 8 : 0));
      const float x = at.left + page_.px(28);
      ui_.text(at.left, at.middle_y(), sign, c_.text_2, before);
      ui_.text(x, at.middle_y(), large, colour, text);
    };
    factor("", left_name, own, number_text(left_[i]));
    factor("×", right_name, other, number_text(right_[i]));
    factor("=", say("their product"), c_.ink, printed_product());
    const float steps = page_.px(44);
    const Area foot = rest.cut_bottom(steps, page_.px(6));
    ui_.wrapped(rest, label, c_.text_2, why_that_sign(), page_.px(20));
    draw_steps_at(foot.middle_x(), foot.middle_y(), page_.px(40));
  }

  void draw_words_of_cell(Area rest) const {
    const TextRun n = word_run(std::to_string(product_.inner)),
                  value = word_run(number_alone(value_, NumberFormat::score)), row = word_run(row_word_),
                  column = word_run(column_word_);
    RichText text =
        of_words_
            ? told(
                  "{row} has {n} numbers: {asks}. {column} has {n}: {offers}. Number by number they are "
                  "multiplied, and the {n} products are added up. That is {value}. ",
                  {{"row", row},
                   {"n", n},
                   {"asks", word_run(say("what it asks"), left_role_)},
                   {"column", column},
                   {"offers", word_run(say("what it offers"), right_role_)},
                   {"value", value}})
            : told(
                  "The row of {row} and column {c} of the other matrix have {n} numbers each. Number by "
                  "number they are multiplied, and the {n} products are added up. That is {value}. ",
                  {{"row", row}, {"c", word_run(std::to_string(cell_.col + 1))}, {"n", n}, {"value", value}});
    // With which word it fits best.
    const int most = of_words_ ? page_.largest_in_row(cell_.path, cell_.row) : -1;
    const std::optional<float> largest = most < 0 ? std::nullopt : page_.value(cell_.path, cell_.row, most);
    if (most >= 0 && largest) {
      const Label& label = page_.trace.label(page_.trace.at(cell_.path));
      const RichText more = most == cell_.col
                                ? told("It is more than with any other word.")
                                : told("With {word} it is more: {value}.",
                                       {{"word", word_run(token_called(page_.trace.label(label.cols, most)))},
                                        {"value", word_run(number_alone(*largest, NumberFormat::score))}});
      text.runs.insert(text.runs.end(), more.runs.begin(), more.runs.end());
    }
    ui_.wrapped_rich(rest, type::lesson, type::lesson_hot, text, page_.px(page_.boxes.low ? 21 : 25));
  }

  // "s_{8, 2} = Σ q_{8, n} k_{2, n} = 96.8", what its letters stand for, and the same of the whole matrix.
  void draw_formula(Area rest) const {
    const Site* const site = site_of(cell_.path);
    if (site == nullptr) return;
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
    const Formula formula = Formula::row(std::move(parts));
    const bool low = page_.boxes.low;
    FormulaSize face = low ? FormulaSize::small : FormulaSize::large;
    if (formula.measure(ui_, face).width > rest.width()) face = FormulaSize::small;
    const Formula::Size size = formula.measure(ui_, face);
    formula.draw(ui_, rest.left, rest.top + size.ascent, face);
    const float right = rest.left + size.width + page_.px(40);
    // What its letters stand for, beside it.
    const std::array<std::pair<std::string, std::string>, 3> legend{
        std::pair{row, of_words_ ? say("row {n}: {word}, which asks", {{"n", row}, {"word", row_word_}})
                                 : say("row {n}: {word}", {{"n", row}, {"word", row_word_}})},
        std::pair{column,
                  of_words_ ? say("row {n}: {word}, which is asked", {{"n", column}, {"word", column_word_}})
                            : say("column {n}", {{"n", column}})},
        std::pair{std::string("n"),
                  say("counts the {n} numbers of a row", {{"n", std::to_string(product_.inner)}})}};
    const std::array<Rgb, 3> colours{colour_of(left_role_, c_), colour_of(right_role_, c_), c_.dimensions};
    if (!low && rest.right - right > page_.px(180)) {
      for (std::size_t i = 0; i < legend.size(); ++i) {
        const float y = rest.top + page_.px(12) + page_.px(25) * static_cast<float>(i);
        ui_.text(right, y, type::number_hot, colours[i], legend[i].first);
        ui_.text(right + page_.px(30), y, type::label, c_.text_2, legend[i].second);
      }
    }
    rest.cut_top(size.height() + page_.px(12));
    if (low || rest.height() < page_.px(20)) return;
    const float y = rest.top + page_.px(10);
    const float x = ui_.text(rest.left, y, type::lesson, c_.text_2, say("For all of them at once:"));
    Formula::parse(std::string(site->symbol) + " = " + std::string(site->formula))
        .draw(ui_, x + page_.px(12), y + page_.px(5), FormulaSize::medium);
  }
  // "s" of the scores S: a number of a matrix has its small letter.
  std::string small_letter(const std::string& path) const {
    std::string symbol = symbol_of(path);
    if (!symbol.empty() && symbol[0] >= 'A' && symbol[0] <= 'Z')
      symbol[0] = static_cast<char>(symbol[0] - 'A' + 'a');
    return symbol;
  }

  const Page& page_;
  Ui& ui_;
  const Palette& c_;
  CellName cell_;
  Product product_;
  std::vector<float> terms_, left_, right_;
  int number_ = 0;
  Role left_role_ = Role::ink, right_role_ = Role::ink;
  std::string row_word_, column_word_;
  bool of_words_ = false;
  float value_ = 0, made_ = 0;  // the number, and what its products come to
  bool by_hand_ = false;        // it is another one
  Area panel_, beside_dial_, left_strip_, right_strip_, products_, sum_;
};

}  // namespace

void add_cell(const Page& page, stage::Scene& scene) {
  const CellName* const cell = page.cell();
  const int node = cell == nullptr ? -1 : page.trace.find(cell->path);
  const std::optional<Product> product = node < 0 ? std::nullopt : product_of(page.trace, node);
  if (!product) return add_model_cell(page, scene);
  if (!page.lists_products()) add_beam(page, scene, cell->row, page.boxes.stage.right);
  const Area box{page.boxes.stage.left, page.rows.top, page.boxes.stage.right, page.rows.bottom()};
  CellPage shown(page, *cell, *product);
  shown.add_factors(scene);
  scene.add(key("cell"), box, {}, [shown = std::move(shown)]() mutable { shown.draw(); });
}

}  // namespace headlight::place
