// Tasks on products of matrices.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/exercises/parts.h"
#include "core/explain/matrix_formulas.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight::exercises {

namespace {

constexpr int most_dimensions = 4;  // of a dot product
constexpr int most_mixed = 3;       // words of a weighted sum

SheetCell count(std::int64_t number, bool is_blank) {
  return {count_text(number), is_blank, is_blank ? std::optional(static_cast<double>(number)) : std::nullopt};
}

// The products of two rows of printed numbers, with their sum.
SheetRow products_row(std::span<const Decimal> a, std::span<const Decimal> b, std::span<const double> exact_a,
                      std::span<const double> exact_b, std::optional<std::pair<Decimal, double>> bias) {
  SheetRow row{"products", {}};
  Decimal sum;
  double exact = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double product = exact_a[i] * exact_b[i];
    row.cells.push_back(blank(a[i] * b[i], product));
    sum = sum + a[i] * b[i];
    exact += product;
  }
  if (bias) {
    row.cells.emplace_back();
    sum = sum + bias->first;
    exact += bias->second;
  }
  row.cells.push_back(blank(sum, exact));
  return row;
}

// What a product multiplies in a column, and the terms of it that are taken.
std::vector<double> right_factors(const Step& step, const Product& product, int column,
                                  const std::vector<int>& terms) {
  std::vector<double> all;
  for (const int term : terms) all.push_back(step.cell(right_cell(product, column, term)));
  return all;
}

std::vector<int> largest_terms(const Step& step, const Product& product, int column) {
  const std::vector<double> left = step.row_of(product.left, step.row());
  std::vector<double> sizes;
  CellReader read(step.trace());
  for (int term = 0; term < product.inner; ++term)
    sizes.push_back(left[term] * read(right_cell(product, column, term)));
  return largest(sizes, most_dimensions);
}

// Q K^T: the query of a word with the keys of two others.
Task dot_product_of_words(const Step& step, const Product& product) {
  const std::vector<double> scores = step.own_row();
  const std::vector<bool> masked = step.masked_columns();
  std::vector<int> allowed;
  for (int column = 0; column < step.columns(); ++column)
    if (!masked[column]) allowed.push_back(column);
  if (allowed.empty()) return {};
  const auto score = [&](int column) { return scores[column]; };
  std::stable_sort(allowed.begin(), allowed.end(), [&](int a, int b) { return score(a) > score(b); });
  std::vector<int> columns{allowed.front()};
  if (allowed.size() > 1) columns.push_back(allowed.back());
  const std::vector<int> terms = largest_terms(step, product, columns.front());
  const std::vector<double> left = picked(step.row_of(product.left, step.row()), terms);
  const std::vector<Decimal> printed = rounded(left);

  const Axis inner = step.trace().label(product.left).cols;
  SheetTable table{.corner = "dimension"};
  for (const int term : terms) table.columns.emplace_back(step.head(inner, product.inner, term));
  table.columns.emplace_back("sum");
  const auto named = [](std::string text, Role role) {
    return RichText(std::vector<TextRun>{{std::move(text), role}});
  };
  table.rows.push_back(given_row(
      named(step.of_row(step.noun_of(product.left), product.left, step.row()), Role::query), printed));
  std::vector<std::string> words, parts, wholes;
  int places = 0;
  std::vector<double> all_right;
  for (const int column : columns) {
    const std::vector<double> right = right_factors(step, product, column, terms);
    all_right.insert(all_right.end(), right.begin(), right.end());
  }
  places = places_for(all_right);
  for (const int column : columns) {
    const std::vector<double> right = right_factors(step, product, column, terms);
    const std::vector<Decimal> keys = rounded(right, places);
    const int row = product.first + column;
    table.rows.push_back(
        given_row(named(step.of_row(step.noun_of(product.right), product.right, row), Role::key), keys));
    table.rows.push_back(products_row(printed, keys, left, right, std::nullopt));
    words.push_back(step.quoted(step.node().label.cols, step.columns(), column));
    parts.push_back(number_text(*table.rows.back().cells.back().exact));
    wholes.push_back(number_text(score(column)));
  }
  SheetTask task{.title = say("A {score} is a dot product", {{"score", step.noun()}}),
                 .formula = step.equation()};
  const NamedValue query{"query", step.of_row(step.noun_of(product.left), product.left, step.row())};
  const NamedValue key{"key", step.noun_of(product.right)}, word{"word", words[0]};
  task.says = {words.size() > 1
                   ? say("How well does the {query} fit the {key} of {word} and the {key} of {other}?",
                         {query, key, word, {"other", words[1]}})
                   : say("How well does the {query} fit the {key} of {word}?", {query, key, word}),
               say("Multiply each number by the one below it, then add up the products. The larger the sum, "
                   "the better they fit.")};
  task.tables = {std::move(table)};
  const bool cut = static_cast<int>(terms.size()) < product.inner;
  const NamedValue part{"part", part_of(terms.size(), product.inner, say("dimensions"))};
  const NamedValue rounding{"rounded", capital(rounded_text(say("The first row is"), printed.front().places(),
                                                            say("the others"), places))};
  task.rounding =
      cut ? say("These are {part}, the ones that matter most for {word}. {rounded}.", {part, word, rounding})
          : say("These are {part}. {rounded}.", {part, rounding});
  end_with_distance(task);
  if (cut)
    task.answers.push_back(
        say("With these dimensions and without rounding: {numbers}.", {{"numbers", with_and(parts)}}));
  task.answers.push_back(say("The model, with all {n} dimensions: {numbers}.",
                             {{"n", std::to_string(product.inner)}, {"numbers", with_and(wholes)}}));
  task.squares = 6;
  return {std::move(task)};
}

