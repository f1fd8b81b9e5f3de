// Tasks on rows of scores: scaled, masked, and made into weights.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/exercises/parts.h"
#include "core/explain/matrix_formulas.h"
#include "core/tape/ops/ops.h"
#include "core/text/say.h"

namespace headlight::exercises {

namespace {

using Kind = Expression::Kind;

constexpr int most_scaled = 5;  // numbers that are calculated one by one
constexpr int most_masked = 4;  // rows and columns of a mask
constexpr int most_words = 4;   // of a softmax

}  // namespace

Task scaling(const Trace& trace, int node, int row) {
  const Step step(trace, node, row);
  const auto found = computed_cell(trace.tape(), node);
  if (!found || found->formula.parts().size() != 2) return {};
  const Expression& formula = found->formula;
  const Expression::Parts parts = formula.parts();
  const bool divides = formula.kind() == Kind::quotient;
  if (!divides && formula.kind() != Kind::product) return {};
  const bool cell_first = parts[0].kind() == Kind::cell;
  const Expression constant = parts[cell_first ? 1 : 0];
  if (parts[cell_first ? 0 : 1].kind() != Kind::cell || (divides && !cell_first)) return {};
  const bool root = constant.kind() == Kind::sqrt && constant.parts()[0].kind() == Kind::number;
  if (!root && constant.kind() != Kind::number) return {};
  const double factor = constant.evaluate([](Cell) { return 0.0; });
  const Cell source = parts[cell_first ? 0 : 1].cell();
  const int from = source.node;
  // A lookup takes another row.
  if (source.row != found->row || source.col != found->column ||
      !(step.node_of(from).shape == step.node().shape))
    return {};

  const std::vector<double> all = step.row_of(from, row), results = step.own_row();
  std::vector<double> sizes = all;
  const std::vector<bool> masked = step.masked_columns();
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (masked[i] || !std::isfinite(sizes[i])) sizes[i] = 0;
  const std::vector<int> columns = largest(sizes, most_scaled);
  const std::vector<double> before = picked(all, columns), after = picked(results, columns);
  const std::vector<Decimal> printed = rounded(before);
  const double size[] = {factor};
  const bool whole = factor == std::round(factor);
  const Decimal by(factor, whole ? 0 : root ? 1 : places_for(size));
  const int places = places_for(after);

  SheetTask task{.title = divides ? "Scaling: every number is divided by the same number"
                                  : "Scaling: every number is multiplied by the same number",
                 .formula = step.equation()};
  const std::string n = root ? Decimal(constant.parts()[0].number(), 0).text() : "";
  const std::string how =
      say(divides ? to_be_said("Divide each {number} by it, and round to {tenths}.")
                  : to_be_said("Multiply each {number} by it, and round to {tenths}."),
          {{"number", step.of_row(step.noun_of(from))}, {"tenths", name_of_places(places)}});
  if (root) {
    task.says = {paragraph(
        {say(divides ? to_be_said("A query has dₖ = {n} numbers.")
                     : to_be_said("The vector of a word has {n} numbers."),
             {{"n", n}}),
         whole ? say("Find √{n}.", {{"n", n}})
               : say("Find √{n}, rounded to {tenths}.", {{"n", n}, {"tenths", name_of_places(by.places())}}),
         how})};
    SheetTable first{};
    first.rows.push_back({"√" + n + " =", {blank(by, factor)}});
    task.tables.push_back(std::move(first));
  } else {
    task.says = {paragraph({say("The number is {n}.", {{"n", by.text()}}), how})};
  }
  SheetTable table{.corner = step.corner(), .columns = step.heads(columns)};
  table.rows.push_back(given_row(step.symbol(from), printed));
  SheetRow row_of_answers{step.symbol(node), {}};
  std::vector<std::string> models;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const double answer = divides ? printed[i].value() / by.value() : printed[i].value() * by.value();
    row_of_answers.cells.push_back(blank(Decimal(answer, places), after[i]));
    models.push_back(number_text(after[i]));
  }
  table.rows.push_back(std::move(row_of_answers));
  task.tables.push_back(std::move(table));
  task.rounding =
      say(root || whole
              ? to_be_said("These are {part}. The numbers are rounded to {tenths}.")
              : to_be_said("These are {part}. The numbers are rounded to {tenths}, and so is the factor."),
          {{"part", part_of(columns.size(), step.columns(), plural_of(step.corner()))},
           {"tenths", name_of_places(printed.front().places())}});
  end_with_distance(task);
  task.answers = {of_the_model(models)};
  task.squares = 5;
  return {std::move(task)};
}

