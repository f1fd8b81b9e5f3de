// when(change, ..., value): what a value becomes once the computation is changed. The model runs again under
// the step's edits and these.
//
//   path[row, column] = number     the cells are set; without row or column all of them; also -inf
//   path[row] = second: path[row]  a row is copied, from the other sentence or another place
//   path[row] * number             the cells are multiplied
//   share(path[row, column] = number)   a weight is set, and the rest of its row makes room
//   text = "..."                   another text is read
//   shifted(place, by)             from the place on, the words are told that they stand so much farther back
//   lab: window = 3                a control of the open lab
//
// Of a picture's weights also opposite(...), mirror(...), exchange(...), without(...) and evenly(...).
// In a path "*" stands for each number there is: all heads of a layer.
#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "app/lessons/counting.h"
#include "app/session/edits.h"
#include "app/session/open_lab.h"
#include "core/explain/causal_map.h"
#include "core/explain/confidence.h"
#include "core/models/model.h"
#include "core/tape/ops/ops.h"
#include "core/text/unicode.h"

namespace headlight {
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
  if (value.kind == Kind::text && value.name == "-inf") {
    edit.values = {-std::numeric_limits<float>::infinity()};
    return;
  }
  const ExpressionValue to = evaluate(value, results);
  const auto* cells = std::get_if<Cells>(&to);
  if (cells == nullptr) {
    edit.values = {static_cast<float>(quantity(value, results).value)};
    return;
  }
  if (cells->rows != 1 || edit.col || !edit.row) {
    throw ExpressionError("a row can only be copied into a row: when(" + edit.path +
                          "[it] = second: " + edit.path + "[it], ...)");
  }
  for (const double each : cells->values) edit.values.push_back(static_cast<float>(each));
}

// Looks turned by hand, of one row of weights: where each weight goes.
//   opposite(path[row], 1)             the largest weights, so many, change places with the cells opposite
//   mirror(path[row])                  all of them
//   exchange(path[row, a], path[row, b])   two cells
//   without(path[row, cells])          nothing is left for the cells, and the rest makes up for it
//   evenly(path[row, cells])           all of it is laid on the cells, as much on each
bool turns_a_look(const Node& node) {
  constexpr std::array names{"opposite", "mirror", "exchange", "without", "evenly"};
  return node.kind == Kind::call && !node.parts.empty() && node.parts[0].kind == Kind::values &&
         std::find(names.begin(), names.end(), node.name) != names.end();
}

std::vector<double> turned_look(const Node& node, std::vector<double> row, int cells,
                                const Results& results) {
  const std::size_t first = row.size() - static_cast<std::size_t>(cells);  // a class token stands before them
  const auto opposite = [&](std::size_t place) { return first + row.size() - 1 - place; };
  if (node.name == "mirror") {
    std::reverse(row.begin() + static_cast<std::ptrdiff_t>(first), row.end());
    return row;
  }
  if (node.name == "opposite") {
    const double most = node.parts.size() < 2 ? 1 : quantity(node.parts[1], results).value;
    std::vector<std::size_t> order;
    for (std::size_t place = first; place < row.size(); ++place) order.push_back(place);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return row[a] > row[b]; });
    const std::vector<double> before = row;
    for (std::size_t i = 0; i < order.size() && static_cast<double>(i) < most; ++i) {
      row[order[i]] = before[opposite(order[i])];
      row[opposite(order[i])] = before[order[i]];
    }
    return row;
  }
  const std::vector<int> asked = columns_named(node.parts[0], results);
  if (node.name == "exchange") {
    const std::vector<int> other = node.parts.size() == 2 ? columns_named(node.parts[1], results) : asked;
    if (asked.size() != 1 || other.size() != 1 || asked == other)
      throw ExpressionError(
          "exchange(...) takes two cells of a row: exchange(path[word, free], path[word, free_too])");
    std::swap(row[static_cast<std::size_t>(asked[0])], row[static_cast<std::size_t>(other[0])]);
    return row;
  }
  const double all = std::accumulate(row.begin(), row.end(), 0.0);
  double taken = 0;
  for (const int column : asked) taken += std::exchange(row[static_cast<std::size_t>(column)], 0.0);
  if (node.name == "evenly") std::fill(row.begin(), row.end(), 0.0);
  for (const int column : asked) {
    if (node.name == "evenly")
      row[static_cast<std::size_t>(column)] = all / static_cast<double>(asked.size());
  }
  if (node.name == "without" && taken < all) {
    for (double& weight : row) weight *= all / (all - taken);
  }
  return row;
}

