// One cell: the numbers it is made of, each pair in a column, and all products added up.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/panels/place/cell_parts.h"
#include "app/panels/place/model_steps.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

// As it is printed with one decimal.
long in_tenths(float number) { return std::lround(number * 10); }

class CellPage : public CellParts {
 public:
  CellPage(const Page& page, const CellName& cell, const Product& product) : CellParts(page, cell, product) {
    made_ = value_;
    for (const CellAt& at : set_by_hand(page, cell.path, cell.row)) by_hand_ |= at.column == cell.col;
    if (!by_hand_) return;
    // What it would be: all products, and what is added to them, which the number before the edits has in it.
    made_ = 0;
    for (const float term : terms_) made_ += term;
    const HeatmapPtr before = page.context.maps[page.side].before(cell.path);
    if (product.bias && before != nullptr && cell.row < before->rows)
      made_ = before->value(cell.row, cell.col);
  }

  void draw() {
    if (page_.lists_products()) return draw_listed();
    draw_panel([this](const Area& beside, const Area& rest) { draw_sum_in_numbers(beside, rest); });
    draw_strips();
    draw_products();
    draw_sizes();
    draw_sum();
  }

 private:
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
    // Printed, they add up to the sum as it is printed.
    if (!negative.empty() && !product_.bias && !by_hand_)
      down = static_cast<float>(in_tenths(value_) - in_tenths(up)) / 10;
    const float y = sum_.bottom + page_.px(26);
    ui_.text(sum_.left, y, type::caption, c_.second_sentence,
             say("positive products {sum}", {{"sum", fixed_text(up, 1)}}));
    const std::string below = say("negative {sum}", {{"sum", fixed_text(down, 1)}});
    if (!negative.empty())
      ui_.text(sum_.right - ui_.width(type::caption, below), y, type::caption, c_.first_sentence, below);
  }

  float term_line() const { return page_.px(page_.boxes.low ? 27 : 42); }

  void draw_sum_in_numbers(const Area& beside, Area rest) const {
    // In a low window what is said first stands beside the dial.
    const Area first = page_.boxes.low ? beside : rest.cut_top(term_line());
    const float value = made_;
    const RichText summary = of_words_
                                 ? told("score of {row} for {column} = {q} · {k} = {n} products, added up",
                                        {{"row", word_run(row_word_)},
                                         {"column", word_run(column_word_)},
                                         {"q", word_run("q", Role::query)},
                                         {"k", word_run("k", Role::key)},
                                         {"n", word_run(std::to_string(product_.inner))}})
                                 : told(product_.bias ? "number {c} of {row} = {n} products and {b}, added up"
                                                      : "number {c} of {row} = {n} products, added up",
                                        {{"c", word_run(std::to_string(cell_.col + 1))},
                                         {"row", word_run(row_word_)},
                                         {"n", word_run(std::to_string(product_.inner))},
                                         {"b", word_run("b")}});
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
    const int more = added_up() - static_cast<int>(order.size());
    const Ui::Pieces told(ui_, ui_.is_heard() ? sum_said(order, more) : "", factors);
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
    if (more > 0) {
      sign("+");
      x = ui_.text(x, y, type::lesson, c_.text_2,
                   say(several(more, "{n} more", "{n} more"), {{"n", std::to_string(more)}}));
    }
    const Area sums = rest.cut_top(term_line());
    x = ui_.text(sums.left, sums.middle_y(), type::lesson, c_.text_2, "=") + page_.px(10);
    long left = in_tenths(value);
    const auto written = [](long number) { return fixed_text(static_cast<float>(number) / 10, 1); };
    std::vector<long> parts;
    for (const int i : order) {
      parts.push_back(in_tenths(terms_[static_cast<std::size_t>(i)]));
      left -= parts.back();
    }
    if (more > 0) parts.push_back(left);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (k > 0) x = ui_.text(x + page_.px(8), sums.middle_y(), type::lesson, c_.text_2, "+") + page_.px(8);
      const std::string text = parts[k] < 0 ? "(" + written(parts[k]) + ")" : written(parts[k]);
      x = ui_.text(x, sums.middle_y(), type::formula_number, c_.ink, text);
    }
    x = ui_.text(x + page_.px(10), sums.middle_y(), type::lesson, c_.text_2, "=") + page_.px(10);
    x = ui_.text(x, sums.middle_y(), type::score, c_.ink, written(in_tenths(value)));
    if (!by_hand_) return;
    draw_edit_dot(ui_, {x + page_.px(24), sums.middle_y()});
    ui_.text(x + page_.px(36), sums.middle_y(), type::lesson_hot, c_.ink, set_to());
  }

  // "As a sum: 9.587 × 4.772 + 5.092 × 3.086 + 30 more = 103.8.", and by whose hand.
  std::string sum_said(const std::vector<int>& order, int more) const {
    std::string text;
    for (const int i : order) {
      const auto at = static_cast<std::size_t>(i);
      text += (text.empty() ? "" : " + ") + bracketed(left_[at]) + " × " + bracketed(right_[at]);
    }
    if (more > 0) text += " + " + say(several(more, "{n} more", "{n} more"), {{"n", std::to_string(more)}});
    text += " = " + fixed_text(made_, 1);
    return say("As a sum: {sum}.", {{"sum", by_hand_ ? text + ", " + set_to() : text}});
  }

  std::string set_to() const {
    return say("set to {value} by hand",
               {{"value", value_ == 0 ? "0" : number_alone(value_, NumberFormat::score)}});
  }

  // Its products, and what is added to them.
  int added_up() const { return product_.inner + (product_.bias ? 1 : 0); }

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
    const int more = added_up() - static_cast<int>(order.size());
    if (more == 0) return wide;
    sign("+");
    return wide +
           ui_.width(type::lesson, say(several(more, "{n} more", "{n} more"), {{"n", std::to_string(more)}}));
  }

  void draw_listed() {
    const Boxes& boxes = page_.boxes;
    Area rest = list_area();
    if (boxes.presented()) {
      draw_class_dial(page_, cell(), false);
      rest.cut_top(page_.session.dial == Dial::numbers ? 0 : page_.px(40));
    } else {
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
      draw_dial(page_.explained(cell(), false), line);
    }
    if (!explain(rest)) draw_list(rest);
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
    const auto written = [](long value) { return fixed_text(static_cast<float>(value) / 10, 1); };
    const long total = in_tenths(made_);
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
    const int more = added_up() - count;
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
    const long in_print = in_tenths(terms_[place]);
    const Ui::Pieces whole(ui_, ToldNumber{say("number {n}:", {{"n", std::to_string(i + 1)}}),
                                           number_text(left_[place]) + " × " + bracketed(right_[place]) +
                                               " = " + fixed_text(static_cast<float>(in_print) / 10, 1),
                                           terms_[place], row, say("Its largest products")});
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
    ends(at.product, number, c_.ink, fixed_text(static_cast<float>(in_print) / 10, 1));
    const float half = std::min(page_.px(7), row.height() * 0.2F);
    ui_.fill({at.bar, row.middle_y() - half,
              at.bar + std::max(1.0F, (row.right - at.bar) * std::fabs(term) / most), row.middle_y() + half},
             term < 0 ? c_.first_sentence : c_.second_sentence);
    return in_print;
  }

  std::vector<int> largest_first() const {
    std::vector<int> order(terms_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return std::fabs(terms_[static_cast<std::size_t>(a)]) > std::fabs(terms_[static_cast<std::size_t>(b)]);
    });
    return order;
  }

  float made_ = 0;        // what its products come to
  bool by_hand_ = false;  // the number is another one
};

}  // namespace

void add_cell(const Page& page, stage::Scene& scene) {
  const CellName* const cell = page.cell();
  const int node = cell == nullptr ? -1 : page.trace.find(cell->path);
  const std::optional<Product> product = node < 0 ? std::nullopt : product_of(page.trace, node);
  if (!product) return add_model_cell(page, scene);
  if (!page.lists_products()) add_beam(page, scene, cell->row, page.boxes.stage.right);
  if (page.altitude == Altitude::product) return add_product(page, scene, *cell, *product);
  const Area box{page.boxes.stage.left, page.rows.top, page.boxes.stage.right, page.rows.bottom()};
  CellPage shown(page, *cell, *product);
  shown.add_factors(scene);
  scene.add(key("cell"), box, {}, [shown = std::move(shown)]() mutable { shown.draw(); });
}

}  // namespace headlight::place
