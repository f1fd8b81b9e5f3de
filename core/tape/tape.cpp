#include "core/tape/tape.h"

#include <algorithm>
#include <ranges>
#include <stdexcept>
#include <utility>

namespace headlight {

namespace {

void copy(ConstView from, View to) { std::copy_n(from.data, from.shape.size(), to.data); }

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
  return append(Node{.label = std::move(label),
                     .kind = Node::Kind::constant,
                     .op = {},
                     .inputs = {},
                     .shape = values.shape},
                std::move(slot));
}

int Tape::parameter(Label label, ConstView values) {
  Slot slot;
  slot.own = values.data;
  slot.stale = false;
  return append(Node{.label = std::move(label),
                     .kind = Node::Kind::parameter,
                     .op = {},
                     .inputs = {},
                     .shape = values.shape,
                     .differentiable = true},
                std::move(slot));
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

void Tape::compute(int id) {
  const Node& made = nodes_[id];
  Slot& slot = slots_[id];
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
    } else {
      copy(own(id), out);
    }
    for (const Edit& edit : edits_) {
      if (edited && edit.path == made.label.path) apply(edit, out, first);
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
  for (int id = 0; id < size(); ++id) {
    Slot& slot = slots_[id];
    const bool was_edited = std::exchange(slot.edited, is_edited(id));
    if (!was_edited && !slot.edited) continue;
    // Those of this node alone, in their order: where they are the same, nothing is computed again.
    const auto own = [&](const Edit& edit) { return edit.path == nodes_[id].label.path; };
    if (std::ranges::equal(before | std::views::filter(own), edits_ | std::views::filter(own))) continue;
    slot.stale = true;
    // A leaf is edited in a copy.
    if (!nodes_[id].op && !slot.edited) slot.value.release();
  }
}

bool Tape::is_edited(int id) const {
  const std::string& path = nodes_[id].label.path;
  return std::any_of(edits_.begin(), edits_.end(), [&](const Edit& edit) { return edit.path == path; });
}

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

}  // namespace headlight
