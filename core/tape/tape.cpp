#include "core/tape/tape.h"

#include <algorithm>
#include <stdexcept>

namespace headlight {

namespace {

void copy(ConstView from, View to) { std::copy_n(from.data, from.shape.size(), to.data); }

}  // namespace

int Tape::append(Node node, Slot slot) {
  const int id = size();
  for (const int input : node.inputs) slots_[input].last_use = id;
  nodes_.push_back(std::move(node));
  slots_.push_back(std::move(slot));
  gradients_ready_ = false;
  mark_edited(id);
  return id;
}

int Tape::constant(Label label, ConstView values) {
  Slot slot;
  slot.value = Buffer(values.shape.size());
  slot.stale = false;
  copy(values, {slot.value.get(), values.shape});
  return append(Node{.label = std::move(label),
                     .kind = Node::Kind::constant,
                     .op = {},
                     .inputs = {},
                     .shape = values.shape},
                std::move(slot));
}

int Tape::parameter(Label label, ConstView values) {
  Slot slot;
  slot.lent = values.data;
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
  for (Slot& slot : slots_) slot.last_use = -1;
  for (int id = 0; id < size; ++id) {
    for (const int input : nodes_[id].inputs) slots_[input].last_use = id;
  }
  gradients_ready_ = false;
}

std::optional<int> Tape::find(std::string_view path) const {
  const auto found =
      std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) { return node.label.path == path; });
  if (found == nodes_.end()) return std::nullopt;
  return static_cast<int>(found - nodes_.begin());
}

bool Tape::holds(int id) const {
  const Slot& slot = slots_.at(id);
  return !slot.stale && (slot.value || slot.lent != nullptr);
}

ConstView Tape::held(int id) const {
  const Slot& slot = slots_[id];
  return {slot.value ? slot.value.get() : slot.lent, nodes_[id].shape};
}

ConstView Tape::value(int id) const {
  if (!holds(id)) {
    throw std::logic_error(nodes_.at(id).label.path +
                           ": the value is not held; run forward() or read recomputed()");
  }
  return held(id);
}

void Tape::compute(int id) {
  Node& made = nodes_[id];
  Slot& slot = slots_[id];
  if (made.kind == Node::Kind::computed) {
    if (!slot.value) slot.value = Buffer(made.shape.size());
    inputs_.clear();
    for (const int input : made.inputs) inputs_.push_back(held(input));
    const View out{slot.value.get(), made.shape};
    made.op->forward({inputs_, out, noise_ + static_cast<std::uint32_t>(id)});
    ++computed_;
  } else if (slot.edited) {
    const float* own = made.kind == Node::Kind::parameter ? slot.lent : slot.original.get();
    copy({own, made.shape}, {slot.value.get(), made.shape});
  }
  if (slot.edited) {
    for (const Edit& edit : edits_) {
      if (edit.path != made.label.path) continue;
      apply(edit, {slot.value.get(), made.shape}, made.inputs.empty() ? ConstView{} : held(made.inputs[0]));
    }
  }
  slot.stale = false;
}

void Tape::ensure(int id) {
  if (holds(id)) return;
  for (const int input : nodes_[id].inputs) ensure(input);
  compute(id);
}

void Tape::forward() {
  computed_ = 0;
  changed_.assign(nodes_.size(), 0);
  for (int id = 0; id < size(); ++id) {
    Slot& slot = slots_[id];
    const Node& made = nodes_[id];
    const bool new_input =
        std::any_of(made.inputs.begin(), made.inputs.end(), [&](int input) { return changed_[input] != 0; });
    const bool dropped = made.droppable && !slot.value;
    if (!new_input && (!slot.stale || (dropped && !slot.pending))) continue;
    changed_[id] = 1;
    slot.pending = false;
    for (const int input : made.inputs) ensure(input);
    compute(id);
    for (const int input : made.inputs) {
      if (nodes_[input].droppable && slots_[input].last_use <= id) {
        slots_[input].value.release();
        slots_[input].stale = true;
      }
    }
  }
}

void Tape::set(int id, ConstView values) {
  Node& made = nodes_.at(id);
  if (made.kind != Node::Kind::constant || made.shape != values.shape) {
    throw std::invalid_argument(made.label.path + ": holds " + to_string(made.shape) + ", not " +
                                to_string(values.shape));
  }
  Slot& slot = slots_[id];
  copy(values, {slot.edited ? slot.original.get() : slot.value.get(), made.shape});
  slot.stale = slot.pending = true;
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
  slots_[id].stale = slots_[id].pending = true;
}

void Tape::set_edits(std::vector<Edit> edits) {
  std::vector<int> before;
  for (int id = 0; id < size(); ++id) {
    if (slots_[id].edited) before.push_back(id);
  }
  edits_ = std::move(edits);
  for (const int id : before) {
    Slot& slot = slots_[id];
    slot.edited = false;
    slot.stale = slot.pending = true;
    restore(id);
  }
  for (int id = 0; id < size(); ++id) mark_edited(id);
}

// Leaves are edited in a copy: the values they hold are somebody else's, or needed when the edit goes.
void Tape::mark_edited(int id) {
  Slot& slot = slots_[id];
  const Node& made = nodes_[id];
  const bool wanted = std::any_of(edits_.begin(), edits_.end(),
                                  [&](const Edit& edit) { return edit.path == made.label.path; });
  if (!wanted) return;
  if (made.kind == Node::Kind::parameter) {
    slot.value = Buffer(made.shape.size());
    copy({slot.lent, made.shape}, {slot.value.get(), made.shape});
  } else if (made.kind == Node::Kind::constant) {
    slot.original = Buffer(made.shape.size());
    copy({slot.value.get(), made.shape}, {slot.original.get(), made.shape});
  }
  slot.edited = true;
  slot.stale = slot.pending = true;
}

void Tape::restore(int id) {
  Slot& slot = slots_[id];
  if (nodes_[id].kind == Node::Kind::parameter) slot.value.release();
  if (nodes_[id].kind == Node::Kind::constant) {
    std::swap(slot.value, slot.original);
    slot.original.release();
  }
}

void Tape::touch_parameters() {
  for (int id = 0; id < size(); ++id) {
    if (nodes_[id].kind == Node::Kind::parameter) slots_[id].stale = slots_[id].pending = true;
  }
}

std::int64_t Tape::bytes() const {
  std::int64_t cells = 0;
  for (const Slot& slot : slots_) cells += slot.value.size() + slot.original.size();
  return cells * static_cast<std::int64_t>(sizeof(float));
}

void Tape::make_droppable(int id) { nodes_.at(id).droppable = true; }

void Tape::set_noise(std::uint32_t noise) {
  noise_ = noise;
  for (int id = 0; id < size(); ++id) {
    if (nodes_[id].op && nodes_[id].op->draws()) slots_[id].stale = slots_[id].pending = true;
  }
}

}  // namespace headlight
