#include "core/tape/tape.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/platform/background.h"

namespace headlight {

namespace {

void copy(ConstView from, View to) { std::copy_n(from.data, from.shape.size(), to.data); }

Node given(Label label, Node::Kind kind, Shape shape) {
  return {.label = std::move(label),
          .kind = kind,
          .op = {},
          .inputs = {},
          .shape = shape,
          .differentiable = kind == Node::Kind::parameter};
}

}  // namespace

int Tape::append(Node node, Slot slot) {
  const int id = size();
  count_reader(node);
  nodes_.push_back(std::move(node));
  slots_.push_back(std::move(slot));
  gradients_ready_ = false;
  // It may have been waited for.
  if (is_edited(id)) slots_[id].edited = slots_[id].stale = true;
  return id;
}

void Tape::count_reader(const Node& node) {
  for (auto input = node.inputs.begin(); input != node.inputs.end(); ++input) {
    if (std::find(node.inputs.begin(), input, *input) == input) ++slots_[*input].readers;
  }
}

int Tape::constant(Label label, ConstView values) {
  Slot slot;
  slot.kept = Buffer(values.shape.size());
  copy(values, {slot.kept.get(), values.shape});
  slot.own = slot.kept.get();
  slot.stale = false;
  return append(given(std::move(label), Node::Kind::constant, values.shape), std::move(slot));
}

int Tape::lent(Label label, ConstView values) {
  Slot slot;
  slot.own = values.data;
  slot.stale = false;
  return append(given(std::move(label), Node::Kind::constant, values.shape), std::move(slot));
}

int Tape::parameter(Label label, ConstView values) {
  Slot slot;
  slot.own = values.data;
  slot.stale = false;
  return append(given(std::move(label), Node::Kind::parameter, values.shape), std::move(slot));
}

int Tape::record(Label label, OpPtr op, std::vector<int> inputs) {
  std::vector<Shape> shapes;
  shapes.reserve(inputs.size());
  bool differentiable = false;
  for (const int input : inputs) {
    shapes.push_back(nodes_.at(input).shape);
    differentiable = differentiable || nodes_[input].differentiable;
  }
  Shape shape;
  try {
    shape = op->shape(shapes);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(label.path + ": " + error.what());
  }
  return append(Node{.label = std::move(label),
                     .kind = Node::Kind::computed,
                     .op = std::move(op),
                     .inputs = std::move(inputs),
                     .shape = shape,
                     .differentiable = differentiable},
                {});
}

void Tape::rewind(int size) {
  nodes_.resize(size);
  slots_.resize(size);
  for (Slot& slot : slots_) slot.readers = 0;
  for (const Node& node : nodes_) count_reader(node);
  gradients_ready_ = false;
}

Tape Tape::fork() const {
  Tape other;
  other.nodes_ = nodes_;
  other.slots_ = slots_;
  for (Slot& slot : other.slots_) {
    slot.gradient = {};
    slot.shared_gradient = false;
  }
  other.edits_ = edits_;
  other.edits_of_ = edits_of_;
  other.noise_ = noise_;
  return other;
}

std::optional<int> Tape::find(std::string_view path) const {
  const auto found =
      std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) { return node.label.path == path; });
  if (found == nodes_.end()) return std::nullopt;
  return static_cast<int>(found - nodes_.begin());
}

bool Tape::holds(int id) const {
  const Slot& slot = slots_.at(id);
  return !slot.stale && (slot.value || slot.own != nullptr);
}

ConstView Tape::held(int id) const {
  const Slot& slot = slots_[id];
  return {slot.value ? slot.value.get() : slot.own, nodes_[id].shape};
}

ConstView Tape::value(int id) const {
  if (!holds(id)) {
    throw std::logic_error(nodes_.at(id).label.path +
                           ": the value is not held; run forward() or read recomputed()");
  }
  return held(id);
}

// Whether an input of it is not there as a whole.
bool Tape::reads_blocks(int id) const {
  const std::vector<int>& inputs = nodes_[id].inputs;
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](int input) { return nodes_[input].in_blocks && !holds(input); });
}

void Tape::compute(int id) {
  const Node& made = nodes_[id];
  Slot& slot = slots_[id];
  if (reads_blocks(id)) {
    constexpr int block = 128;  // rows: enough for a product to be as fast as of all of them
    if (!slot.value.alone()) slot.value = Buffer(made.shape.size());
    const View out{slot.value.get(), made.shape};
    slot.stale = true;
    for (int first = 0; first < made.shape.rows; first += block) {
      const int count = std::min(block, made.shape.rows - first);
      compute_rows(id, first, {out.data + Eigen::Index{first} * made.shape.cols, {count, made.shape.cols}});
    }
    ++computed_;
    slot.stale = false;
    return;
  }
  for (const int input : made.inputs) {
    if (holds(input)) continue;
    compute(input);
    drop_inputs(input);
  }
  const bool edited = slot.edited;
  if (made.op || edited) {
    if (!slot.value.alone()) slot.value = Buffer(made.shape.size());
    const View out{slot.value.get(), made.shape};
    inputs_.clear();
    for (const int input : made.inputs) inputs_.push_back(held(input));
    const ConstView first = inputs_.empty() ? ConstView{} : inputs_[0];
    if (made.op) {
      made.op->forward({inputs_, out, noise_ + static_cast<std::uint32_t>(id)});
      ++computed_;
      ++done_here().steps;
    } else {
      copy(own(id), out);
    }
    if (edited) {
      for (const int edit : edits_of(id)) apply(edits_[edit], out, first);
    }
  }
  slot.stale = false;
}

