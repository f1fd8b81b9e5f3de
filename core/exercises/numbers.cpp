// Tasks that go number by number: sums, products, ReLU, the vector of a position, and normalization.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "core/exercises/parts.h"
#include "core/explain/matrix_formulas.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight::exercises {

namespace {

using Kind = Expression::Kind;

constexpr int most_beside = 5;  // numbers that are calculated one by one

struct TwoCells {
  int first = 0, second = 0;  // nodes
};
std::optional<TwoCells> two_cells(const Trace& trace, int node, Kind kind) {
  const auto found = computed_cell(trace.tape(), node);
  if (!found || found->formula.kind() != kind || found->formula.parts().size() != 2) return std::nullopt;
  const Expression::Parts parts = found->formula.parts();
  if (parts[0].kind() != Kind::cell || parts[1].kind() != Kind::cell) return std::nullopt;
  const Cell a = parts[0].cell(), b = parts[1].cell();
  const Shape shape = trace.tape().node(node).shape;
  // Each cell from those in its own place.
  for (const Cell& cell : {a, b})
    if (cell.row != found->row || cell.col != found->column || !(trace.tape().node(cell.node).shape == shape))
      return std::nullopt;
  return TwoCells{a.node, b.node};
}

Task two_by_two(const Step& step, TwoCells from, bool multiplies) {
  const std::vector<double> a = step.row_of(from.first, step.row()), b = step.row_of(from.second, step.row());
  for (const std::vector<double>* all : {&a, &b})
    if (!std::all_of(all->begin(), all->end(), [](double x) { return std::isfinite(x); })) return {};
  const std::vector<int> columns = first_places(step.columns(), most_beside);
  const std::vector<double> first = picked(a, columns), second = picked(b, columns),
                            results = picked(step.own_row(), columns);
  std::vector<double> both = first;
  both.insert(both.end(), second.begin(), second.end());
  // A sum of tenths and hundredths would be a task on decimal places.
  const int places = places_for(both);
  const std::vector<Decimal> x = rounded(first, multiplies ? places_for(first) : places),
                             y = rounded(second, multiplies ? places_for(second) : places);
  SheetTable table{.corner = step.corner(), .columns = step.heads(columns)};
  table.rows.push_back(given_row(step.symbol(from.first), x));
  table.rows.push_back(given_row(step.symbol(from.second), y));
  SheetRow answers{step.symbol(step.id()), {}};
  std::vector<std::string> model;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    answers.cells.push_back(blank(multiplies ? x[i] * y[i] : x[i] + y[i], results[i]));
    model.push_back(number_text(results[i]));
  }
  table.rows.push_back(std::move(answers));
  const std::string rows =
      step.of_row(say("the {one} and the {other}",
                      {{"one", step.noun_of(from.first)}, {"other", step.noun_of(from.second)}}));
  SheetTask task{.title = say(multiplies ? to_be_said("A product, number by number: {result}")
                                         : to_be_said("A sum, number by number: {result}"),
                              {{"result", step.of_row(step.noun())}}),
                 .formula = step.equation()};
  task.says = {say(multiplies ? to_be_said("Multiply {rows}, each number by the one below it.")
                              : to_be_said("Add {rows}, each number to the one below it."),
                   {{"rows", rows}})};
  task.tables = {std::move(table)};
  const bool cut = static_cast<int>(columns.size()) < step.columns();
  task.rounding = say(
      cut ? to_be_said("These are the first {part}. {rounded}.") : to_be_said("These are {part}. {rounded}."),
      {{"part", part_of(columns.size(), step.columns(), plural_of(step.corner()))},
       {"rounded", capital(rounded_text(say("The first row is"), x.front().places(), say("the second"),
                                        y.front().places()))}});
  end_with_distance(task);
  task.answers = {of_the_model(model)};
  task.squares = multiplies ? 4 : 0;
  return {std::move(task)};
}

}  // namespace

