// The value of an expression of a lesson: its cells, read from the traces and the lab's work of a document,
// its functions, and `when(...)` with its changes. All of it throws QuoteError.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "app/labs/lab_work.h"
#include "app/lessons/expression.h"
#include "app/session/edits.h"
#include "core/explain/confidence.h"
#include "core/explain/view.h"
#include "core/learn/corpus.h"
#include "core/models/model.h"
#include "core/models/read_trace.h"
#include "core/text/encode.h"
#include "core/text/printable.h"

namespace headlight {

// What the open lab computed.
const LabWork& quoted_work(const Document& document);
// The trace that a node of kind `values` names.
const Trace& quoted_trace(const QuoteNode& node, const Document& document);
// The node and the cells that it names; no row or column where all are meant.
struct QuotedPlace {
  int node = -1;
  std::optional<int> row, col;
};
QuotedPlace quoted_place(const QuoteNode& node, const Document& document);
// Its cells, whole rows and columns where it names none.
Cells cells_of(const QuoteNode& node, const Document& document);

// "a, b, c ...": what there is instead of what is not, not too much of it.
std::string listed(const std::vector<std::string>& words);

namespace {

// The place of a word, or the place itself, on an axis.
int place_on(const Trace& trace, Axis axis, int size, const std::string& index, const char* what,
             const std::string& path) {
  int place = -1;
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), place);
  if (error == std::errc{} && end == index.data() + index.size()) {
    if (place >= 0 && place < size) return place;
    throw QuoteError(path + " has " + what + "s 0 to " + std::to_string(size - 1) + ", not " +
                     shortened(index));
  }
  if (index == "last" && size > 0) return size - 1;
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
    throw QuoteError("no " + std::string(what) + " of " + path + " is called " + in_quotes(word) +
                     "; nearest: \"" + nearest + "\" (there are: " + listed(labels) + ")");
  }
  const auto again = std::find_if(found + 1, labels.end(), is);
  if (again != labels.end()) {
    throw QuoteError(in_quotes(word) + " is at " + std::to_string(found - labels.begin()) + " and at " +
                     std::to_string(again - labels.begin()) + "; write its position instead of the word");
  }
  return static_cast<int>(found - labels.begin());
}

}  // namespace

const LabWork& quoted_work(const Document& document) {
  if (document.lab == nullptr) throw QuoteError("no lab is open; give the session \"view\": \"lab\"");
  if (!document.lab->error.empty()) throw QuoteError(document.lab->error);
  return *document.lab;
}

