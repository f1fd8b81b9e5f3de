#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

class Linear final : public Op {
 public:
  Linear(int begin, int count) : begin_(begin), count_(count) {}

  std::string_view name() const override { return "linear"; }
  std::string symbol() const override { return "×"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 2, 3);
    require(in[0].cols == in[1].rows, "x ", in[0], " does not fit W ", in[1]);
    require(begin_ >= 0 && begin_ + count_ <= in[1].cols, "W ", in[1], " has no columns ", begin_, " to ",
            begin_ + count_ - 1);
    require(in.size() < 3 || in[2] == Shape{1, in[1].cols}, "the bias does not fit W ", in[1]);
    return {in[0].rows, count_};
  }
  std::int64_t multiply_adds(std::span<const Shape> in) const override { return in[0].size() * count_; }
  bool row_by_row(int input) const override { return input == 0; }

  void forward(const Forward& step) const override {
    auto out = step.out.map();
    out.noalias() = step.inputs[0].map() * step.inputs[1].columns(begin_, count_);
    if (step.inputs.size() == 3) out.rowwise() += step.inputs[2].columns(begin_, count_).row(0);
  }

  void backward(const Backward& step) const override {
    const auto dy = step.out_gradient.map();
    if (step.input_gradients[0]) {
      step.input_gradients[0].map().noalias() += dy * step.inputs[1].columns(begin_, count_).transpose();
    }
    if (step.input_gradients[1]) {
      step.input_gradients[1].columns(begin_, count_).noalias() += step.inputs[0].map().transpose() * dy;
    }
    if (step.inputs.size() == 3 && step.input_gradients[2]) {
      step.input_gradients[2].columns(begin_, count_).row(0) += dy.colwise().sum();
    }
  }

  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    using E = Expression;
    std::vector<E> bias;
    if (in.size() == 3) bias.push_back(E::cell(2, 0, begin_ + col));
    return E::sum_over(in[0].shape.cols, E::product({E::in_row(0, row), E::in_column(1, begin_ + col)}),
                       std::move(bias));
  }
  OpCode code(std::span<const Shape> in) const override {
    const bool bias = in.size() == 3;
    const std::string columns = count_ == in[1].cols ? "" : range_of_places(begin_, count_, ":");
    OpCode made{.all = {bias ? "{y} = {x} @ {W} + {b}" : "{y} = {x} @ {W}"},
                .inputs = {{"x"}, {"W", PythonType::matrix, columns}},
                .cell = {"row = {x}[{row}]\ncolumn = {W}[:, {col}]\nproducts = row * column\n"
                         "{cell} = products.sum()" +
                         std::string(bias ? " + {b}[{col}]" : "")}};
    if (bias) made.inputs.push_back({"b", PythonType::vector, columns});
    return made;
  }
  LinesOfCode backward_code(std::span<const Shape> in) const override {
    const std::string lines = "{dx} = {dy} @ {W}.T\n{dW} = {x}.T @ {dy}";
    if (in.size() < 3) return {lines};
    return {lines + "\n{db} = {dy}.sum(axis=0)", lines + "\n{db} = {dy}.sum(dim=0)"};
  }

 private:
  int begin_;
  int count_;
};

class TiedLinear final : public Op {
 public:
  std::string_view name() const override { return "tied_linear"; }
  std::string symbol() const override { return "×"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 2, 3);
    require(in[0].cols == in[1].cols, "x ", in[0], " does not fit E ", in[1]);
    require(in.size() < 3 || in[2] == Shape{1, in[1].rows}, "the bias does not fit E ", in[1]);
    return {in[0].rows, in[1].rows};
  }
  std::int64_t multiply_adds(std::span<const Shape> in) const override { return in[0].size() * in[1].rows; }
  bool row_by_row(int input) const override { return input == 0; }

  void forward(const Forward& step) const override {
    auto out = step.out.map();
    out.noalias() = step.inputs[0].map() * step.inputs[1].map().transpose();
    if (step.inputs.size() == 3) out.rowwise() += step.inputs[2].map().row(0);
  }

  void backward(const Backward& step) const override {
    const auto dy = step.out_gradient.map();
    if (step.input_gradients[0]) step.input_gradients[0].map().noalias() += dy * step.inputs[1].map();
    if (step.input_gradients[1])
      step.input_gradients[1].map().noalias() += dy.transpose() * step.inputs[0].map();
    if (step.inputs.size() == 3 && step.input_gradients[2]) {
      step.input_gradients[2].map().row(0) += dy.colwise().sum();
    }
  }

  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    using E = Expression;
    std::vector<E> bias;
    if (in.size() == 3) bias.push_back(E::cell(2, 0, col));
    return E::sum_over(in[0].shape.cols, E::product({E::in_row(0, row), E::in_row(1, col)}), std::move(bias));
  }
  OpCode code(std::span<const Shape> in) const override {
    const bool bias = in.size() == 3;
    OpCode made{.all = {"{y} = {x} @ {E}.T" + std::string(bias ? " + {b}" : "")},
                .inputs = {{"x"}, {"E"}},
                .cell = {"row = {x}[{row}]\nembedding = {E}[{col}]\nproducts = row * embedding\n"
                         "{cell} = products.sum()" +
                         std::string(bias ? " + {b}[{col}]" : "")}};
    if (bias) made.inputs.push_back({"b", PythonType::vector});
    return made;
  }
  LinesOfCode backward_code(std::span<const Shape> in) const override {
    const std::string lines = "{dx} = {dy} @ {E}\n{dE} = {dy}.T @ {x}";
    if (in.size() < 3) return {lines};
    return {lines + "\n{db} = {dy}.sum(axis=0)", lines + "\n{db} = {dy}.sum(dim=0)"};
  }
};

}  // namespace

OpPtr linear(int begin, int count) { return std::make_shared<Linear>(begin, count); }
OpPtr tied_linear() {
  static const OpPtr op = std::make_shared<TiedLinear>();
  return op;
}

}  // namespace headlight