Task sum_of_two(const Trace& trace, int node, int row) {
  const auto from = two_cells(trace, node, Kind::sum);
  return from ? two_by_two({trace, node, row}, *from, false) : Task{};
}

Task product_of_two(const Trace& trace, int node, int row) {
  const auto from = two_cells(trace, node, Kind::product);
  return from && from->first != from->second ? two_by_two({trace, node, row}, *from, true) : Task{};
}

Task not_negative(const Trace& trace, int node, int row) {
  const Step step(trace, node, row);
  if (step.node().op == nullptr || step.node().op->name() != "ReLU") return {};
  const std::vector<double> all = step.row_of(step.node().inputs[0], row);
  // Some that stay, beside the first ones.
  std::vector<int> columns = largest(all, 2, as_it_is);
  for (const int column : first_places(step.columns(), most_beside))
    if (columns.size() < most_beside && std::find(columns.begin(), columns.end(), column) == columns.end())
      columns.push_back(column);
  std::sort(columns.begin(), columns.end());
  const std::vector<double> before = picked(all, columns), after = picked(step.own_row(), columns);
  const std::vector<Decimal> printed = rounded(before);
  SheetTable table{.corner = step.corner(), .columns = step.heads(columns)};
  table.rows.push_back(given_row(step.symbol(step.node().inputs[0]), printed));
  SheetRow answers{step.symbol(node), {}};
  std::vector<std::string> model;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    answers.cells.push_back(blank(printed[i].units() > 0 ? printed[i] : Decimal(0, 0), after[i]));
    model.push_back(number_text(after[i]));
  }
  table.rows.push_back(std::move(answers));
  SheetTask task{.title = "ReLU: nothing below 0", .formula = step.equation()};
  task.says = {"A number above 0 stays as it is; a number below 0 becomes 0."};
  task.tables = {std::move(table)};
  task.rounding = say("These are {part}. They are rounded to {tenths}.",
                      {{"part", part_of(columns.size(), step.columns(), say("dimensions"))},
                       {"tenths", name_of_places(printed.front().places())}});
  end_with_distance(task);
  task.answers = {of_the_model(model)};
  return {std::move(task)};
}

namespace {

// Whether the node is sin(pos / 10000^(2i/d)), cos(...) in neighbouring columns.
bool is_of_sines(const Reading& values) {
  const int d = values.shape().cols;
  for (int row = 0; row < values.shape().rows; ++row) {
    for (int column = 0; column < d; ++column) {
      const double angle = row / std::pow(10000.0, static_cast<double>(column - column % 2) / d);
      const double wanted = column % 2 == 0 ? std::sin(angle) : std::cos(angle);
      if (std::fabs(static_cast<double>(values(row, column)) - wanted) > 1e-3) return false;
    }
  }
  return d >= 4 && d % 2 == 0;
}

}  // namespace

