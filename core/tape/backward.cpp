// The reversed loop: gradients of one node with respect to all it was made from.
#include <algorithm>
#include <stdexcept>

#include "core/tape/tape.h"

namespace headlight {

namespace {

// Each gradient starts on a cache line.
Eigen::Index padded(Shape shape) { return (shape.size() + 15) / 16 * 16; }

}  // namespace

void Tape::share_gradient(int id, View where) {
  if (nodes_.at(id).kind != Node::Kind::parameter || where.shape != nodes_[id].shape) {
    throw std::invalid_argument(nodes_[id].label.path +
                                ": a shared gradient belongs to a parameter of its shape");
  }
  slots_[id].gradient = where;
  slots_[id].shared_gradient = true;
}

// One block for all, so that clearing them is one fill.
void Tape::prepare_gradients() {
  if (gradients_ready_) return;
  Eigen::Index total = 0;
  for (int id = 0; id < size(); ++id) {
    if (nodes_[id].differentiable && !slots_[id].shared_gradient) total += padded(nodes_[id].shape);
  }
  gradients_ = Buffer(total);
  float* next = gradients_.get();
  for (int id = 0; id < size(); ++id) {
    if (!nodes_[id].differentiable || slots_[id].shared_gradient) continue;
    slots_[id].gradient = {next, nodes_[id].shape};
    next += padded(nodes_[id].shape);
  }
  gradients_ready_ = true;
}

void Tape::backward(int id, float seed) {
  if (!nodes_.at(id).differentiable) {
    throw std::logic_error(nodes_[id].label.path + ": nothing differentiable leads to it");
  }
  prepare_gradients();
  std::fill_n(gradients_.get(), gradients_.size(), 0.0F);
  slots_[id].gradient.map().array() += seed;
  for (int at = id; at >= 0; --at) {
    const Node& made = nodes_[at];
    if (!made.differentiable) continue;
    if (slots_[at].edited) {
      const std::span<const int> edits = edits_of(at);
      for (auto last = edits.rbegin(); last != edits.rend(); ++last) {
        const Edit& edit = edits_[*last];
        const int input = made.inputs.empty() ? -1 : made.inputs[0];
        const bool takes = input >= 0 && nodes_[input].differentiable;
        apply_backward(edit, slots_[at].gradient, takes ? slots_[input].gradient : View{});
      }
    }
    if (!made.op) continue;
    inputs_.clear();
    input_gradients_.clear();
    for (const int input : made.inputs) {
      inputs_.push_back(value(input));
      input_gradients_.push_back(nodes_[input].differentiable ? slots_[input].gradient : View{});
    }
    made.op->backward(
        {inputs_, value(at), slots_[at].gradient, input_gradients_, noise_ + static_cast<std::uint32_t>(at)});
  }
}

ConstView Tape::gradient(int id) const {
  if (!has_gradient(id)) {
    throw std::logic_error(nodes_.at(id).label.path + ": no gradient; run backward() first");
  }
  return slots_[id].gradient;
}

}  // namespace headlight
