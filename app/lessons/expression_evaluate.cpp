// The value of an expression of a lesson: its cells, read from the traces and the lab's work of results, and
// its functions. All of it throws ExpressionError.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/lab/lab_work.h"
#include "app/lessons/counting.h"
#include "app/session/edits.h"
#include "core/explain/confidence.h"
#include "core/explain/view.h"
#include "core/grammar/held_out.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/encode.h"
#include "core/text/unicode.h"

namespace headlight {

// What the open lab computed.
const LabWork& work_for(const Results& results);
namespace {

// Of a word that was cut, its last piece: the first one that can know the whole of it where no token sees
// those after it. Nothing where there is no such word, or several.
std::optional<int> last_piece_of(const PieceWords* pieces, const std::string& word) {
  if (pieces == nullptr || std::count(pieces->words.begin(), pieces->words.end(), word) != 1)
    return std::nullopt;
  const auto of = std::find(pieces->words.begin(), pieces->words.end(), word) - pieces->words.begin();
  const auto last = std::find(pieces->word_of.rbegin(), pieces->word_of.rend(), static_cast<int>(of));
  if (last == pieces->word_of.rend()) return std::nullopt;
  return static_cast<int>(pieces->word_of.rend() - last) - 1;
}

// The place of a word, or the place itself, on an axis.
int place_on(const Trace& trace, Axis axis, int size, const std::string& index, const char* what,
             const std::string& path) {
  int place = -1;
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), place);
  if (error == std::errc{} && end == index.data() + index.size()) {
    if (place >= 0 && place < size) return place;
    throw ExpressionError(path + " has " + what + "s 0 to " + std::to_string(size - 1) + ", not " +
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
    if (const std::optional<int> piece = last_piece_of(trace.pieces(axis).get(), word)) return *piece;
    std::string nearest;
    int best = std::numeric_limits<int>::max();
    for (const std::string& label : labels) {
      const int distance = edit_distance(word, label);
      if (distance < best) {
        best = distance;
        nearest = label;
      }
    }
    throw ExpressionError("no " + std::string(what) + " of " + path + " is called " + in_quotes(word) +
                          "; nearest: \"" + nearest + "\" (there are: " + listed(labels) + ")");
  }
  const auto again = std::find_if(found + 1, labels.end(), is);
  if (again != labels.end()) {
    throw ExpressionError(in_quotes(word) + " is at " + std::to_string(found - labels.begin()) + " and at " +
                          std::to_string(again - labels.begin()) +
                          "; write its position instead of the word");
  }
  return static_cast<int>(found - labels.begin());
}

}  // namespace

const LabWork& work_for(const Results& results) {
  if (results.lab == nullptr) throw ExpressionError("no lab is open; give the session \"view\": \"lab\"");
  if (!results.lab->error.empty()) throw ExpressionError(results.lab->error);
  return *results.lab;
}

