// One kind of arithmetic step: forward, backward, the formula of a cell, its code and the sign, in one place.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/matrix/matrix.h"
#include "core/tape/code.h"
#include "core/tape/expression.h"

namespace headlight {

struct Forward {
  std::span<const ConstView> inputs;
  View out;
  std::uint32_t noise;  // changes with every training step: what dropout draws from
  int first = 0;        // the row of the value that is the first of `out`: some rows can be computed alone
};

struct Backward {
  std::span<const ConstView> inputs;
  ConstView out;
  ConstView out_gradient;
  std::span<const View> input_gradients;  // add to these; a view without data is not asked for
  std::uint32_t noise;
};

// Immutable: its attributes (a factor, a mask, a range of columns) are fixed when it is made. To change
// one, put another op in its place (Tape::replace).
class Op {
 public:
  struct RowRange {
    int first = 0, count = 0;
  };

  virtual ~Op() = default;

  virtual std::string_view name() const = 0;
  // The sign that stands between the inputs and the value: "×", "+", "softmax".
  virtual std::string symbol() const = 0;
  // Whether the value depends on `noise`.
  virtual bool draws() const { return false; }
  // Shape of the value. Throws std::invalid_argument when the inputs do not fit together.
  virtual Shape shape(std::span<const Shape> inputs) const = 0;
  // Multiply-adds of a matrix product, n m p for n x m times m x p; 0 for all that is not one.
  virtual std::int64_t multiply_adds(std::span<const Shape> /*inputs*/) const { return 0; }
  // Whether row r of the value depends on this input's row r and none of its others.
  virtual bool row_by_row(int /*input*/) const { return false; }
  // The rows of an input, which has a shape in `inputs`, that row r of the value depends on: all of them
  // where it is not row_by_row(), but for ops that only put rows elsewhere.
  virtual RowRange rows_read(std::span<const Shape> inputs, int input, int row) const {
    return row_by_row(input) ? RowRange{row, 1} : RowRange{0, inputs[input].rows};
  }
  // Writes every cell of `out`. Where that is not all rows of the value, the inputs that are row_by_row()
  // have the same rows, the others all of theirs.
  virtual void forward(const Forward& step) const = 0;
  virtual void backward(const Backward& step) const = 0;
  // Whether explain() reads numbers of this input, not only its shape.
  virtual bool explained_by(int /*input*/) const { return false; }
  // The formula of out(row, col); its cells name inputs by their place. Inputs it is not explained_by() may
  // come without data. `noise` is what forward() was given.
  virtual Expression explain(std::span<const ConstView> inputs, int row, int col,
                             std::uint32_t noise) const = 0;
  // The same as lines of Python, for inputs of these shapes; `code.h` says which places they have.
  virtual OpCode code(std::span<const Shape> inputs) const = 0;
  // Its backward pass as lines behind those of code(), whose names they use. {dy} is the gradient of the
  // value; of each input that a gradient flows into, "W", a line defines {dW}, of the columns that are read;
  // {gradients} are those of {inputs}. Empty where it flows into none.
  virtual LinesOfCode backward_code(std::span<const Shape> inputs) const = 0;
};

using OpPtr = std::shared_ptr<const Op>;

}  // namespace headlight