// X W + b: one number of the result.
Task dot_product_of_column(const Step& step, const Product& product) {
  const std::vector<double> values = step.own_row();
  const int column = largest(values, 1).front();
  const std::vector<int> terms = largest_terms(step, product, column);
  const std::vector<double> left = picked(step.row_of(product.left, step.row()), terms);
  const std::vector<double> right = right_factors(step, product, column, terms);
  const std::vector<Decimal> x = rounded(left), w = rounded(right);
  std::optional<std::pair<Decimal, double>> bias;
  if (product.bias) {
    const double value = step.cell({*product.bias, 0, product.first + column});
    bias = {Decimal(value, x.front().places() + w.front().places()), value};
  }

  const Axis inner = step.trace().label(product.left).cols;
  SheetTable table{.corner = step.thing(inner)};
  for (const int term : terms) table.columns.emplace_back(step.head(inner, product.inner, term));
  if (bias) table.columns.emplace_back("bias");
  table.columns.emplace_back("sum");
  table.rows.push_back(given_row(step.of_row(step.noun_of(product.left), product.left, step.row()), x));
  RichText weights = step.symbol(product.right);
  weights.runs.push_back({", " + say("column {n}", {{"n", std::to_string(product.first + column)}})});
  if (product.by_rows)
    weights = step.of_row(step.noun_of(product.right), product.right, product.first + column);
  table.rows.push_back(given_row(std::move(weights), w));
  if (bias) table.rows.back().cells.push_back(given(bias->first));
  table.rows.push_back(products_row(x, w, left, right, bias));

  const Axis cols = step.node().label.cols;
  const NamedValue value{"value", step.of_row(step.noun())};
  SheetTask task{.title = step.has_words(cols)
                              ? say("One number of a product: {value} for {word}",
                                    {value, {"word", step.quoted(cols, step.columns(), column)}})
                              : say("One number of a product: {value}, dimension {n}",
                                    {value, {"n", step.head(cols, step.columns(), column)}}),
                 .formula = step.equation()};
  task.says = {bias ? say("Multiply each number by the one below it, then add up the products and the bias.")
                    : say("Multiply each number by the one below it, then add up the products.")};
  const double exact = *table.rows.back().cells.back().exact;
  task.tables = {std::move(table)};
  const bool cut = static_cast<int>(terms.size()) < product.inner;
  task.rounding = say(cut ? to_be_said("These are {part}, the ones that matter most. {rounded}.")
                          : to_be_said("These are {part}. {rounded}."),
                      {{"part", part_of(terms.size(), product.inner, say("products"))},
                       {"rounded", capital(rounded_text(say("The first row is"), x.front().places(),
                                                        say("the second"), w.front().places()))}});
  end_with_distance(task);
  if (cut)
    task.answers.push_back(
        say("With these products and without rounding: {number}.", {{"number", number_text(exact)}}));
  task.answers.push_back(
      say("The model, with all {n} products: {number}.",
          {{"n", std::to_string(product.inner)}, {"number", number_text(values[column])}}));
  task.squares = 6;
  return {std::move(task)};
}

