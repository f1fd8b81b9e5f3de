// The tape: every step of a forward pass, in order, with its value. Recording is the forward pass; from the
// same tape come the views, the explanation of a cell, edits and their ripple, gradients and training.
//
// Append order is topological: forward is a loop over the nodes, backward the same loop reversed. A node is
// known by its place in that order.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/platform/portable.h"
#include "core/tape/axis.h"
#include "core/tape/edit.h"
#include "core/tape/op.h"

namespace headlight {

// A block of floats on a cache line. Copies share it: what several tapes hold lies in memory once.
class Buffer {
 public:
  Buffer() = default;
  // Unset: whoever asks for it writes every cell. An empty one still counts as there.
  explicit Buffer(std::ptrdiff_t count)
      : lines_(
            portable::unset_array<Line>(static_cast<std::size_t>(count > 0 ? (count - 1) / in_line + 1 : 1))),
        count_(count) {}

  float* get() const { return lines_ ? lines_[0].cells.data() : nullptr; }
  std::ptrdiff_t size() const { return count_; }
  explicit operator bool() const { return lines_ != nullptr; }
  void release() {
    lines_.reset();
    count_ = 0;
  }
  // Whether no copy shares it, so that it may be written.
  bool alone() const {
    if (lines_.use_count() != 1) return false;
    // What the last of the others has read, in its thread, is read before anything is written here.
    std::atomic_thread_fence(std::memory_order_acquire);
    return true;
  }

 private:
  static constexpr std::ptrdiff_t in_line = 16;
  struct alignas(64) Line {
    std::array<float, in_line> cells;
  };
  std::shared_ptr<Line[]> lines_;
  std::ptrdiff_t count_ = 0;
};

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
  bool droppable = false;       // its value may be released once its one reader has read it
  bool in_blocks = false;  // its value is never there as a whole: its reader is computed some rows at a time
};

// A request to stop computing, made in any thread.
class Cancel {
 public:
  Cancel() = default;
  // Requested while `also` says so, too.
  explicit Cancel(std::function<bool()> also) : also_(std::move(also)) {}
  void request() { requested_ = true; }
  bool requested() const { return requested_ || (also_ && also_()); }

 private:
  std::function<bool()> also_;
  std::atomic<bool> requested_ = false;
};

class Tape;
// Is called with a node whose value was just computed. That value and those it was made from can be read,
// though not all of them stay.
using Watch = std::function<void(const Tape& tape, int id)>;

class Tape {
 public:
  Tape() = default;
  Tape(Tape&&) = default;
  Tape& operator=(Tape&&) = default;

  // --- recording. Each returns the new node's place.
  // A leaf whose values are copied: tokens, or anything fixed.
  int constant(Label label, ConstView values);
  // The same, but lent: they must outlive the tape.
  int lent(Label label, ConstView values);
  // A leaf whose values are lent and must outlive the tape: a tensor of the weights.
  int parameter(Label label, ConstView values);
  // A step; its value takes memory once it is computed. Throws std::invalid_argument (naming the node) when
  // the inputs do not fit the op.
  int record(Label label, OpPtr op, std::vector<int> inputs);
  // Forgets every node from `size` on, as if they had never been recorded.
  void rewind(int size);
  // Another tape of the same nodes, edits and values. They share the memory of each value until one of them
  // computes it again: a fork that is edited takes what the edits change. Gradients stay here. What is lent
  // to this tape must outlive both.
  Tape fork() const;

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
  // Its rows first .. first + count alone, [count, cols], from no more of what was dropped than these need.
  // Throws std::out_of_range where it has no such rows.
  Matrix recomputed(int id, int first, int count) const;
  // The formula of a cell over cells of this tape; a cell that was set by an edit is a plain number.
  Expression explain(Cell cell) const;

  // --- computing
  // Computes every node that is new or downstream of a change. Allocates nothing once all have been computed
  // (but for nodes whose values are dropped). `watch` sees each new value before it can be dropped. Between
  // two nodes `cancel` is asked: once requested, this returns false, and what is not computed yet is not
  // held. The next forward() goes on from there, also where an op has thrown.
  bool forward(const Watch& watch = {}, const Cancel* cancel = nullptr);
  // New values for a constant, of the same shape.
  void set(int id, ConstView values);
  // Another op of the same shape in a node's place: the same step with other attributes.
  void replace(int id, OpPtr op);
  // Computes a value again that was dropped, and lets go what that step alone reads: of nodes brought back in
  // their order, each is computed once. What forward() has not computed stays as it is.
  void bring_back(int id);
  // Puts these edits in the place of those before; nodes whose own edits differ, and all downstream, are
  // computed again. Paths that no node has (yet) wait for one.
  void set_edits(std::vector<Edit> edits);
  const std::vector<Edit>& edits() const { return edits_; }
  // Says that the lent values of parameters have changed: all that reads them is computed again.
  void touch_parameters();
  // Lets the value of a step go once the one step that reads it is computed. What several read, or none,
  // stays: so whatever is computed again for a value is computed for it only once.
  void make_droppable(int id);
  // A step that one other step reads row by row, as it reads its own input: neither forward() nor a watch
  // meets it, and the one that reads it is computed a block of rows after the other. Others are left as they
  // are.
  void compute_in_blocks(int id);
  // The same as make_droppable() for every step so far that one other reads and whose value has `cells`
  // numbers or more.
  void drop_chains(std::int64_t cells);
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
    const float* own = nullptr;  // a leaf's values without edits: lent, or those it keeps
    Buffer kept;
    Buffer value;  // computed, or a leaf's values with the edits
    View gradient;
    bool shared_gradient = false;
    bool stale = true;  // a value, if there is one, is not what forward() would compute
    bool edited = false;
    int readers = 0;  // steps that read it
  };

  int append(Node node, Slot slot);
  void count_reader(const Node& node);
  void mark_downstream();
  void compute(int id);
  void drop(int id);
  void drop_inputs(int id);
  std::span<const int> edits_of(int id) const;  // places in edits_
  bool is_edited(int id) const;
  void prepare_gradients();
  ConstView held(int id) const;
  ConstView own(int id) const { return {slots_[id].own, nodes_[id].shape}; }
  void compute_rows(int id, int first, View out) const;
  bool reads_blocks(int id) const;

  std::vector<Node> nodes_;
  std::vector<Slot> slots_;
  std::vector<Edit> edits_;
  std::unordered_map<std::string, std::vector<int>> edits_of_;  // places in edits_, by the path of a node
  Buffer gradients_;
  bool gradients_ready_ = false;
  std::uint32_t noise_ = 0;
  int computed_ = 0;
  // Scratch of forward and backward, kept so that a replay allocates nothing.
  std::vector<ConstView> inputs_;
  std::vector<View> input_gradients_;
};

}  // namespace headlight
