// What quotes say, read from traces.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

#include "app/lessons/quote_node.h"
#include "app/session/labs/lab_work.h"
#include "core/explain/view.h"
#include "core/text/nearest.h"

namespace headlight {
namespace {

using Node = QuoteNode;
using Kind = Node::Kind;
using Value = QuoteValue;

// What rounding in 32 bits leaves equal.
constexpr double equal_within = 1e-4;

const LabWork& work_of(const Document& document) {
  if (document.lab == nullptr) throw QuoteError("no lab is open; give the session \"view\": \"lab\"");
  if (!document.lab->error.empty()) throw QuoteError(document.lab->error);
  return *document.lab;
}

const Trace& trace_of(const Node& node, const Document& document) {
  if (node.lab) {
    const LabWork& work = work_of(document);
    if (work.recorded == nullptr || work.recorded->trace(node.side) == nullptr)
      throw QuoteError("this lab recorded nothing that \"lab:\" could read");
    return *work.recorded->trace(node.side);
  }
  const Side& side = document.sides.at(static_cast<std::size_t>(node.side));
  const TracePtr& trace = node.before ? side.unedited : side.trace;
  if (trace != nullptr) return *trace;
  if (!side.error.empty()) throw QuoteError(side.error);
  if (!document.error.empty()) throw QuoteError(document.error);
  throw QuoteError(node.side == 1 ? "there is no second sentence; give the session a \"compare\""
                                  : "nothing was computed for this sentence");
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  constexpr std::size_t most = 45;
  for (const std::string& word : words) {
    if (text.size() > most) return text + " ...";
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

// The place of a word, or the place itself, on an axis.
int place_on(const Trace& trace, Axis axis, int size, const std::string& index, const char* what,
             const std::string& path) {
  int place = -1;
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), place);
  if (error == std::errc{} && end == index.data() + index.size()) {
    if (place >= 0 && place < size) return place;
    throw QuoteError(path + " has " + what + "s 0 to " + std::to_string(size - 1) + ", not " + index);
  }
  const std::string word = index.starts_with('"') ? index.substr(1) : index;
  const std::vector<std::string> labels = trace.labels(axis, size);
  const auto is = [&](const std::string& label) {
    return label == word || label.starts_with(word + " → ");  // read, and written behind it
  };
  const auto found = std::find_if(labels.begin(), labels.end(), is);
  if (found == labels.end()) {
    std::string nearest;
    int best = std::numeric_limits<int>::max();
    for (const std::string& label : labels) {
      const int distance = edit_distance(word, label);
      if (distance < best) {
        best = distance;
        nearest = label;
      }
    }
    throw QuoteError("no " + std::string(what) + " of " + path + " is called \"" + word + "\"; nearest: \"" +
                     nearest + "\" (there are: " + listed(labels) + ")");
  }
  const auto again = std::find_if(found + 1, labels.end(), is);
  if (again != labels.end()) {
    throw QuoteError("\"" + word + "\" stands at " + std::to_string(found - labels.begin()) + " and at " +
                     std::to_string(again - labels.begin()) + "; write the place instead of the word");
  }
  return static_cast<int>(found - labels.begin());
}

Cells cells_of(const Node& node, const Document& document) {
  const Trace& trace = trace_of(node, document);
  int at = -1;
  try {
    at = trace.at(node.name);
  } catch (const std::out_of_range& error) {
    throw QuoteError(error.what());
  }
  const Reading reading = trace.read(at);
  const Shape shape = reading.shape();
  if (shape.size() == 0) throw QuoteError(node.name + " has no numbers");
  const Label& label = trace.label(at);
  int first_row = 0;
  int last_row = shape.rows - 1;
  int first_col = 0;
  int last_col = shape.cols - 1;
  if (!node.row.empty())
    first_row = last_row = place_on(trace, label.rows, shape.rows, node.row, "row", node.name);
  if (!node.col.empty())
    first_col = last_col = place_on(trace, label.cols, shape.cols, node.col, "column", node.name);
  Cells cells{.rows = last_row - first_row + 1,
              .cols = last_col - first_col + 1,
              .format = view_of(trace, node.name).format,
              .path = node.name};
  for (int row = first_row; row <= last_row; ++row) {
    for (int col = first_col; col <= last_col; ++col) cells.values.push_back(reading(row, col));
  }
  if (cells.rows == 1) cells.labels = trace.labels(label.cols, shape.cols);
  if (cells.cols == 1 && cells.rows > 1) cells.labels = trace.labels(label.rows, shape.rows);
  return cells;
}

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
    throw QuoteError(call.name + "(...): " + a.path + " and " + b.path + " are not of one size (" +
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

Quantity quantity(const Node& node, const Document& document);

double measure(const std::string& name, const Card& card) {
  for (const Measure& each : card.measures) {
    if (each.name == name) return each.value;
  }
  std::vector<std::string> names;
  for (const Measure& each : card.measures) names.push_back(each.name);
  throw QuoteError("the model's card has no measure \"" + name + "\"; it has: " + listed(names));
}

// A number of the tables that the open lab filled.
double table_number(const Node& call, const Document& document) {
  if (call.parts.size() != 3 || call.parts[0].kind != Kind::text || call.parts[2].kind != Kind::text)
    throw QuoteError(
        "table(...) takes a name, a row and a column: table(\"cost\", 0, \"largest difference\")");
  std::vector<std::string> names;
  for (const LabTable& each : work_of(document).tables) {
    names.push_back(each.name);
    if (each.name != call.parts[0].name) continue;
    const auto column = std::find(each.columns.begin(), each.columns.end(), call.parts[2].name);
    if (column == each.columns.end())
      throw QuoteError("the table \"" + each.name + "\" has no column \"" + call.parts[2].name +
                       "\"; it has: " + listed(each.columns));
    const double row = quantity(call.parts[1], document).value;
    if (!(row >= 0) || row >= static_cast<double>(each.rows.size()))
      throw QuoteError("the table \"" + each.name + "\" has rows 0 to " +
                       std::to_string(each.rows.size() - 1));
    return each.rows[static_cast<std::size_t>(row)].at(
        static_cast<std::size_t>(column - each.columns.begin()));
  }
  throw QuoteError("the lab has no table \"" + call.parts[0].name + "\"; it has: " + listed(names));
}

std::string top(const Node& call, const Document& document) {
  const Cells cells = cells_argument(call, 0, document);
  if (cells.labels.empty()) throw QuoteError("top(...) needs one row or one column, such as weights[it]");
  const auto most = std::max_element(cells.values.begin(), cells.values.end());
  return cells.labels[static_cast<std::size_t>(most - cells.values.begin())];
}

Value call(const Node& node, const Document& document) {
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
  if (name == "table") {
    const double value = table_number(node, document);
    return Quantity{value, NumberFormat::value, value == std::floor(value)};
  }
  throw QuoteError(
      "there is no function \"" + name +
      "\"; there are sum, mean, spread, length, largest, smallest, top, dot, cosine, difference, "
      "rows, columns, sqrt, exp, card and table");
}

Value values(const Node& node, const Document& document) {
  if (node.name == "translation") return written(trace_of(node, document));
  Cells cells = cells_of(node, document);
  if (cells.values.size() != 1) return cells;
  return Quantity{cells.values[0], cells.format};
}

Quantity quantity(const Node& node, const Document& document) {
  const Value value = evaluate(node, document);
  if (const auto* number = std::get_if<Quantity>(&value)) return *number;
  if (const auto* cells = std::get_if<Cells>(&value)) {
    throw QuoteError(cells->path + " is " + std::to_string(cells->rows) + " by " +
                     std::to_string(cells->cols) + " numbers; say which cell: " + cells->path +
                     "[row, column]");
  }
  throw QuoteError("a number is needed here, not a text or a comparison");
}

bool compares(const std::string& sign, double order, bool equal) {
  if (sign == "=" || sign == "==") return equal;
  if (sign == "!=") return !equal;
  if (sign == "<") return order < 0 && !equal;
  if (sign == ">") return order > 0 && !equal;
  if (sign == "<=") return order < 0 || equal;
  return order > 0 || equal;
}

Value compare(const Node& node, const Document& document) {
  const Value left = evaluate(node.parts[0], document);
  const Value right = evaluate(node.parts[1], document);
  const auto* a = std::get_if<std::string>(&left);
  const auto* b = std::get_if<std::string>(&right);
  if ((a == nullptr) != (b == nullptr)) throw QuoteError("a text and a number cannot be compared");
  if (a != nullptr) return compares(node.name, a->compare(*b), *a == *b);
  const double x = quantity(node.parts[0], document).value;
  const double y = quantity(node.parts[1], document).value;
  const bool equal = x == y || std::abs(x - y) <= equal_within * std::max({1.0, std::abs(x), std::abs(y)});
  return compares(node.name, x - y, equal);
}

Value binary(const Node& node, const Document& document) {
  if (node.name.find_first_of("<>=") != std::string::npos) return compare(node, document);
  const Quantity a = quantity(node.parts[0], document);
  const Quantity b = quantity(node.parts[1], document);
  const NumberFormat format = node.parts[0].kind == Kind::number ? b.format : a.format;
  const bool whole = a.whole && b.whole && node.name != "/";
  switch (node.name[0]) {
    case '+':
      return Quantity{a.value + b.value, format, whole};
    case '-':
      return Quantity{a.value - b.value, NumberFormat::value, whole};
    case '*':
      return Quantity{a.value * b.value, format, whole};
    default:
      return Quantity{a.value / b.value, NumberFormat::value};
  }
}

}  // namespace

QuoteValue evaluate(const QuoteNode& node, const Document& document) {
  switch (node.kind) {
    case Kind::number:
      return Quantity{node.number, NumberFormat::value, node.number == std::floor(node.number)};
    case Kind::text:
      return node.name;
    case Kind::values:
      return values(node, document);
    case Kind::call:
      return call(node, document);
    case Kind::negative: {
      Quantity value = quantity(node.parts[0], document);
      value.value = -value.value;
      return value;
    }
    case Kind::binary:
      return binary(node, document);
  }
  return Quantity{};
}

}  // namespace headlight