const Trace& trace_of_side(const ExpressionNode& node, const Results& results) {
  if (node.lab) {
    const LabWork& work = work_for(results);
    if (work.recorded == nullptr || work.recorded->trace(node.side) == nullptr)
      throw ExpressionError("this lab recorded nothing that \"lab:\" could read");
    return *work.recorded->trace(node.side);
  }
  const Run& run = results.side(node.side);
  const TracePtr& trace = node.before ? run.unedited : run.trace;
  if (trace != nullptr) return *trace;
  if (!run.error.empty()) throw ExpressionError(run.error);
  if (!results.error.empty()) throw ExpressionError(results.error);
  throw ExpressionError(node.side == 1 ? "there is no second sentence; give the session a \"compare\""
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

NodePlace place_for(const ExpressionNode& node, const Results& results) {
  const Trace& trace = trace_of_side(node, results);
  NodePlace place;
  try {
    place.node = trace.at(node.name);
  } catch (const std::out_of_range& error) {
    throw ExpressionError(error.what());
  }
  const Shape shape = trace.tape().node(place.node).shape;
  const Label& label = trace.label(place.node);
  if (!node.row.empty()) place.row = place_on(trace, label.rows, shape.rows, node.row, "row", node.name);
  if (!node.col.empty()) place.col = place_on(trace, label.cols, shape.cols, node.col, "column", node.name);
  return place;
}

std::vector<int> columns_named(const ExpressionNode& node, const Results& results) {
  std::vector<int> columns;
  ExpressionNode one = node;
  for (std::size_t from = 0; from <= node.col.size();) {
    const std::size_t to = std::min(node.col.find('+', from), node.col.size());
    one.col = node.col.substr(from, to - from);
    const NodePlace place = place_for(one, results);
    if (!place.col) throw ExpressionError(node.name + ": a column is missing; name the cells, joined by +");
    columns.push_back(*place.col);
    from = to + 1;
  }
  return columns;
}

Cells cells_of(const ExpressionNode& node, const Results& results) {
  const Trace& trace = trace_of_side(node, results);
  if (node.col.find('+') != std::string::npos && !node.col.starts_with('"')) {
    ExpressionNode row = node;
    row.col.clear();
    const Cells whole = cells_of(row, results);
    Cells cells{.rows = whole.rows, .format = whole.format, .path = node.name};
    const std::vector<int> columns = columns_named(node, results);
    cells.cols = static_cast<int>(columns.size());
    for (int each = 0; each < whole.rows; ++each) {
      for (const int column : columns)
        cells.values.push_back(whole.values[static_cast<std::size_t>(each * whole.cols + column)]);
    }
    return cells;
  }
  const NodePlace place = place_for(node, results);
  const Shape shape = trace.tape().node(place.node).shape;
  if (shape.size() == 0) throw ExpressionError(node.name + " has no numbers");
  const Label& label = trace.label(place.node);
  const int first_row = place.row.value_or(0);
  const int last_row = place.row.value_or(shape.rows - 1);
  const int first_col = place.col.value_or(0);
  const int last_col = place.col.value_or(shape.cols - 1);
  Cells cells{.rows = last_row - first_row + 1,
              .cols = last_col - first_col + 1,
              .format = view_of_rows(trace, node.name, first_row, 1).format,
              .path = node.name};
  // A row of a large table is not worth all of it.
  const Reading reading = trace.rows(place.node, first_row, cells.rows);
  for (int row = 0; row < cells.rows; ++row) {
    for (int col = first_col; col <= last_col; ++col) cells.values.push_back(reading(row, col));
  }
  if (cells.rows == 1) cells.labels = trace.labels(label.cols, shape.cols);
  if (cells.cols == 1 && cells.rows > 1) cells.labels = trace.labels(label.rows, shape.rows);
  return cells;
}

// The functions that quotes have.

namespace {

using Node = ExpressionNode;
using Kind = Node::Kind;

// A node or a row of one; also a number in each of many cases.
Cells cells_argument(const Node& call, std::size_t i, const Results& results) {
  if (i < call.parts.size() && call.parts[i].kind == Kind::call) {
    ExpressionValue value = evaluate_call(call.parts[i], results);
    if (auto* cells = std::get_if<Cells>(&value)) {
      if (cells->values.empty()) throw ExpressionError(cells->path + ": no row is like that");
      return std::move(*cells);
    }
  }
  if (i >= call.parts.size() || call.parts[i].kind != Kind::values) {
    throw ExpressionError(call.name + "(...) needs a node or a row of one, such as " + call.name +
                          "(encoder.0.normalized_1[it])");
  }
  return cells_of(call.parts[i], results);
}

std::pair<Cells, Cells> two_alike(const Node& call, const Results& results) {
  Cells a = cells_argument(call, 0, results);
  Cells b = cells_argument(call, 1, results);
  if (a.values.size() != b.values.size()) {
    throw ExpressionError(call.name + "(...): " + a.path + " and " + b.path + " have different sizes (" +
                          std::to_string(a.values.size()) + " and " + std::to_string(b.values.size()) +
                          " numbers); name a row of each");
  }
  return {std::move(a), std::move(b)};
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

double mean(const std::vector<double>& values) { return sum(values) / static_cast<double>(values.size()); }

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double spread(const std::vector<double>& values) {
  const double middle = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  return std::sqrt(squares / static_cast<double>(values.size()));
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

Quantity whole(double number) { return {number, NumberFormat::value, true}; }

Quantity measure(const Node& call, const Results& results) {
  if (call.parts.size() != 1) throw ExpressionError("card(...) takes the name of a measure");
  const std::string& name = call.parts[0].name;
  const Card& card = results.card;
  for (const Measure& each : card.measures) {
    if (each.name == name) return {each.value};
  }
  std::vector<std::string> names;
  for (const Measure& each : card.measures) names.push_back(each.name);
  throw ExpressionError("the model's card has no measure " + in_quotes(name) + "; it has: " + listed(names));
}

// A number of the tables that the open lab filled.
double table_number(const Node& call, const Results& results) {
  if (call.parts.size() != 3 || call.parts[0].kind != Kind::text || call.parts[2].kind != Kind::text)
    throw ExpressionError(
        "table(...) takes a name, a row and a column: table(\"cost\", 0, \"largest difference\")");
  std::vector<std::string> names;
  for (const LabTable& each : work_for(results).tables) {
    names.push_back(each.name);
    if (each.name != call.parts[0].name) continue;
    const auto column = std::find(each.columns.begin(), each.columns.end(), call.parts[2].name);
    if (column == each.columns.end())
      throw ExpressionError("the table \"" + each.name + "\" has no column " + in_quotes(call.parts[2].name) +
                            "; it has: " + listed(each.columns));
    const double row = quantity(call.parts[1], results).value;
    if (!(row >= 0) || row >= static_cast<double>(each.rows.size()))
      throw ExpressionError("the table \"" + each.name + "\" has rows 0 to " +
                            std::to_string(each.rows.size() - 1));
    return each.rows[static_cast<std::size_t>(row)].at(
        static_cast<std::size_t>(column - each.columns.begin()));
  }
  throw ExpressionError("the lab has no table " + in_quotes(call.parts[0].name) +
                        "; it has: " + listed(names));
}

// Of one row with each row of a node, in the mean.
ExpressionValue mean_cosine(const Node& call, const Results& results) {
  const Cells one = cells_argument(call, 0, results);
  const Cells all = cells_argument(call, 1, results);
  if (one.rows != 1 || one.cols != all.cols)
    throw ExpressionError("mean_cosine(...) takes a row and a node with as many columns");
  double sum = 0;
  for (int row = 0; row < all.rows; ++row) {
    const auto from = all.values.begin() + static_cast<std::ptrdiff_t>(row) * all.cols;
    const std::vector<double> other(from, from + all.cols);
    sum += dot(one.values, other) / std::sqrt(dot(one.values, one.values) * dot(other, other));
  }
  return Quantity{sum / all.rows};
}

std::string top(const Node& call, const Results& results) {
  const Cells cells = cells_argument(call, 0, results);
  if (cells.labels.empty())
    throw ExpressionError("top(...) needs one row or one column, such as weights[it]");
  const auto most = std::max_element(cells.values.begin(), cells.values.end());
  return cells.labels[static_cast<std::size_t>(most - cells.values.begin())];
}

// A function of the cells of its argument, of the numbers of two arguments alike, of one number, or of the
// call.
struct Function {
  using OfCells = Quantity (*)(const Cells&);
  using OfTwo = double (*)(const std::vector<double>&, const std::vector<double>&);
  using OfNumber = double (*)(double);
  using OfCall = ExpressionValue (*)(const Node&, const Results&);

  const char* name;
  std::variant<OfCells, OfTwo, OfNumber, OfCall> value;
};

std::vector<Function> all_functions() {
  std::vector<Function> all{
      {"sum",
       [](const Cells& c) {
         return Quantity{sum(c.values), NumberFormat::value, c.whole};
       }},
      {"mean", [](const Cells& c) { return Quantity{mean(c.values)}; }},
      {"median", [](const Cells& c) { return Quantity{median(c.values)}; }},
      {"spread", [](const Cells& c) { return Quantity{spread(c.values)}; }},
      {"length", [](const Cells& c) { return Quantity{std::sqrt(dot(c.values, c.values))}; }},
      {"largest",
       [](const Cells& c) {
         return Quantity{*std::max_element(c.values.begin(), c.values.end()), c.format};
       }},
      {"smallest",
       [](const Cells& c) {
         return Quantity{*std::min_element(c.values.begin(), c.values.end()), c.format};
       }},
      {"top", [](const Node& call, const Results& d) -> ExpressionValue { return top(call, d); }},
      {"dot", dot},
      {"cosine", [](const std::vector<double>& a,
                    const std::vector<double>& b) { return dot(a, b) / std::sqrt(dot(a, a) * dot(b, b)); }},
      {"difference", largest_difference},
      {"rows", [](const Cells& c) { return whole(c.rows); }},
      {"columns", [](const Cells& c) { return whole(c.cols); }},
      {"sqrt", [](double x) { return std::sqrt(x); }},
      {"exp", [](double x) { return std::exp(x); }},
      {"log", [](double x) { return std::log(x); }},
      {"card", [](const Node& call, const Results& d) -> ExpressionValue { return measure(call, d); }},
      {"table",
       [](const Node& call, const Results& d) -> ExpressionValue {
         const double value = table_number(call, d);
         return Quantity{value, NumberFormat::value, value == std::floor(value)};
       }},
      {"when", evaluate_when},
      {"effect", effect_of},
      {"held_out", counted_over_cases},
      {"sentences", counted_over_cases},
      {"pairs", counted_over_cases},
      {"translations", counted_over_cases},
      {"texts", counted_over_cases},
      {"scenes", counted_over_cases},
      {"n", count_of_all},
      {"of", count_in_words},
      {"each", over_rows},
      {"surprise", surprise_behind},
      {"mean_cosine", mean_cosine},
      {"with_model", by_other_model},
      {"goes_on", goes_on_rightly}};
  for (const OfOpenModel& each : functions_of_open_model()) all.push_back({each.name, each.value});
  return all;
}

const std::vector<Function>& functions() {
  static const std::vector<Function> all = all_functions();
  return all;
}

ExpressionValue value_of(const Function& function, const Node& call, const Results& results) {
  if (const auto* of_call = std::get_if<Function::OfCall>(&function.value)) return (*of_call)(call, results);
  if (const auto* of_cells = std::get_if<Function::OfCells>(&function.value))
    return (*of_cells)(cells_argument(call, 0, results));
  if (const auto* of_two = std::get_if<Function::OfTwo>(&function.value)) {
    const auto [a, b] = two_alike(call, results);
    return Quantity{(*of_two)(a.values, b.values)};
  }
  if (call.parts.size() != 1) throw ExpressionError(call.name + "(...) takes one number");
  return Quantity{std::get<Function::OfNumber>(function.value)(quantity(call.parts[0], results).value)};
}

}  // namespace

ExpressionValue evaluate_call(const ExpressionNode& node, const Results& results) {
  if (node.name == "share")
    throw ExpressionError("share(...) is a change: write it inside when(...), before the value");
  std::string names;
  for (const Function& each : functions()) {
    if (node.name == each.name) return value_of(each, node, results);
    if (!names.empty()) names += &each == &functions().back() ? " and " : ", ";
    names += each.name;
  }
  throw ExpressionError("there is no function " + in_quotes(node.name) + "; there are " + names);
}

// What quotes say: their cells and calls put together, and compared.

namespace {

using Node = ExpressionNode;
using Kind = Node::Kind;
using Value = ExpressionValue;

// What rounding in 32 bits leaves equal.
constexpr double equal_within = 1e-4;

// Of the sentence as it is shown, with the step's edits.
const Certainty& certainty_for(const Node& node, const Results& results) {
  if (node.lab || node.before)
    throw ExpressionError(node.name + " is about the sentences on stage; leave out \"lab:\" and \"before:\"");
  trace_of_side(node, results);  // says what is wrong where there is none
  return results.side(node.side).certainty;
}

Value values(const Node& node, const Results& results) {
  if (node.name == "certainty") {
    const Certainty& certainty = certainty_for(node, results);
    return certainty.sure() ? "sure" : mark_of(certainty);
  }
  if (node.name == "doubts") {
    const Certainty& certainty = certainty_for(node, results);
    return certainty.sure() ? "none" : reasons_of(certainty, trace_of_side(node, results).words());
  }
  if (node.name == "translation") return written(trace_of_side(node, results));
  // In scenes(...): the word written in the row of the one that is asked for.
  if (node.name == "said" && !node.row.empty()) {
    const Trace& trace = trace_of_side(node, results);
    if (!writes_from_start(trace.anatomy().answer)) return written(trace);
    const auto row = static_cast<std::size_t>(std::stoi(node.row));
    return row < trace.words().next.size() ? trace.words().next[row] : "nothing";
  }
  if (node.name == "pronoun") return first_pronoun(trace_of_side(node, results).words().target);
  Cells cells = cells_of(node, results);
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

Value compare(const Node& node, const Results& results) {
  const Value left = evaluate(node.parts[0], results);
  const Value right = evaluate(node.parts[1], results);
  const auto* a = std::get_if<std::string>(&left);
  const auto* b = std::get_if<std::string>(&right);
  if ((a == nullptr) != (b == nullptr)) throw ExpressionError("a text and a number cannot be compared");
  if (a != nullptr) return compares(node.name, a->compare(*b), *a == *b);
  const double x = quantity(node.parts[0], results).value;
  const double y = quantity(node.parts[1], results).value;
  const bool equal = x == y || std::abs(x - y) <= equal_within * std::max({1.0, std::abs(x), std::abs(y)});
  return compares(node.name, x - y, equal);
}

Value binary(const Node& node, const Results& results) {
  if (node.name.find_first_of("<>=") != std::string::npos) return compare(node, results);
  const Quantity a = quantity(node.parts[0], results);
  const Quantity b = quantity(node.parts[1], results);
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

Quantity quantity(const ExpressionNode& node, const Results& results) {
  const ExpressionValue value = evaluate(node, results);
  if (const auto* number = std::get_if<Quantity>(&value)) return *number;
  if (const auto* cells = std::get_if<Cells>(&value)) {
    throw ExpressionError(cells->path + " is " + std::to_string(cells->rows) + " by " +
                          std::to_string(cells->cols) + " numbers; say which cell: " + cells->path +
                          "[row, column]");
  }
  throw ExpressionError("a number is needed here, not a text or a comparison");
}

ExpressionValue evaluate(const ExpressionNode& node, const Results& results) {
  switch (node.kind) {
    case Kind::number:
      return Quantity{node.number, NumberFormat::value, node.number == std::floor(node.number)};
    case Kind::text:
      return node.name;
    case Kind::values:
      return values(node, results);
    case Kind::call:
      return evaluate_call(node, results);
    case Kind::negative: {
      Quantity value = quantity(node.parts[0], results);
      value.value = -value.value;
      return value;
    }
    case Kind::binary:
      return binary(node, results);
  }
  return Quantity{};
}

}  // namespace headlight