std::optional<Product> product_to_add_up(const Trace& trace, int node) {
  const auto product = product_of(trace, node);
  if (!product || is_distribution(trace, product->left) || product->inner < 2) return std::nullopt;
  return product;
}
// Of two words, as of a query and a key.
bool is_of_words(const Trace& trace, int node, const Product& product) {
  return product.by_rows && info(trace.label(node).cols).kind == AxisKind::tokens;
}

}  // namespace

Task dot_product(const Trace& trace, int node, int row) {
  const auto product = product_to_add_up(trace, node);
  if (!product || !is_of_words(trace, node, *product)) return {};
  return dot_product_of_words({trace, node, row}, *product);
}

Task number_of_product(const Trace& trace, int node, int row) {
  const auto product = product_to_add_up(trace, node);
  if (!product || is_of_words(trace, node, *product)) return {};
  return dot_product_of_column({trace, node, row}, *product);
}

Task weighted_sum(const Trace& trace, int node, int row) {
  const auto product = product_of(trace, node);
  if (!product || product->by_rows || !is_distribution(trace, product->left)) return {};
  const SharingRow sharing = row_that_shares(trace, product->left, row);
  row = sharing.row;
  const Step step(trace, node, row);
  const std::vector<double> weights = step.row_of(product->left, row), results = step.own_row();
  std::vector<int> terms = largest(weights, most_mixed, as_it_is);
  std::erase_if(terms, [&](int term) { return weights[term] < 0.005; });
  const std::vector<int> columns = largest(results, 2);
  const std::vector<double> shares = picked(weights, terms);
  const std::vector<Decimal> printed = rounded(shares, 2);
  std::vector<double> all;
  for (const int column : columns)
    for (const int term : terms) all.push_back(step.cell(right_cell(*product, column, term)));
  const int places = places_for(all);

  const Label& left = trace.label(product->left);
  const int words = step.node_of(product->left).shape.cols;
  SheetTable table{.corner = step.thing(left.cols), .columns = {"w"}};
  for (const int column : columns) table.columns.emplace_back("v " + step.column_head(column));
  for (const int column : columns) table.columns.emplace_back("w × v " + step.column_head(column));
  std::vector<Decimal> sums(columns.size());
  std::vector<double> exact_sums(columns.size(), 0);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    SheetRow one{step.head(left.cols, words, terms[i]), {given(printed[i])}};
    std::vector<SheetCell> products;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const double value = step.cell(right_cell(*product, columns[j], terms[i]));
      const Decimal number(value, places);
      one.cells.push_back(given(number));
      products.push_back(blank(printed[i] * number, shares[i] * value));
      sums[j] = sums[j] + printed[i] * number;
      exact_sums[j] += shares[i] * value;
    }
    one.cells.insert(one.cells.end(), products.begin(), products.end());
    table.rows.push_back(std::move(one));
  }
  SheetRow last{"sum", {}};
  last.cells.resize(1 + columns.size());
  std::vector<std::string> model;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    last.cells.push_back(blank(sums[j], exact_sums[j]));
    model.push_back(number_text(results[columns[j]]));
  }
  table.rows.push_back(std::move(last));

  const NamedValue values{"values", plural_of(step.noun_of(product->right))};
  SheetTask task{.title = say("A weighted sum of {values}", {values}), .formula = step.equation()};
  if (!sharing.says.empty()) task.says.push_back(sharing.says);
  std::vector<std::string> which;
  for (const int column : columns) which.push_back(step.column_head(column));
  task.says.push_back(say(
      "Each {word} hands over its {value} v, weighted by w. These are the dimensions {dimensions}. Multiply "
      "each number by the weight of its row, then add up each column. The result is the {result}.",
      {{"word", step.thing(left.cols)},
       {"value", step.noun_of(product->right)},
       {"dimensions", with_and(which)},
       {"result", step.of_row(step.noun())}}));
  task.tables = {std::move(table)};
  const double rest = 1 - std::accumulate(shares.begin(), shares.end(), 0.0);
  const NamedValue dimensions{"dimensions", part_of(columns.size(), step.columns(), say("dimensions"))};
  const NamedValue of_words{"words", part_of(terms.size(), words, plural_of(step.thing(left.cols)))};
  task.rounding = paragraph(
      {static_cast<int>(terms.size()) < words
           ? say("These are {dimensions} and {words}, those with the largest weights; the others have {rest} "
                 "together.",
                 {dimensions, of_words, {"rest", number_text(Decimal(std::max(rest, 0.0), 3).value())}})
           : say("These are {dimensions} and {words}.", {dimensions, of_words}),
       say("Weights are rounded to hundredths, {values} to {tenths}.",
           {values, {"tenths", name_of_places(places)}})});
  end_with_distance(task);
  task.answers = {
      say("The model, with all {n} {words}: {numbers}.", {{"n", std::to_string(words)},
                                                          {"words", plural_of(step.thing(left.cols))},
                                                          {"numbers", with_and(model)}})};
  task.squares = 5;
  return {std::move(task)};
}

