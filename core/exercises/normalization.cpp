// Tasks on layer normalization.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/exercises/parts.h"
#include "core/models/read_trace.h"

namespace headlight::exercises {

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
  const auto at = [&](int i) { return numbers[static_cast<std::size_t>(i)].units(); };
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
  for (const int i : four->places) exact_mean += x[static_cast<std::size_t>(i)] / 4;
  for (const int i : four->places)
    exact_variance += std::pow(x[static_cast<std::size_t>(i)] - exact_mean, 2) / 4;

  SheetTable table{.corner = "dimension"};
  SheetRow numbers{"x", {}}, apart{"x \u2212 μ", {}},
      squares{RichText(std::vector<TextRun>{{"(x \u2212 μ)"}, {"2", Role::ink, false, 1}}), {}},
      results{"(x \u2212 μ) / σ", {}};
  Decimal sum = Decimal::of_units(0, places), sum_of_squares = Decimal::of_units(0, 2 * places);
  for (const int i : four->places) {
    const Decimal number = printed[static_cast<std::size_t>(i)], from_mean = number - mean;
    const double exact = x[static_cast<std::size_t>(i)] - exact_mean;
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
      "Four numbers. Their mean μ is the sum, divided by 4. The variance is the mean of the squares of x "
      "\u2212 μ, and the standard deviation σ its root. "
      "In the last row divide by σ, and round to tenths: these numbers have mean 0 and standard deviation "
      "1."};
  task.tables = {std::move(table), std::move(moments)};
  task.rounding = "These are " + part_of(4, step.columns(), "numbers") + step.of_row() +
                  ", chosen so that μ and σ come out; the model does it with all " +
                  std::to_string(step.columns()) + ". They are rounded to " + name_of_places(places) + ".";
  end_with_distance(task);
  task.answers = {"These four, without rounding: μ = " + number_text(exact_mean) +
                  ", σ = " + number_text(std::sqrt(exact_variance)) + "."};
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

  SheetTask task{.title = "Normalization as the model does it", .formula = step.equation()};
  const std::string all = std::to_string(step.columns());
  task.says = {(centred ? "All " + all + " numbers" + step.of_row() + " together have the mean μ = " +
                              centre.text() + " and the standard deviation σ = " + by.text()
                        : "The squares of all " + all + " numbers" + step.of_row() +
                              " have a mean, whose root is r = " + by.text()) +
               ". Calculate three of the new numbers, and round each quotient and each result to tenths. " +
               (shifted ? "The model has learned γ and β." : "The model has learned γ.")};
  task.tables = {std::move(table)};
  const bool same = places == 2 && by.places() == 2;
  task.rounding =
      "These are " + part_of(columns.size(), step.columns(), "dimensions") + ". " +
      (same ? std::string("All numbers are rounded to hundredths.")
            : std::string("x is rounded to ") + name_of_places(places) + ", " + letter + " to " +
                  name_of_places(by.places()) + ", " + (shifted ? "γ and β" : "γ") + " to hundredths.");
  end_with_distance(task);
  task.answers = {"The model: " + listed(model) + "."};
  task.squares = 4;
  return {std::move(task)};
}

}  // namespace headlight::exercises