const Trace& quoted_trace(const QuoteNode& node, const Document& document) {
  if (node.lab) {
    const LabWork& work = quoted_work(document);
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

QuotedPlace quoted_place(const QuoteNode& node, const Document& document) {
  const Trace& trace = quoted_trace(node, document);
  QuotedPlace place;
  try {
    place.node = trace.at(node.name);
  } catch (const std::out_of_range& error) {
    throw QuoteError(error.what());
  }
  const Shape shape = trace.tape().node(place.node).shape;
  const Label& label = trace.label(place.node);
  if (!node.row.empty()) place.row = place_on(trace, label.rows, shape.rows, node.row, "row", node.name);
  if (!node.col.empty()) place.col = place_on(trace, label.cols, shape.cols, node.col, "column", node.name);
  return place;
}

Cells cells_of(const QuoteNode& node, const Document& document) {
  const Trace& trace = quoted_trace(node, document);
  const QuotedPlace place = quoted_place(node, document);
  const Reading reading = trace.read(place.node);
  const Shape shape = reading.shape();
  if (shape.size() == 0) throw QuoteError(node.name + " has no numbers");
  const Label& label = trace.label(place.node);
  const int first_row = place.row.value_or(0);
  const int last_row = place.row.value_or(shape.rows - 1);
  const int first_col = place.col.value_or(0);
  const int last_col = place.col.value_or(shape.cols - 1);
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

// The functions that quotes have.

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

// when(change, ..., value): what a value becomes once the computation is changed. The model runs again under
// the step's edits and these.
//
//   path[row, column] = number     the cells are set; without row or column all of them
//   path[row] = second: path[row]  a row is copied, from the other sentence or another place
//   path[row] * number             the cells are multiplied
//   share(path[row, column] = number)   a weight is set, and the rest of its row makes room

namespace {

using Node = QuoteNode;
using Kind = Node::Kind;

[[noreturn]] void not_a_change() {
  throw QuoteError(
      "when(...) takes changes, then a value: when(encoder.1.self_attention.head.0.output = 0, translation)");
}

// Which cells a change is of.
SessionEdit place_of_change(const Node& target, const Document& document) {
  if (target.kind != Kind::values || target.lab || target.before) not_a_change();
  const QuotedPlace place = quoted_place(target, document);
  SessionEdit edit;
  edit.path = target.name;
  edit.row = place.row;
  edit.col = place.col;
  return edit;
}

void set_to(const Node& value, SessionEdit& edit, const Document& document) {
  const QuoteValue to = evaluate(value, document);
  const auto* cells = std::get_if<Cells>(&to);
  if (cells == nullptr) {
    edit.values = {static_cast<float>(quantity(value, document).value)};
    return;
  }
  if (cells->rows != 1 || edit.col || !edit.row) {
    throw QuoteError("a row is copied into a row: when(" + edit.path + "[it] = second: " + edit.path +
                     "[it], ...)");
  }
  for (const double each : cells->values) edit.values.push_back(static_cast<float>(each));
}

Edit change(const Node& node, const Document& document) {
  const bool shares = node.kind == Kind::call && node.name == "share" && node.parts.size() == 1;
  const Node& said = shares ? node.parts[0] : node;
  if (said.kind != Kind::binary) not_a_change();
  SessionEdit edit = place_of_change(said.parts[0], document);
  if (said.name == "=") {
    set_to(said.parts[1], edit, document);
  } else if (said.name == "*" && !shares) {
    edit.kind = Edit::Kind::multiply;
    edit.values = {static_cast<float>(quantity(said.parts[1], document).value)};
  } else {
    not_a_change();
  }
  if (shares && (!edit.row || !edit.col || edit.values.size() != 1))
    throw QuoteError("share(...) sets one weight: share(path[row, column] = 0.5)");
  edit.keep_sum = shares;
  const Side& side = document.sides.at(static_cast<std::size_t>(said.parts[0].side));
  return resolved(edit, side.trace.get(), nullptr);
}

int side_of_change(const Node& node) {
  const Node* target = &node;
  while (target->kind != Kind::values && !target->parts.empty()) target = &target->parts[0];
  return target->side;
}

bool reads_certainty(const Node& node) {
  return node.name == "certainty" || node.name == "doubts" ||
         std::any_of(node.parts.begin(), node.parts.end(), reads_certainty);
}

}  // namespace

bool reads(const QuoteNode& node, int side, bool before) {
  if (node.kind == Kind::values && !node.lab && node.side == side && node.before == before) return true;
  return std::any_of(node.parts.begin(), node.parts.end(),
                     [&](const QuoteNode& part) { return reads(part, side, before); });
}

QuoteNode with_x(QuoteNode node, double x) {
  if (node.kind == Kind::values && node.name == "x" && node.row.empty() && node.col.empty())
    return {.kind = Kind::number, .number = x};
  for (QuoteNode& part : node.parts) part = with_x(std::move(part), x);
  return node;
}

QuoteValue evaluate_when(const QuoteNode& call, const Document& document) {
  if (call.parts.size() < 2) not_a_change();
  const QuoteNode& value = call.parts.back();
  Document changed = document;
  for (int i = 0; i < 2; ++i) {
    if (!reads(value, i, false)) continue;
    Side& side = changed.sides.at(static_cast<std::size_t>(i));
    if (side.trace == nullptr) continue;  // reading it says why
    const std::size_t before = side.edits.size();
    for (std::size_t part = 0; part + 1 < call.parts.size(); ++part) {
      if (side_of_change(call.parts[part]) == i) side.edits.push_back(change(call.parts[part], document));
    }
    if (side.edits.size() == before) continue;
    try {
      side.trace = document.model->trace({.text = side.text, .edits = side.edits, .like = side.trace.get()});
    } catch (const std::exception& error) {
      throw QuoteError(error.what());
    }
    if (const auto translator = document.translator(); translator != nullptr && reads_certainty(value)) {
      const auto& calibration = document.card.certainty;
      side.certainty =
          certainty_of(*translator, *side.trace, side.edits, calibration ? &*calibration : nullptr);
    }
  }
  return evaluate(value, changed);
}

// What quotes say: their cells and calls put together, and compared.

namespace {

using Node = QuoteNode;
using Kind = Node::Kind;
using Value = QuoteValue;

// What rounding in 32 bits leaves equal.
constexpr double equal_within = 1e-4;

// Of the sentence as it is shown, with the step's edits.
const Certainty& quoted_certainty(const Node& node, const Document& document) {
  if (node.lab || node.before)
    throw QuoteError(node.name +
                     " is said of the sentences that are shown; leave out \"lab:\" and \"before:\"");
  quoted_trace(node, document);  // says what is wrong where there is none
  return document.sides.at(static_cast<std::size_t>(node.side)).certainty;
}

Value values(const Node& node, const Document& document) {
  if (node.name == "certainty") {
    const Certainty& certainty = quoted_certainty(node, document);
    return certainty.sure() ? "sure" : mark_of(certainty);
  }
  if (node.name == "doubts") {
    const Certainty& certainty = quoted_certainty(node, document);
    return certainty.sure() ? "none" : reasons_of(certainty, quoted_trace(node, document).words());
  }
  if (node.name == "translation") return written(quoted_trace(node, document));
  if (node.name == "pronoun") return first_pronoun(quoted_trace(node, document).words().target);
  Cells cells = cells_of(node, document);
  if (cells.values.size() != 1) return cells;
  return Quantity{cells.values[0], cells.format};
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
  const bool divides = node.name != "/" || std::fmod(a.value, b.value) == 0;
  const bool whole = a.whole && b.whole && divides;
  switch (node.name[0]) {
    case '+':
      return Quantity{a.value + b.value, format, whole};
    case '-':
      return Quantity{a.value - b.value, NumberFormat::value, whole};
    case '*':
      return Quantity{a.value * b.value, format, whole};
    default:
      return Quantity{a.value / b.value, NumberFormat::value, whole};
  }
}

}  // namespace

Quantity quantity(const QuoteNode& node, const Document& document) {
  const QuoteValue value = evaluate(node, document);
  if (const auto* number = std::get_if<Quantity>(&value)) return *number;
  if (const auto* cells = std::get_if<Cells>(&value)) {
    throw QuoteError(cells->path + " is " + std::to_string(cells->rows) + " by " +
                     std::to_string(cells->cols) + " numbers; say which cell: " + cells->path +
                     "[row, column]");
  }
  throw QuoteError("a number is needed here, not a text or a comparison");
}

QuoteValue evaluate(const QuoteNode& node, const Document& document) {
  switch (node.kind) {
    case Kind::number:
      return Quantity{node.number, NumberFormat::value, node.number == std::floor(node.number)};
    case Kind::text:
      return node.name;
    case Kind::values:
      return values(node, document);
    case Kind::call:
      return evaluate_call(node, document);
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
