// The functions that quotes have.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/lessons/quote_cells.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

using Node = QuoteNode;
using Kind = Node::Kind;

Cells cells_argument(const Node& call, std::size_t i, const Document& document) {
  if (i >= call.parts.size() || call.parts[i].kind != Kind::values) {
    throw QuoteError(call.name + "(...) needs a node or a row of one, such as " + call.name +
                     "(encoder.0.normalized_1[it])");
  }
  return cells_of(call.parts[i], document);
}

std::pair<Cells, Cells> two_alike(const Node& call, const Document& document) {
  Cells a = cells_argument(call, 0, document);
  Cells b = cells_argument(call, 1, document);
  if (a.values.size() != b.values.size()) {
    throw QuoteError(call.name + "(...): " + a.path + " and " + b.path + " have different sizes (" +
                     std::to_string(a.values.size()) + " and " + std::to_string(b.values.size()) +
                     " numbers); name a row of each");
  }
  return {std::move(a), std::move(b)};
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double spread(const std::vector<double>& values) {
  const double middle = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  return std::sqrt(squares / static_cast<double>(values.size()));
}

double measure(const std::string& name, const Card& card) {
  for (const Measure& each : card.measures) {
    if (each.name == name) return each.value;
  }
  std::vector<std::string> names;
  for (const Measure& each : card.measures) names.push_back(each.name);
  throw QuoteError("the model's card has no measure " + in_quotes(name) + "; it has: " + listed(names));
}

// A number of the tables that the open lab filled.
double table_number(const Node& call, const Document& document) {
  if (call.parts.size() != 3 || call.parts[0].kind != Kind::text || call.parts[2].kind != Kind::text)
    throw QuoteError(
        "table(...) takes a name, a row and a column: table(\"cost\", 0, \"largest difference\")");
  std::vector<std::string> names;
  for (const LabTable& each : quoted_work(document).tables) {
    names.push_back(each.name);
    if (each.name != call.parts[0].name) continue;
    const auto column = std::find(each.columns.begin(), each.columns.end(), call.parts[2].name);
    if (column == each.columns.end())
      throw QuoteError("the table \"" + each.name + "\" has no column " + in_quotes(call.parts[2].name) +
                       "; it has: " + listed(each.columns));
    const double row = quantity(call.parts[1], document).value;
    if (!(row >= 0) || row >= static_cast<double>(each.rows.size()))
      throw QuoteError("the table \"" + each.name + "\" has rows 0 to " +
                       std::to_string(each.rows.size() - 1));
    return each.rows[static_cast<std::size_t>(row)].at(
        static_cast<std::size_t>(column - each.columns.begin()));
  }
  throw QuoteError("the lab has no table " + in_quotes(call.parts[0].name) + "; it has: " + listed(names));
}

std::string top(const Node& call, const Document& document) {
  const Cells cells = cells_argument(call, 0, document);
  if (cells.labels.empty()) throw QuoteError("top(...) needs one row or one column, such as weights[it]");
  const auto most = std::max_element(cells.values.begin(), cells.values.end());
  return cells.labels[static_cast<std::size_t>(most - cells.values.begin())];
}

}  // namespace

QuoteValue evaluate_call(const QuoteNode& node, const Document& document) {
  const std::string& name = node.name;
  if (name == "top") return top(node, document);
  const auto cells = [&] { return cells_argument(node, 0, document); };
  const auto of = [](const Cells& from, double value) { return Quantity{value, from.format}; };
  if (name == "sum") {
    const Cells c = cells();
    return Quantity{std::accumulate(c.values.begin(), c.values.end(), 0.0)};
  }
  if (name == "mean") return Quantity{mean(cells().values)};
  if (name == "spread") return Quantity{spread(cells().values)};
  if (name == "length") {
    const Cells c = cells();
    return Quantity{std::sqrt(dot(c.values, c.values))};
  }
  if (name == "largest") {
    const Cells c = cells();
    return of(c, *std::max_element(c.values.begin(), c.values.end()));
  }
  if (name == "smallest") {
    const Cells c = cells();
    return of(c, *std::min_element(c.values.begin(), c.values.end()));
  }
  if (name == "rows") return Quantity{static_cast<double>(cells().rows), NumberFormat::value, true};
  if (name == "columns") return Quantity{static_cast<double>(cells().cols), NumberFormat::value, true};
  if (name == "dot") {
    const auto [a, b] = two_alike(node, document);
    return Quantity{dot(a.values, b.values)};
  }
  if (name == "cosine") {
    const auto [a, b] = two_alike(node, document);
    return Quantity{dot(a.values, b.values) / std::sqrt(dot(a.values, a.values) * dot(b.values, b.values))};
  }
  if (name == "difference") {
    const auto [a, b] = two_alike(node, document);
    double most = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i)
      most = std::max(most, std::abs(a.values[i] - b.values[i]));
    return Quantity{most};
  }
  if (name == "sqrt" || name == "exp") {
    if (node.parts.size() != 1) throw QuoteError(name + "(...) takes one number");
    const double x = quantity(node.parts[0], document).value;
    return Quantity{name == "sqrt" ? std::sqrt(x) : std::exp(x)};
  }
  if (name == "card") {
    if (node.parts.size() != 1) throw QuoteError("card(...) takes the name of a measure");
    return Quantity{measure(node.parts[0].name, document.card)};
  }
  if (name == "held_out" || name == "sentences") return held_out_count(node, document);
  if (name == "when") return evaluate_when(node, document);
  if (name == "share")
    throw QuoteError("share(...) is a change: it stands inside when(...), before the value");
  if (name == "table") {
    const double value = table_number(node, document);
    return Quantity{value, NumberFormat::value, value == std::floor(value)};
  }
  throw QuoteError("there is no function " + in_quotes(name) +
                   "; there are sum, mean, spread, length, largest, smallest, top, dot, cosine, difference, "
                   "rows, columns, sqrt, exp, card, table, when, held_out and sentences");
}

}  // namespace headlight
