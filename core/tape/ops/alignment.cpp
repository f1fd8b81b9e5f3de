// How well a query fits a key, other than by a dot product.
#include <cmath>

#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

class AdditiveAlignment final : public Op {
 public:
  explicit AdditiveAlignment(int own) : own_(own) {}

  std::string_view name() const override { return "additive_alignment"; }
  std::string symbol() const override { return "v · tanh(+)"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 3, 3);
    require(in[0].cols == in[1].cols, "queries ", in[0], " and keys ", in[1], " differ in their dimension");
    require(in[2] == Shape{1, in[0].cols}, "v ", in[2], " does not fit the queries ", in[0]);
    require(own_ == 0 || in[1].rows == in[0].rows * own_, "keys ", in[1], " are not ", own_,
            " of each of the queries ", in[0]);
    return {in[0].rows, keys_of_each(in[1].rows)};
  }
  // Of v with the tanh of every pair.
  std::int64_t multiply_adds(std::span<const Shape> in) const override {
    return in[0].size() * keys_of_each(in[1].rows);
  }
  bool row_by_row(int input) const override { return input == 0; }

  void forward(const Forward& step) const override {
    const auto v = step.inputs[2].map().row(0).array();
    for (int q = 0; q < step.out.shape.rows; ++q) {
      const int first = own_ * (step.first + q);
      for (int k = 0; k < step.out.shape.cols; ++k)
        step.out(q, k) = (v * inner(step.inputs, q, first + k)).sum();
    }
  }

  // d/dx tanh(x) = 1 - tanh(x)^2, the same for query and key.
  void backward(const Backward& step) const override {
    const auto v = step.inputs[2].map().row(0).array();
    for (int q = 0; q < step.out.shape.rows; ++q) {
      for (int i = 0; i < step.out.shape.cols; ++i) {
        const float dy = step.out_gradient(q, i);
        const int k = own_ * q + i;
        const Eigen::Array<float, 1, Eigen::Dynamic> t = inner(step.inputs, q, k);
        if (step.input_gradients[2]) step.input_gradients[2].map().row(0).array() += dy * t;
        const Eigen::Array<float, 1, Eigen::Dynamic> dx = dy * v * (1.0F - t.square());
        if (step.input_gradients[0]) step.input_gradients[0].map().row(q).array() += dx;
        if (step.input_gradients[1]) step.input_gradients[1].map().row(k).array() += dx;
      }
    }
  }

  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    using E = Expression;
    const E fit = E::function(E::Kind::tanh, E::sum({E::in_row(0, row), E::in_row(1, own_ * row + col)}));
    return E::sum_over(in[0].shape.cols, E::product({E::in_row(2, 0), fit}));
  }

 private:
  int keys_of_each(int keys) const { return own_ > 0 ? own_ : keys; }
  static Eigen::Array<float, 1, Eigen::Dynamic> inner(std::span<const ConstView> in, int query, int key) {
    return (in[0].map().row(query) + in[1].map().row(key)).array().tanh();
  }

  int own_;
};

}  // namespace

OpPtr additive_alignment(int own) {
  static const OpPtr of_all = std::make_shared<AdditiveAlignment>(0);
  return own == 0 ? of_all : std::make_shared<AdditiveAlignment>(own);
}

}  // namespace headlight