// Nobody else reads it: what its reader is made from has no second use.
void Tape::drop(int id) {
  if (nodes_[id].droppable && nodes_[id].op && slots_[id].readers == 1) slots_[id].value.release();
}

void Tape::drop_inputs(int id) {
  for (const int input : nodes_[id].inputs) drop(input);
}

void Tape::bring_back(int id) {
  if (nodes_.at(id).kind != Node::Kind::computed || slots_[id].stale) return;
  if (!holds(id)) compute(id);
  drop_inputs(id);
}

// Once for all, so that what is left over when the computing ends early is still known to be stale.
void Tape::mark_downstream() {
  for (int id = 0; id < size(); ++id) {
    const std::vector<int>& inputs = nodes_[id].inputs;
    slots_[id].stale = slots_[id].stale || std::any_of(inputs.begin(), inputs.end(),
                                                       [&](int input) { return slots_[input].stale; });
  }
}

bool Tape::forward(const Watch& watch, const Cancel* cancel) {
  computed_ = 0;
  mark_downstream();
  for (int id = 0; id < size(); ++id) {
    if (!slots_[id].stale) continue;
    if (cancel != nullptr && cancel->requested()) return false;
    if (nodes_[id].in_blocks) {
      slots_[id].value.release();
      slots_[id].stale = false;
      continue;
    }
    compute(id);
    if (watch) watch(*this, id);
    drop_inputs(id);
  }
  return true;
}

void Tape::set(int id, ConstView values) {
  Node& made = nodes_.at(id);
  if (made.kind != Node::Kind::constant || made.shape != values.shape) {
    throw std::invalid_argument(made.label.path + ": holds " + to_string(made.shape) + ", not " +
                                to_string(values.shape));
  }
  Slot& slot = slots_[id];
  if (!slot.kept.alone()) {
    slot.kept = Buffer(made.shape.size());
    slot.own = slot.kept.get();
  }
  copy(values, {slot.kept.get(), made.shape});
  slot.stale = true;
}

void Tape::replace(int id, OpPtr op) {
  Node& made = nodes_.at(id);
  std::vector<Shape> shapes;
  for (const int input : made.inputs) shapes.push_back(nodes_[input].shape);
  if (!made.op || op->shape(shapes) != made.shape) {
    throw std::invalid_argument(made.label.path + ": another op must give the same shape " +
                                to_string(made.shape));
  }
  made.op = std::move(op);
  slots_[id].stale = true;
}

void Tape::set_edits(std::vector<Edit> edits) {
  const std::vector<Edit> before = std::exchange(edits_, std::move(edits));
  const auto before_of = std::exchange(edits_of_, {});
  for (std::size_t i = 0; i < edits_.size(); ++i) edits_of_[edits_[i].path].push_back(static_cast<int>(i));
  for (int id = 0; id < size(); ++id) {
    Slot& slot = slots_[id];
    const bool was_edited = std::exchange(slot.edited, is_edited(id));
    if (!was_edited && !slot.edited) continue;
    // Where a node's own edits are the same, nothing is computed again.
    const auto old = before_of.find(nodes_[id].label.path);
    const std::span<const int> now = edits_of(id);
    if (was_edited && slot.edited &&
        std::equal(now.begin(), now.end(), old->second.begin(), old->second.end(),
                   [&](int one, int other) { return edits_[one] == before[other]; }))
      continue;
    slot.stale = true;
    // A leaf is edited in a copy.
    if (!nodes_[id].op && !slot.edited) slot.value.release();
  }
}

std::span<const int> Tape::edits_of(int id) const {
  const auto found = edits_of_.find(nodes_[id].label.path);
  return found == edits_of_.end() ? std::span<const int>{} : found->second;
}

bool Tape::is_edited(int id) const { return !edits_of(id).empty(); }

void Tape::touch_parameters() {
  for (int id = 0; id < size(); ++id) {
    if (nodes_[id].kind == Node::Kind::parameter) slots_[id].stale = true;
  }
}

std::int64_t Tape::bytes() const {
  std::int64_t cells = 0;
  for (const Slot& slot : slots_) cells += slot.value.size() + slot.kept.size();
  return cells * static_cast<std::int64_t>(sizeof(float));
}

void Tape::make_droppable(int id) {
  nodes_.at(id).droppable = true;
  drop(id);
}

