// The tape: every step of a forward pass, in order, with its value. Recording is the forward pass; from the
// same tape come the views, the explanation of a cell, edits and their ripple, gradients and training.
//
// Append order is topological: forward is a loop over the nodes, backward the same loop reversed. A node is
// known by its place in that order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/tape/axis.h"
#include "core/tape/buffer.h"
#include "core/tape/edit.h"
#include "core/tape/op.h"

namespace headlight {

// A node's name and what its rows and columns stand for.
struct Label {
  std::string path;
  Axis rows = Axis::one;
  Axis cols = Axis::one;
};

struct Node {
  enum class Kind : std::uint8_t { constant, parameter, computed };
  Label label;
  Kind kind = Kind::constant;
  OpPtr op;  // null for leaves
  std::vector<int> inputs;
  Shape shape;
  bool differentiable = false;  // a gradient can flow through it
  bool droppable = false;       // its value may be released once its consumers have read it
};

class Tape {
 public:
  Tape() = default;
  Tape(Tape&&) = default;
  Tape& operator=(Tape&&) = default;

  // --- recording. Each returns the new node's place.
  // A leaf whose values are copied: tokens, or anything fixed.
  int constant(Label label, ConstView values);
  // A leaf whose values are lent and must outlive the tape: a tensor of the weights.
  int parameter(Label label, ConstView values);
  // A step; its value takes memory once it is computed. Throws std::invalid_argument (naming the node) when
  // the inputs do not fit the op.
  int record(Label label, OpPtr op, std::vector<int> inputs);
  // Forgets every node from `size` on, as if they had never been recorded.
  void rewind(int size);

  // --- reading
  int size() const { return static_cast<int>(nodes_.size()); }
  const Node& node(int id) const { return nodes_.at(id); }
  std::optional<int> find(std::string_view path) const;
  // Whether value(id) can be read now.
  bool holds(int id) const;
  // The value as forward() left it. Throws std::logic_error when it was dropped or not yet computed.
  ConstView value(int id) const;
  // The value, computed again (with all it needs) where it was dropped; the tape stays as it is.
  Matrix recomputed(int id) const;
  // The formula of a cell over cells of this tape; a cell that was set by an edit is a plain number.
  Expression explain(Cell cell) const;

  // --- computing
  // Computes every node that is new or downstream of a change. Allocates nothing once all have been computed
  // (but for nodes whose values are dropped).
  void forward();
  // New values for a constant, of the same shape.
  void set(int id, ConstView values);
  // Another op of the same shape in a node's place: the same step with other attributes.
  void replace(int id, OpPtr op);
  // Puts these edits in the place of those before. Paths that no node has (yet) wait for one.
  void set_edits(std::vector<Edit> edits);
  const std::vector<Edit>& edits() const { return edits_; }
  // Says that the lent values of parameters have changed: all that reads them is computed again.
  void touch_parameters();
  // Lets the values of `id` go once nothing more of a forward() needs them.
  void make_droppable(int id);
  // A new draw for ops that use chance (dropout); everything downstream of them is computed again.
  void set_noise(std::uint32_t noise);
  // How many nodes the last forward() computed.
  int computed() const { return computed_; }
  // Of all values that are held, in bytes; lent ones and gradients do not count.
  std::int64_t bytes() const;

  // --- gradients
  // d value(id) / d everything, times `seed` on every cell of `id`. Needs every value: none dropped.
  void backward(int id, float seed = 1.0F);
  // Throws std::logic_error before the first backward().
  ConstView gradient(int id) const;
  bool has_gradient(int id) const { return slots_.at(id).gradient.data != nullptr; }
  // A parameter's gradient is added to `where` from now on (and not cleared by backward()), so that several
  // tapes can share one sum. `where` must outlive the tape.
  void share_gradient(int id, View where);

 private:
  struct Slot {
    const float* lent = nullptr;  // a parameter's values
    Buffer value;
    Buffer original;  // an edited constant's own values
    View gradient;
    bool shared_gradient = false;
    bool stale = true;    // the value is not what forward() would compute
    bool pending = true;  // something of its own changed since forward()
    bool edited = false;
    int last_use = -1;  // the last node that reads it
  };

  int append(Node node, Slot slot);
  void compute(int id);
  void ensure(int id);
  void mark_edited(int id);
  void restore(int id);
  void prepare_gradients();
  ConstView held(int id) const;

  std::vector<Node> nodes_;
  std::vector<Slot> slots_;
  std::vector<Edit> edits_;
  Buffer gradients_;
  bool gradients_ready_ = false;
  std::uint32_t noise_ = 0;
  int computed_ = 0;
  // Scratch of forward and backward, kept so that a replay allocates nothing.
  std::vector<ConstView> inputs_;
  std::vector<View> input_gradients_;
  std::vector<char> changed_;
};

}  // namespace headlight