namespace {

// What a mask forbids, in words; nothing where it is none of these.
std::string rule_of(const Reading& masked) {
  bool later = true, earlier = true, any = false;
  for (int row = 0; row < masked.shape().rows; ++row) {
    for (int column = 0; column < masked.shape().cols; ++column) {
      const bool hidden = std::isinf(masked(row, column));
      any = any || hidden;
      later = later && hidden == (column > row);
      earlier = earlier && hidden == (column < row);
    }
  }
  if (!any) return "";
  return later ? say("Each row belongs to a word that looks. It may not look at words that come after it in "
                     "the sentence.")
         : earlier ? say("Each row belongs to a word that looks. It may not look at words that come before "
                         "it in the sentence.")
                   : "";
}

}  // namespace

Task masking(const Trace& trace, int node, int row) {
  const Step step(trace, node, row);
  if (step.node().op == nullptr || step.node().op->name() != "mask") return {};
  const Reading masked = trace.read(node);
  const std::string rule = rule_of(masked);
  if (rule.empty() || masked.shape().rows < 2) return {};
  const int from = step.node().inputs[0];
  // A corner of the matrix with both kinds of cells: the words around the one that is looked at.
  const int count = std::min({most_masked, masked.shape().rows, masked.shape().cols});
  const int first =
      std::clamp(row - count / 2, 0, std::min(masked.shape().rows, masked.shape().cols) - count);
  const Reading scores = trace.rows(from, first, count);
  std::vector<double> all;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) all.push_back(static_cast<double>(scores(i, first + j)));
  const int places = places_for(all);

  SheetTable before{.corner = step.corner()}, after{.corner = step.corner()};
  for (int j = 0; j < count; ++j) before.columns.emplace_back(step.column_head(first + j));
  after.columns = before.columns;
  for (int i = 0; i < count; ++i) {
    const Axis rows = step.node().label.rows;
    RichText name(step.head(rows, step.node().shape.rows, first + i));
    SheetRow printed{name, {}}, answers{name, {}};
    for (int j = 0; j < count; ++j) {
      const double score = static_cast<double>(scores(i, first + j));
      printed.cells.push_back(given(Decimal(score, places)));
      if (std::isinf(masked(first + i, first + j))) {
        answers.cells.push_back({"\u2212\u221e", true, -std::numeric_limits<double>::infinity()});
      } else {
        answers.cells.push_back(
            blank(Decimal(score, places), static_cast<double>(masked(first + i, first + j))));
      }
    }
    before.rows.push_back(std::move(printed));
    after.rows.push_back(std::move(answers));
  }
  SheetTask task{.title = "The mask: where a word may not look", .formula = step.equation()};
  task.says = {
      rule,
      "Copy the scores that stay into the second table, and write \u2212\u221e where a word may not look."};
  task.tables = {std::move(before), std::move(after)};
  task.rounding =
      say("These are {part}. The scores are rounded to {tenths}.",
          {{"part", part_of(static_cast<std::size_t>(count), masked.shape().rows, plural_of(step.corner()))},
           {"tenths", name_of_places(places)}});
  end_with_distance(task);
  task.answers = {"In softmax, e to the power of \u2212\u221e is 0, so a masked word gets no weight."};
  return {std::move(task)};
}

