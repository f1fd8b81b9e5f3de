// The value of an expression of a lesson: its cells, read from the traces and the lab's work of results,
// its functions, and `when(...)` with its changes. All of it throws ExpressionError.
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
#include "app/lessons/expression.h"
#include "app/session/edits.h"
#include "core/explain/confidence.h"
#include "core/explain/view.h"
#include "core/learn/corpus.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/encode.h"
#include "core/text/unicode.h"

namespace headlight {

// What the open lab computed.
const LabWork& work_for(const Results& results);
// The node and the cells that it names; no row or column where all are meant.
struct NodePlace {
  int node = -1;
  std::optional<int> row, col;
};
NodePlace place_for(const ExpressionNode& node, const Results& results);
// Its cells, whole rows and columns where it names none.
Cells cells_of(const ExpressionNode& node, const Results& results);

// "a, b, c ...": what there is instead of what is not, not too much of it.
std::string listed(const std::vector<std::string>& words);

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

const Trace& trace_for(const ExpressionNode& node, const Results& results) {
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
  const Trace& trace = trace_for(node, results);
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

Cells cells_of(const ExpressionNode& node, const Results& results) {
  const Trace& trace = trace_for(node, results);
  const NodePlace place = place_for(node, results);
  const Reading reading = trace.read(place.node);
  const Shape shape = reading.shape();
  if (shape.size() == 0) throw ExpressionError(node.name + " has no numbers");
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

using Node = ExpressionNode;
using Kind = Node::Kind;

Cells cells_argument(const Node& call, std::size_t i, const Results& results) {
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
      {"sum", [](const Cells& c) { return Quantity{sum(c.values)}; }},
      {"mean", [](const Cells& c) { return Quantity{mean(c.values)}; }},
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
      {"card", [](const Node& call, const Results& d) -> ExpressionValue { return measure(call, d); }},
      {"table",
       [](const Node& call, const Results& d) -> ExpressionValue {
         const double value = table_number(call, d);
         return Quantity{value, NumberFormat::value, value == std::floor(value)};
       }},
      {"when", evaluate_when},
      {"held_out",
       [](const Node& call, const Results& d) -> ExpressionValue { return held_out_count(call, d); }},
      {"sentences",
       [](const Node& call, const Results& d) -> ExpressionValue { return held_out_count(call, d); }}};
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
    throw ExpressionError("share(...) is a change: it stands inside when(...), before the value");
  std::string names;
  for (const Function& each : functions()) {
    if (node.name == each.name) return value_of(each, node, results);
    if (!names.empty()) names += &each == &functions().back() ? " and " : ", ";
    names += each.name;
  }
  throw ExpressionError("there is no function " + in_quotes(node.name) + "; there are " + names);
}

// when(change, ..., value): what a value becomes once the computation is changed. The model runs again under
// the step's edits and these.
//
//   path[row, column] = number     the cells are set; without row or column all of them
//   path[row] = second: path[row]  a row is copied, from the other sentence or another place
//   path[row] * number             the cells are multiplied
//   share(path[row, column] = number)   a weight is set, and the rest of its row makes room

namespace {

using Node = ExpressionNode;
using Kind = Node::Kind;

[[noreturn]] void not_a_change() {
  throw ExpressionError(
      "when(...) takes changes, then a value: when(encoder.1.self_attention.head.0.output = 0, translation)");
}

// Which cells a change is of.
SessionEdit place_of_change(const Node& target, const Results& results) {
  if (target.kind != Kind::values || target.lab || target.before) not_a_change();
  const NodePlace place = place_for(target, results);
  SessionEdit edit;
  edit.path = target.name;
  edit.row = place.row;
  edit.col = place.col;
  return edit;
}

void set_to(const Node& value, SessionEdit& edit, const Results& results) {
  const ExpressionValue to = evaluate(value, results);
  const auto* cells = std::get_if<Cells>(&to);
  if (cells == nullptr) {
    edit.values = {static_cast<float>(quantity(value, results).value)};
    return;
  }
  if (cells->rows != 1 || edit.col || !edit.row) {
    throw ExpressionError("a row is copied into a row: when(" + edit.path + "[it] = second: " + edit.path +
                          "[it], ...)");
  }
  for (const double each : cells->values) edit.values.push_back(static_cast<float>(each));
}

Edit change(const Node& node, const Results& results) {
  const bool shares = node.kind == Kind::call && node.name == "share" && node.parts.size() == 1;
  const Node& said = shares ? node.parts[0] : node;
  if (said.kind != Kind::binary) not_a_change();
  SessionEdit edit = place_of_change(said.parts[0], results);
  if (said.name == "=") {
    set_to(said.parts[1], edit, results);
  } else if (said.name == "*" && !shares) {
    edit.kind = Edit::Kind::multiply;
    edit.values = {static_cast<float>(quantity(said.parts[1], results).value)};
  } else {
    not_a_change();
  }
  if (shares && (!edit.row || !edit.col || edit.values.size() != 1))
    throw ExpressionError("share(...) sets one weight: share(path[row, column] = 0.5)");
  edit.keep_sum = shares;
  const Run& run = results.side(said.parts[0].side);
  return resolved(edit, run.trace.get(), nullptr);
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

bool reads(const ExpressionNode& node, int side, bool before) {
  if (node.kind == Kind::values && !node.lab && node.side == side && node.before == before) return true;
  return std::any_of(node.parts.begin(), node.parts.end(),
                     [&](const ExpressionNode& part) { return reads(part, side, before); });
}

ExpressionNode with_x(ExpressionNode node, double x) {
  if (node.kind == Kind::values && node.name == "x" && node.row.empty() && node.col.empty())
    return {.kind = Kind::number, .number = x};
  for (ExpressionNode& part : node.parts) part = with_x(std::move(part), x);
  return node;
}

ExpressionValue evaluate_when(const ExpressionNode& call, const Results& results) {
  if (call.parts.size() < 2) not_a_change();
  const ExpressionNode& value = call.parts.back();
  for (std::size_t part = 0; part + 1 < call.parts.size(); ++part) {
    const int side = side_of_change(call.parts[part]);
    if (reads(value, side, false)) continue;
    throw ExpressionError("when(...) changes the " + std::string(side == 0 ? "first" : "second") +
                          " sentence and reads nothing of it that the change could reach; leave out "
                          "\"before:\" and \"lab:\", and read the sentence that is changed");
  }
  Results changed = results;
  for (int i = 0; i < 2; ++i) {
    if (!reads(value, i, false)) continue;
    Run& run = changed.side(i);
    if (run.trace == nullptr) continue;  // reading it says why
    const std::size_t before = run.edits.size();
    for (std::size_t part = 0; part + 1 < call.parts.size(); ++part) {
      if (side_of_change(call.parts[part]) == i) run.edits.push_back(change(call.parts[part], results));
    }
    if (run.edits.size() == before) continue;
    try {
      run.trace = run.model->trace({.text = run.text, .edits = run.edits, .like = run.trace.get()});
    } catch (const std::exception& error) {
      throw ExpressionError(error.what());
    }
    if (const auto translator = results.translator(); translator != nullptr && reads_certainty(value)) {
      const auto& calibration = results.card.certainty;
      run.certainty = certainty_of(*translator, *run.trace, run.edits, calibration ? &*calibration : nullptr);
    }
  }
  return evaluate(value, changed);
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
    throw ExpressionError(node.name +
                          " is said of the sentences that are shown; leave out \"lab:\" and \"before:\"");
  trace_for(node, results);  // says what is wrong where there is none
  return results.side(node.side).certainty;
}

Value values(const Node& node, const Results& results) {
  if (node.name == "certainty") {
    const Certainty& certainty = certainty_for(node, results);
    return certainty.sure() ? "sure" : mark_of(certainty);
  }
  if (node.name == "doubts") {
    const Certainty& certainty = certainty_for(node, results);
    return certainty.sure() ? "none" : reasons_of(certainty, trace_for(node, results).words());
  }
  if (node.name == "translation") return written(trace_for(node, results));
  if (node.name == "pronoun") return first_pronoun(trace_for(node, results).words().target);
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