Edit change_of_look(const Node& node, const Results& results) {
  Node whole = node.parts[0];
  whole.col.clear();
  SessionEdit edit = place_of_change(whole, results);
  const ModelPtr& model = results.side(whole.side).model;
  if (!edit.row || model == nullptr || !model->anatomy().picture)
    throw ExpressionError(node.name + "(...) needs a row of weights over a picture's cells: " + node.name +
                          "(decoder.0.cross_attention.head.0.weights[word])");
  const int cells = model->anatomy().picture->features.cells();
  for (const double each : turned_look(node, cells_of(whole, results).values, cells, results))
    edit.values.push_back(static_cast<float>(each));
  return resolved(edit, results.side(whole.side).trace.get(), nullptr);
}

Edit change_of_cells(const Node& node, const Results& results) {
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

const Node& target_of_change(const Node& node) {
  const Node* target = &node;
  while (target->kind != Kind::values && !target->parts.empty()) target = &target->parts[0];
  return *target;
}
int side_of_change(const Node& node) { return target_of_change(node).side; }

// `node` with one path in the place of another, in all its parts: what is copied is of the same head.
Node with_path(Node node, const std::string& path, const std::string& other) {
  if (node.kind == Kind::values && node.name == path) node.name = other;
  for (Node& part : node.parts) part = with_path(std::move(part), path, other);
  return node;
}

// `node` with another row in the place that it changes.
Node with_row(Node node, const std::string& row) {
  Node* target = &node;
  while (target->kind != Kind::values && !target->parts.empty()) target = &target->parts[0];
  target->row = row;
  return node;
}

void append(std::vector<Edit>& edits, std::vector<Edit> more) {
  edits.insert(edits.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::vector<std::string> parts_of_path(const std::string& path) {
  std::vector<std::string> parts(1);
  for (const char letter : path) {
    if (letter == '.')
      parts.emplace_back();
    else
      parts.back() += letter;
  }
  return parts;
}

}  // namespace

std::vector<std::string> paths_of(const std::string& path, const Anatomy& anatomy) {
  if (path.find('*') == std::string::npos) return {path};
  const std::vector<std::string> asked = parts_of_path(path);
  std::vector<std::string> found;
  for (const AttentionHeads& attention : anatomy.attentions) {
    for (int number = 0; number < attention.count(); ++number) {
      const AttentionHeads::Place place = attention.place_of(number);
      std::vector<std::string> parts = parts_of_path(attention.info().path(place.layer, place.head, "x"));
      parts.pop_back();
      if (parts.size() > asked.size()) continue;
      bool fits = true;
      for (std::size_t i = 0; i < parts.size(); ++i) fits = fits && (asked[i] == "*" || asked[i] == parts[i]);
      if (!fits) continue;
      std::string whole = attention.info().path(place.layer, place.head, "");
      while (whole.ends_with('.')) whole.pop_back();
      for (std::size_t i = parts.size(); i < asked.size(); ++i) whole += "." + asked[i];
      found.push_back(whole);
    }
  }
  return found;
}

std::string with_drawn_head(const std::string& path, const Anatomy& anatomy, std::uint64_t lot) {
  constexpr std::string_view says = ".head.not_";
  const std::size_t at = path.find(says);
  if (at == std::string::npos) return path;
  const std::size_t number = at + says.size();
  const std::size_t end = std::min(path.find('.', number), path.size());
  const std::string kept = path.substr(number, end - number);
  const std::string before = path.substr(0, at) + ".head.";
  std::vector<std::string> others = paths_of(before + "*", anatomy);
  std::erase(others, before + kept);
  if (others.empty()) throw ExpressionError(path.substr(0, at) + " has no head other than " + kept);
  return others[lot % others.size()] + path.substr(end);
}

bool reads(const ExpressionNode& node, int side, bool before) {
  if (node.kind == Kind::values && !node.lab && node.side == side && node.before == before) return true;
  return std::any_of(node.parts.begin(), node.parts.end(),
                     [&](const ExpressionNode& part) { return reads(part, side, before); });
}

bool reads_lab(const ExpressionNode& node) {
  if (node.lab || (node.kind == Kind::call && node.name == "table")) return true;
  return std::any_of(node.parts.begin(), node.parts.end(), reads_lab);
}

bool reads_certainty(const ExpressionNode& node) {
  return node.name == "certainty" || node.name == "doubts" ||
         std::any_of(node.parts.begin(), node.parts.end(), reads_certainty);
}

ExpressionNode with_x(ExpressionNode node, double x) {
  if (node.kind == Kind::values && node.name == "x" && node.row.empty() && node.col.empty())
    return {.kind = Kind::number, .number = x};
  for (ExpressionNode& part : node.parts) part = with_x(std::move(part), x);
  return node;
}

namespace {

// The run computed again, of the text and under the edits that it has now.
void read_again(Run& run, const Trace* like) {
  try {
    run.trace = run.model->trace({.text = run.text, .edits = run.edits, .like = like});
  } catch (const std::exception& error) {
    throw ExpressionError(error.what());
  }
}

void change_text(const Node& said, Run& run, const Results& results) {
  const ExpressionValue to = evaluate(said.parts[1], results);
  const auto* text = std::get_if<std::string>(&to);
  if (text == nullptr || run.model == nullptr)
    throw ExpressionError("a text is changed into another one: when(text = \"the cat slept\", translation)");
  run.text = *text;
  const TracePtr like = run.trace;
  read_again(run, like.get());
  run.unedited = run.trace;
  if (run.edits.empty()) return;
  try {
    run.unedited = run.model->trace({.text = run.text, .like = like.get()});
  } catch (const std::exception& error) {
    throw ExpressionError(error.what());
  }
}

// Rotary positions turn queries and keys by the place of their word: these are turned as if it stood
// elsewhere, layer by layer, since each layer reads what the one before has made of it.
void shift(const Node& said, Run& run, const Results& results) {
  const auto& config = run.model == nullptr ? std::nullopt : run.model->transformer();
  if (said.parts.size() != 2 || !config || config->positions != Positions::rotary)
    throw ExpressionError(
        "shifted(...) takes a place and how much farther back the words from there on are told to stand, of "
        "a model with rotary positions (RoPE): shifted(13, -4)");
  const auto from = static_cast<int>(quantity(said.parts[0], results).value);
  const auto by = static_cast<int>(quantity(said.parts[1], results).value);
  for (const AttentionHeads& attention : run.model->anatomy().attentions) {
    if (attention.info().crosses()) continue;
    for (int layer = 0; layer < attention.layers(); ++layer) {
      for (int head = 0; head < attention.in(layer); ++head) {
        for (const std::string part : {"query", "key"}) {
          const Reading plain = run.trace->read(attention.info().path(layer, head, part));
          const Shape shape = plain.shape();
          if (from < 0 || from >= shape.rows)
            throw ExpressionError("shifted(...): there are places 0 to " + std::to_string(shape.rows - 1));
          Matrix turned(shape.rows - from, shape.cols);
          const Matrix moved = plain.view().map().middleRows(from, shape.rows - from);
          const std::array inputs{ConstView(view(moved))};
          rotate(config->rotation(), from + by)->forward({.inputs = inputs, .out = view(turned), .noise = 0});
          for (int row = from; row < shape.rows; ++row) {
            Edit edit{.path = attention.info().path(layer, head, part + "_rotated"), .row = row};
            for (int col = 0; col < shape.cols; ++col) edit.values.push_back(turned(row - from, col));
            run.edits.push_back(std::move(edit));
          }
        }
      }
      const TracePtr like = run.trace;
      read_again(run, like.get());
    }
  }
}

using EditOfChange = Edit (*)(const Node& said, const Results& results);

// The kinds of changes, told apart in this order: what each does to the run before it is computed again.
struct ChangeKind {
  bool (*is)(const Node& said);
  EditOfChange edit = nullptr;  // of one row
  void (*begin)(const Node& said, Run& run, const Results& results) = nullptr;
  bool of_lab = false;
};
constexpr ChangeKind change_kinds[] = {
    {.is = [](const Node& said) { return target_of_change(said).lab; }, .of_lab = true},
    {.is =
         [](const Node& said) {
           return said.kind == Kind::binary && said.name == "=" && said.parts[0].kind == Kind::values &&
                  said.parts[0].name == "text";
         },
     .begin = change_text},
    {.is = [](const Node& said) { return said.kind == Kind::call && said.name == "shifted"; },
     .begin = shift},
    {.is = turns_a_look, .edit = change_of_look},
    {.is = [](const Node&) { return true; }, .edit = change_of_cells},
};

const ChangeKind& kind_of(const Node& said) {
  return *std::find_if(std::begin(change_kinds), std::end(change_kinds),
                       [&](const ChangeKind& kind) { return kind.is(said); });
}

// Of several rows, joined by "+", each.
std::vector<Edit> changes_of_rows(const Node& said, EditOfChange edit, const Results& results) {
  const std::string& rows = target_of_change(said).row;
  if (rows.find('+') == std::string::npos || rows.starts_with('"')) return {edit(said, results)};
  std::vector<Edit> edits;
  for (std::size_t from = 0; from <= rows.size();) {
    const std::size_t to = std::min(rows.find('+', from), rows.size());
    edits.push_back(edit(with_row(said, rows.substr(from, to - from)), results));
    from = to + 1;
  }
  return edits;
}

// All changes of a call that are edits, each path with "*" written out.
std::vector<Edit> changes_of(const Node& call, std::size_t count, int side, const Results& results) {
  std::vector<Edit> edits;
  for (std::size_t part = 0; part < count; ++part) {
    const Node& said = call.parts[part];
    const Node& target = target_of_change(said);
    const EditOfChange edit = kind_of(said).edit;
    if (target.side != side || edit == nullptr) continue;
    const ModelPtr& model = results.side(side).model;
    if (model == nullptr || target.name.find('*') == std::string::npos) {
      append(edits, changes_of_rows(said, edit, results));
      continue;
    }
    const std::vector<std::string> paths = paths_of(target.name, model->anatomy());
    if (paths.empty()) throw ExpressionError("this model has no path " + in_quotes(target.name));
    for (const std::string& path : paths)
      append(edits, changes_of_rows(with_path(said, target.name, path), edit, results));
  }
  return edits;
}

// The lab with other controls.
LabWorkPtr with_controls(const Node& call, std::size_t count, const Results& results) {
  if (results.lab == nullptr) throw ExpressionError("no lab is open; give the session \"view\": \"lab\"");
  const LabWork& work = *results.lab;
  std::any controls = work.controls;
  for (std::size_t part = 0; part < count; ++part) {
    const Node& said = call.parts[part];
    if (!kind_of(said).of_lab) continue;
    if (said.kind != Kind::binary || said.name != "=")
      throw ExpressionError("a control of the lab is set: when(lab: window = 3, ...)");
    const std::string& name = said.parts[0].name;
    Json to;
    const Node& value = said.parts[1];
    if (value.kind == Kind::text) {
      to = value.name;
    } else if (value.kind == Kind::values && (value.name == "true" || value.name == "false")) {
      to = value.name == "true";
    } else {
      const Quantity number = quantity(value, results);
      to = number.whole ? Json(static_cast<int>(number.value)) : Json(number.value);
    }
    try {
      work.lab->settings.read(Json{{name, to}}, std::string("labs.") + work.lab->name, controls);
    } catch (const FieldError& error) {
      throw ExpressionError(error.field + " " + error.what);
    }
    std::any fit = controls;
    work.lab->settings.fit(fit);
    if (!work.lab->settings.same(fit, controls))
      throw ExpressionError("lab: " + name + " = " + to.dump() + " is more or less than the control has");
  }
  return lab_work_like(work, controls, results);
}

}  // namespace

ExpressionValue evaluate_when(const ExpressionNode& call, const Results& results) {
  if (call.parts.size() < 2) not_a_change();
  const std::size_t changes = call.parts.size() - 1;
  const ExpressionNode& value = call.parts.back();
  for (std::size_t part = 0; part < changes; ++part) {
    const ExpressionNode& said = call.parts[part];
    const int side = side_of_change(said);
    const bool of_lab = kind_of(said).of_lab;
    if (of_lab ? reads_lab(value) : reads(value, side, false)) continue;
    if (of_lab)
      throw ExpressionError("when(...) changes the lab and reads nothing that it found; write \"lab:\"");
    throw ExpressionError("when(...) changes the " + std::string(side == 0 ? "first" : "second") +
                          " sentence and reads nothing of it that the change could reach; leave out "
                          "\"before:\" and \"lab:\", and read the sentence that is changed");
  }
  Results changed = results;
  for (std::size_t part = 0; part < changes; ++part) {
    const ExpressionNode& said = call.parts[part];
    Run& run = changed.side(side_of_change(said));
    if (const auto begin = kind_of(said).begin; begin != nullptr) begin(said, run, results);
  }
  const Results begun = changed;
  for (int i = 0; i < 2; ++i) {
    if (!reads(value, i, false)) continue;
    Run& run = changed.side(i);
    if (run.trace == nullptr) continue;  // reading it says why
    append(run.edits, changes_of(call, changes, i, begun));
    if (run.edits.size() > begun.side(i).edits.size()) read_again(run, begun.side(i).trace.get());
    if (run.trace == results.side(i).trace) continue;
    if (const auto translator = results.translator(); translator != nullptr && reads_certainty(value)) {
      const auto& calibration = results.card.certainty;
      run.certainty =
          certainty_of(*translator, *run.trace, run.edits, calibration ? &*calibration : nullptr, run.text);
    }
  }
  const bool of_lab = std::any_of(call.parts.begin(), call.parts.end() - 1,
                                  [](const ExpressionNode& said) { return kind_of(said).of_lab; });
  if (of_lab) changed.lab = with_controls(call, changes, changed);
  return evaluate(value, changed);
}

ExpressionValue effect_of(const ExpressionNode& call, const Results& results) {
  if (call.parts.empty()) not_a_change();
  const TracePtr& first = results.side(0).trace;
  const TracePtr& second = results.side(1).trace;
  if (first == nullptr || second == nullptr)
    throw ExpressionError(
        "effect(...) needs a change from one sentence towards another: give the session a "
        "\"compare\", or count over pairs(...)");
  const std::optional<CausalQuestion> question = first_difference(*second, *first);
  if (!question) throw ExpressionError("effect(...): the model answers both sentences alike");
  try {
    CausalRuns runs(results.side(0).model, second, first, *question);
    return Quantity{runs.effect(changes_of(call, call.parts.size(), 0, results)), NumberFormat::value};
  } catch (const std::invalid_argument& error) {
    throw ExpressionError(error.what());
  }
}

}  // namespace headlight