Task position(const Trace& trace, int node, int row) {
  const Step step(trace, node, row);
  if (site_id(trace.label(node).path) != SiteId::positions || row == 0) return {};
  const Reading values = trace.read(node);
  if (!is_of_sines(values)) return {};
  const int d = values.shape().cols;
  // Where the dimensions can be divided by 8 there are divisors that come out: 1, 10, 100.
  std::vector<int> pairs;
  for (int i = 0; i < 3 && (d % 8 == 0 ? i * d / 4 : 2 * i) < d; ++i)
    pairs.push_back(d % 8 == 0 ? i * d / 8 : i);
  SheetTable table{.corner = "dimension"};
  SheetRow divisors{"divisor", {}}, angles{"position / divisor", {}}, answers{"sine or cosine", {}};
  std::set<std::int64_t> to_look_up;
  std::vector<std::string> model;
  for (const int pair : pairs) {
    const double divisor = std::pow(10000.0, 2.0 * pair / d);
    const Decimal printed(divisor, divisor == std::round(divisor) || d % 8 == 0 ? 0 : 2);
    const Decimal angle(row / printed.value(), 2);
    for (const int nearby : {row - 1, row, row + 1})
      to_look_up.insert(Decimal(nearby / printed.value(), 2).units());
    for (const bool cosine : {false, true}) {
      const int column = 2 * pair + (cosine ? 1 : 0);
      const double exact = static_cast<double>(values(row, column));
      table.columns.push_back(std::string(cosine ? "cos " : "sin ") + std::to_string(column));
      divisors.cells.push_back(given(printed));
      angles.cells.push_back(blank(angle, row / divisor));
      answers.cells.push_back(
          blank(Decimal(cosine ? std::cos(angle.value()) : std::sin(angle.value()), 2), exact));
      model.push_back(number_text(exact));
    }
  }
  table.rows = {std::move(divisors), std::move(angles), std::move(answers)};
  SheetTable sines{.corner = "x", .to_look_up = true};
  SheetRow sine{"sin x", {}}, cosine{"cos x", {}};
  for (const std::int64_t units : to_look_up) {
    const Decimal x = Decimal::of_units(units, 2);
    sines.columns.emplace_back(x.text());
    sine.cells.push_back(given(Decimal(std::sin(x.value()), 2)));
    cosine.cells.push_back(given(Decimal(std::cos(x.value()), 2)));
  }
  sines.rows = {std::move(sine), std::move(cosine)};
  SheetTask task{.title = say("The vector of position {n}", {{"n", std::to_string(row)}}),
                 .formula = step.equation()};
  task.says = {
      say("{word} is at position {n} (counted from 0). Divide the position by the divisor of each dimension, "
          "and look up the sine or cosine in the small table (angles in radians).",
          {{"word", capital(step.quoted(step.node().label.rows, step.node().shape.rows, row))},
           {"n", std::to_string(row)}})};
  task.tables = {std::move(table), std::move(sines)};
  task.rounding =
      say(d % 8 == 0 ? to_be_said("These are {part}, chosen so that the divisors come out even. Sines and "
                                  "cosines are rounded to hundredths.")
                     : to_be_said("These are {part}. Sines and cosines are rounded to hundredths."),
          {{"part", part_of(2 * pairs.size(), d, say("dimensions"))}});
  end_with_distance(task);
  task.answers = {of_the_model(model)};
  task.squares = 3;
  return {std::move(task)};
}

// Layer normalization.