namespace {

constexpr int tenths_in_table = 50;

Decimal power_of_e(int tenths) {
  return tenths < tenths_in_table ? Decimal(std::exp(-tenths / 10.0), 2) : Decimal(0, 2);
}

// e to the power of 0, -0.1, ... -4.9.
SheetTable powers_of_e() {
  SheetTable table{.corner = "e to the power of", .to_look_up = true};
  for (int tenth = 0; tenth < 10; ++tenth) table.columns.emplace_back("." + std::to_string(tenth));
  for (int whole = 0; whole * 10 < tenths_in_table; ++whole) {
    SheetRow row{"\u2212" + std::to_string(whole), {}};
    for (int tenth = 0; tenth < 10; ++tenth) row.cells.push_back(given(power_of_e(10 * whole + tenth)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

Task softmax_of_row(const Trace& trace, int node, int row) {
  if (trace.tape().node(node).op != softmax()) return {};
  const SharingRow sharing = row_that_shares(trace, node, row);
  row = sharing.row;
  const Step step(trace, node, row);
  const std::vector<double> scores = step.row_of(step.node().inputs[0], row), weights = step.own_row();
  std::vector<int> columns = largest(weights, most_words, as_it_is);
  std::erase_if(columns, [&](int column) { return std::isinf(scores[column]); });
  if (columns.size() < 2) return {};
  const std::size_t open = columns.size();
  // A word that is masked, to see what becomes of it.
  for (int column = 0; column < step.columns(); ++column) {
    if (!std::isinf(scores[column])) continue;
    columns.push_back(column);
    std::sort(columns.begin(), columns.end());
    break;
  }
  const bool masks = columns.size() > open;
  const auto is_open = [&](int column) { return !std::isinf(scores[column]); };

  std::optional<Decimal> most;
  double exact_most = -std::numeric_limits<double>::infinity(), exact_sum = 0;
  for (const int column : columns) {
    if (!is_open(column)) continue;
    const double score = scores[column];
    const Decimal printed(score, 1);
    if (!most || printed.units() > most->units()) most = printed;
    exact_most = std::max(exact_most, score);
  }
  for (const int column : columns)
    if (is_open(column)) exact_sum += std::exp(scores[column] - exact_most);

  SheetTable table{.corner = step.corner(), .columns = step.heads(columns)};
  table.columns.emplace_back("sum");
  const auto e_to = [](const char* power) {
    return RichText(std::vector<TextRun>{{"e"}, {power, Role::ink, false, 1}});
  };
  SheetRow given_scores{"score x", {}}, less{"x \u2212 largest x", {}},
      powers{e_to("x \u2212 largest x"), {}}, shares{"weight", {}};
  Decimal sum(0, 2);
  const std::string minus_infinity = "\u2212\u221e";
  for (const int column : columns) {
    const double score = scores[column];
    if (!is_open(column)) {
      given_scores.cells.push_back({minus_infinity});
      less.cells.push_back({minus_infinity});
      powers.cells.push_back(blank(Decimal(0, 2), 0));
      continue;
    }
    const Decimal printed(score, 1), apart = printed - *most;
    const Decimal power = power_of_e(static_cast<int>(-apart.units()));
    given_scores.cells.push_back(given(printed));
    less.cells.push_back(blank(apart, score - exact_most));
    powers.cells.push_back(blank(power, std::exp(score - exact_most)));
    sum = sum + power;
  }
  powers.cells.push_back(blank(sum, exact_sum));
  std::vector<std::string> alone, model;
  double others = 1;
  for (const int column : columns) {
    const double exact = is_open(column) ? std::exp(scores[column] - exact_most) / exact_sum : 0;
    const double power =
        is_open(column) ? power_of_e(static_cast<int>(-(Decimal(scores[column], 1) - *most).units())).value()
                        : 0;
    shares.cells.push_back(blank(Decimal(power / sum.value(), 2), exact));
    const double weight = weights[column];
    others -= weight;
    alone.push_back(number_text(Decimal(exact, 4).value()));
    model.push_back(number_text(Decimal(weight, 4).value()));
  }
  table.rows = {std::move(given_scores), std::move(less), std::move(powers), std::move(shares)};

  const NamedValue shares_called{"weights", plural_of(step.noun())};
  SheetTask task{.title = say("Softmax turns scores into {weights} that add up to 1", {shares_called}),
                 .formula = step.equation()};
  if (!sharing.says.empty()) task.says.push_back(sharing.says);
  task.says.push_back(
      say("Row 1: {scores}. Row 2: subtract the largest score from each. Row 3: look up e to that power in "
          "the small table (e to the power of \u22122.3 is {power}; below \u22124.9 write 0.00), and add "
          "these up. Row 4: divide each by the sum, and round to hundredths.",
          {{"scores", step.of_row(say("the scores"))}, {"power", power_of_e(23).text()}}));
  if (masks) task.says.emplace_back("e to the power of \u2212\u221e is 0, so a masked word gets no weight.");
  task.tables = {std::move(table), powers_of_e()};
  const std::string what = info(step.node().label.cols).kind == AxisKind::vocabulary
                               ? say("words of the vocabulary")
                               : plural_of(step.corner());
  const bool cut = static_cast<int>(columns.size()) < step.columns();
  const NamedValue part{"part", part_of(columns.size(), step.columns(), what)};
  task.rounding =
      paragraph({!cut    ? say("These are {part}.", {part})
                 : masks ? say("These are {part}, those with the largest {weights} and a masked one.",
                               {part, shares_called})
                         : say("These are {part}, those with the largest {weights}.", {part, shares_called}),
                 say("Scores are rounded to tenths, powers of e to hundredths.")});
  end_with_distance(task);
  task.answers = {
      say("Rounded numbers may add up to 0.99 or 1.01. These {words}, without rounding: {numbers}.",
          {{"words", plural_of(step.corner())}, {"numbers", with_and(alone)}})};
  if (cut)
    task.answers.push_back(say("The model, with all {n} {words}: {numbers}; the others have {rest} together.",
                               {{"n", std::to_string(step.columns())},
                                {"words", what},
                                {"numbers", with_and(model)},
                                {"rest", number_text(Decimal(std::max(others, 0.0), 4).value())}}));
  task.squares = 4;
  return {std::move(task)};
}

}  // namespace headlight::exercises