void Tape::compute_in_blocks(int id) {
  Node& made = nodes_.at(id);
  if (!made.op || slots_[id].readers != 1 || !made.op->row_by_row(0)) return;
  for (int reader = id + 1; reader < size(); ++reader) {
    const Node& other = nodes_[reader];
    const auto input = std::find(other.inputs.begin(), other.inputs.end(), id);
    if (input == other.inputs.end()) continue;
    made.in_blocks = other.op->row_by_row(static_cast<int>(input - other.inputs.begin()));
    break;
  }
  if (made.in_blocks) make_droppable(id);
}

void Tape::drop_chains(std::int64_t cells) {
  for (int id = 0; id < size(); ++id) {
    if (nodes_[id].op && slots_[id].readers == 1 && nodes_[id].shape.size() >= cells) make_droppable(id);
  }
}

void Tape::set_noise(std::uint32_t noise) {
  noise_ = noise;
  for (int id = 0; id < size(); ++id) {
    if (nodes_[id].op && nodes_[id].op->draws()) slots_[id].stale = true;
  }
}

// Values computed again, and what a cell was made from: the tape stays as it is.

Matrix Tape::recomputed(int id) const { return recomputed(id, 0, nodes_.at(id).shape.rows); }

Matrix Tape::recomputed(int id, int first, int count) const {
  const Node& made = nodes_.at(id);
  if (first < 0 || count < 0 || first > made.shape.rows - count) {
    throw std::out_of_range(made.label.path + ": no rows " + std::to_string(first) + " to " +
                            std::to_string(Eigen::Index{first} + count - 1) + " in " + to_string(made.shape));
  }
  Matrix rows(count, made.shape.cols);
  compute_rows(id, first, view(rows));
  return rows;
}

// The rows of the value that begin with `first`, as many as `out` has.
void Tape::compute_rows(int id, int first, View out) const {
  const Node& made = nodes_[id];
  const int count = out.shape.rows;
  if (holds(id)) {
    out.map() = held(id).rows(first, count).map();
    return;
  }
  std::vector<Buffer> computed;
  std::vector<ConstView> inputs;
  ConstView passed;  // the same rows of the first input
  if (made.op) {
    for (std::size_t i = 0; i < made.inputs.size(); ++i) {
      const int input = made.inputs[i];
      const Shape shape = nodes_[input].shape;
      const bool same_rows = made.op->row_by_row(static_cast<int>(i));
      const int from = same_rows ? first : 0;
      const Shape wanted{same_rows ? count : shape.rows, shape.cols};
      if (holds(input)) {
        inputs.push_back(held(input).rows(from, wanted.rows));
      } else {
        const View rows{computed.emplace_back(wanted.size()).get(), wanted};
        compute_rows(input, from, rows);
        inputs.push_back(rows);
      }
      if (i == 0 && shape == made.shape) passed = same_rows ? inputs[0] : inputs[0].rows(first, count);
    }
    made.op->forward({inputs, out, noise_ + static_cast<std::uint32_t>(id), first});
    ++done_here().steps;
  } else {
    out.map() = own(id).rows(first, count).map();
  }
  for (const int edit : edits_of(id)) apply(edits_[edit], out, passed, first);
}

Expression Tape::explain(Cell cell) const {
  const Node& made = nodes_.at(cell.node);
  if (cell.row < 0 || cell.col < 0 || cell.row >= made.shape.rows || cell.col >= made.shape.cols) {
    throw std::out_of_range(made.label.path + ": no cell [" + std::to_string(cell.row) + ", " +
                            std::to_string(cell.col) + "] in " + to_string(made.shape));
  }
  const auto number = [&] { return Expression::number(recomputed(cell.node, cell.row, 1)(0, cell.col)); };
  const std::span<const int> edits = edits_of(cell.node);
  for (auto last = edits.rbegin(); last != edits.rend(); ++last) {
    const Edit& edit = edits_[*last];
    if (!touches(edit, made.shape, cell.row, cell.col)) continue;
    const bool passed =
        edit.kind == Edit::Kind::pass && !made.inputs.empty() && nodes_[made.inputs[0]].shape == made.shape;
    return passed ? Expression::cell(made.inputs[0], cell.row, cell.col) : number();
  }
  if (!made.op) return number();
  std::vector<Matrix> dropped;
  dropped.reserve(made.inputs.size());
  std::vector<ConstView> views;
  for (std::size_t i = 0; i < made.inputs.size(); ++i) {
    const int input = made.inputs[i];
    if (holds(input)) {
      views.push_back(held(input));
    } else if (made.op->explained_by(static_cast<int>(i))) {
      views.push_back(view(dropped.emplace_back(recomputed(input))));
    } else {
      views.push_back({nullptr, nodes_[input].shape});
    }
  }
  return made.op->explain(views, cell.row, cell.col, noise_ + static_cast<std::uint32_t>(cell.node))
      .over(made.inputs);
}

}  // namespace headlight