namespace {

bool is_normalization(const Step& step) {
  return step.node().op != nullptr && step.node().op->name() == "normalize";
}
bool has_mean(const Step& step) { return step.node().op->symbol() == "norm"; }

struct FourNumbers {
  std::array<int, 4> places{};
  std::int64_t mean = 0, spread = 0;  // in units of the last place
};

// Four numbers whose mean and standard deviation come out.
std::optional<FourNumbers> four_that_come_out(std::span<const Decimal> numbers) {
  const int count = std::min(static_cast<int>(numbers.size()), 24);
  const auto at = [&](int i) { return numbers[i].units(); };
  for (int a = 0; a < count; ++a) {
    for (int b = a + 1; b < count; ++b) {
      for (int c = b + 1; c < count; ++c) {
        for (int d = c + 1; d < count; ++d) {
          const std::int64_t sum = at(a) + at(b) + at(c) + at(d);
          if (sum % 4 != 0) continue;
          std::int64_t squares = 0;
          for (const int i : {a, b, c, d}) squares += (at(i) - sum / 4) * (at(i) - sum / 4);
          const auto spread =
              static_cast<std::int64_t>(std::llround(std::sqrt(static_cast<double>(squares) / 4)));
          if (spread >= 2 && 4 * spread * spread == squares)
            return FourNumbers{{a, b, c, d}, sum / 4, spread};
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Task mean_and_spread(const Trace& trace, int node, int row) {
  const Step step(trace, node, row);
  if (!is_normalization(step) || !has_mean(step)) return {};
  const std::vector<double> x = step.row_of(step.node().inputs[0], row);
  const std::vector<Decimal> printed = rounded(x);
  const auto four = four_that_come_out(printed);
  if (!four) return {};
  const int places = printed.front().places();
  const Decimal mean = Decimal::of_units(four->mean, places),
                spread = Decimal::of_units(four->spread, places);
  double exact_mean = 0, exact_variance = 0;
  for (const int i : four->places) exact_mean += x[i] / 4;
  for (const int i : four->places) exact_variance += std::pow(x[i] - exact_mean, 2) / 4;

  SheetTable table{.corner = "dimension"};
  SheetRow numbers{"x", {}}, apart{"x \u2212 μ", {}},
      squares{RichText(std::vector<TextRun>{{"(x \u2212 μ)"}, {"2", Role::ink, false, 1}}), {}},
      results{"(x \u2212 μ) / σ", {}};
  Decimal sum = Decimal::of_units(0, places), sum_of_squares = Decimal::of_units(0, 2 * places);
  for (const int i : four->places) {
    const Decimal number = printed[i], from_mean = number - mean;
    const double exact = x[i] - exact_mean;
    table.columns.emplace_back(step.head(step.node().label.cols, step.columns(), i));
    numbers.cells.push_back(given(number));
    apart.cells.push_back(blank(from_mean, exact));
    squares.cells.push_back(blank(from_mean * from_mean, exact * exact));
    results.cells.push_back(
        blank(Decimal(from_mean.value() / spread.value(), 1), exact / std::sqrt(exact_variance)));
    sum = sum + number;
    sum_of_squares = sum_of_squares + from_mean * from_mean;
  }
  table.columns.emplace_back("sum");
  numbers.cells.push_back(blank(sum, 4 * exact_mean));
  apart.cells.emplace_back();
  squares.cells.push_back(blank(sum_of_squares, 4 * exact_variance));
  table.rows = {std::move(numbers), std::move(apart), std::move(squares), std::move(results)};
  SheetTable moments{.columns = {"mean μ", "variance", "σ"}};
  moments.rows.push_back({"",
                          {blank(mean, exact_mean), blank(spread * spread, exact_variance),
                           blank(spread, std::sqrt(exact_variance))}});

  SheetTask task{.title = "Mean 0 and standard deviation 1", .formula = in_one_line("(x − μ) / σ")};
  task.says = {
      "Here are four numbers. Their mean μ is their sum divided by 4. The variance is the mean of the "
      "squares of x \u2212 μ, and the standard deviation σ is its square root. In the last row, divide by σ "
      "and round to tenths. These numbers have mean 0 and standard deviation 1."};
  task.tables = {std::move(table), std::move(moments)};
  task.rounding =
      say("These are {part}, chosen so that μ and σ come out even; the model uses all {n}. They are "
          "rounded to {tenths}.",
          {{"part", step.of_row(part_of(4, step.columns(), say("numbers")))},
           {"n", std::to_string(step.columns())},
           {"tenths", name_of_places(places)}});
  end_with_distance(task);
  task.answers = {
      say("These four, without rounding: μ = {mean}, σ = {deviation}.",
          {{"mean", number_text(exact_mean)}, {"deviation", number_text(std::sqrt(exact_variance))}})};
  task.squares = 5;
  return {std::move(task)};
}

Task normalization(const Trace& trace, int node, int row) {
  const Step step(trace, node, row);
  if (!is_normalization(step)) return {};
  const bool centred = has_mean(step), shifted = step.node().inputs.size() > 2;
  const Expression formula = trace.tape().explain({node, row, 0});
  double mean = 0, spread = 0;
  CellReader read(trace);
  Evaluation evaluate([&read](Cell cell) { return static_cast<double>(read(cell)); });
  const std::vector<Expression> named = formula.named_parts();
  for (const Expression& part : named) (part.letter() == "μ" ? mean : spread) = evaluate(part);
  if (spread == 0) return {};

  const std::vector<int> columns = first_places(step.columns(), 3);
  const std::vector<double> x = picked(step.row_of(step.node().inputs[0], row), columns),
                            results = picked(step.own_row(), columns),
                            gain = picked(step.row_of(step.node().inputs[1], 0), columns);
  const std::vector<double> bias = shifted ? picked(step.row_of(step.node().inputs[2], 0), columns)
                                           : std::vector<double>(columns.size(), 0);
  // The mean has as many decimal places as the numbers it is taken from.
  std::vector<double> with_mean = x;
  with_mean.push_back(mean);
  const int places = std::max(places_for(with_mean), 1);
  const std::vector<Decimal> numbers = rounded(x, places), gains = rounded(gain, 2),
                             biases = rounded(bias, 2);
  const Decimal centre(mean, places);
  const double spreads[] = {spread};
  const Decimal by(spread, places_for(spreads));
  const char* const letter = centred ? "σ" : "r";

  SheetTable table{.corner = "dimension", .columns = step.heads(columns)};
  table.rows.push_back(given_row("x", numbers));
  SheetRow apart{"x \u2212 μ", {}}, quotients{centred ? "(x \u2212 μ) / σ" : "x / r", {}},
      answers{centred ? (shifted ? "γ (x \u2212 μ) / σ + β" : "γ (x \u2212 μ) / σ") : "γ x / r", {}};
  std::vector<std::string> model;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Decimal from_mean = numbers[i] - centre;
    const Decimal quotient(from_mean.value() / by.value(), 1);
    apart.cells.push_back(blank(from_mean, x[i] - mean));
    quotients.cells.push_back(blank(quotient, (x[i] - mean) / spread));
    answers.cells.push_back(blank(Decimal((gains[i] * quotient + biases[i]).value(), 1), results[i]));
    model.push_back(number_text(results[i]));
  }
  if (centred) table.rows.push_back(std::move(apart));
  table.rows.push_back(std::move(quotients));
  table.rows.push_back(given_row("γ", gains));
  if (shifted) table.rows.push_back(given_row("β", biases));
  table.rows.push_back(std::move(answers));

  SheetTask task{.title = "Normalization, as the model does it", .formula = step.equation()};
  const std::string all = step.of_row(
      say("all {all} {things}", {{"all", std::to_string(step.columns())}, {"things", say("numbers")}}));
  task.says = {paragraph(
      {centred
           ? say("{numbers} together have the mean μ = {mean} and the standard deviation σ = {deviation}.",
                 {{"numbers", capital(all)}, {"mean", centre.text()}, {"deviation", by.text()}})
           : say("The squares of {numbers} have a mean; its square root is r = {root}.",
                 {{"numbers", all}, {"root", by.text()}}),
       say("Calculate three of the new numbers, and round each quotient and each result to tenths."),
       shifted ? say("The model has learned γ and β.") : say("The model has learned γ.")})};
  task.tables = {std::move(table)};
  const bool same = places == 2 && by.places() == 2;
  task.rounding = paragraph(
      {say("These are {part}.", {{"part", part_of(columns.size(), step.columns(), say("dimensions"))}}),
       same
           ? say("All numbers are rounded to hundredths.")
           : say(shifted ? to_be_said(
                               "x is rounded to {tenths}, {letter} to {hundredths}, γ and β to hundredths.")
                         : to_be_said("x is rounded to {tenths}, {letter} to {hundredths}, γ to hundredths."),
                 {{"tenths", name_of_places(places)},
                  {"letter", letter},
                  {"hundredths", name_of_places(by.places())}})});
  end_with_distance(task);
  task.answers = {of_the_model(model)};
  task.squares = 4;
  return {std::move(task)};
}

}  // namespace headlight::exercises