Task counting(const Trace& trace, int node, int row) {
  const Step step(trace, node, row);
  const auto product = product_of(trace, node);
  if (!product) return {};
  const std::int64_t rows = step.node().shape.rows, inner = product->inner, columns = step.columns();
  SheetTable table{.columns = {"rows", "columns", "numbers"}};
  const auto add = [&](RichText name, std::int64_t tall, std::int64_t wide, bool asked) {
    table.rows.push_back(
        {std::move(name), {count(tall, asked), count(wide, asked), count(tall * wide, true)}});
  };
  RichText right = step.symbol(product->right);
  if (product->by_rows) right.runs.push_back({"ᵀ"});
  add(step.symbol(product->left), rows, inner, false);
  add(right, inner, columns, false);
  add(step.symbol(node), rows, columns, true);
  SheetTable work{};
  work.rows.push_back({"multiplications", {count(rows * inner * columns, true)}});
  const bool learned = step.node_of(product->right).kind == Node::Kind::parameter;
  SheetTask task{.title = "Counting: how large are these matrices?", .formula = step.equation()};
  task.says = {paragraph({say("A matrix of 2 rows and 3 columns has 2 × 3 = 6 numbers. How many numbers do "
                              "these matrices have, and how large is their product?"),
                          say(several(inner, "Each number of the product is a sum of {n} product.",
                                      "Each number of the product is a sum of {n} products."),
                              {{"n", count_text(inner)}}),
                          say("How many multiplications is that altogether?")})};
  task.tables = {std::move(table), std::move(work)};
  task.rounding =
      trace.anatomy().picture
          ? say("Nothing is cut or rounded. These are the sizes in the model, for this picture.")
          : say("Nothing is cut or rounded. These are the sizes in the model, for this sentence.");
  if (learned)
    task.answers.push_back(product->bias
                               ? say("The numbers of the second matrix are weights that the model learned; "
                                     "the bias has {n} more.",
                                     {{"n", count_text(columns)}})
                               : say("The numbers of the second matrix are weights that the model learned."));
  return {std::move(task)};
}

}  // namespace headlight::exercises
