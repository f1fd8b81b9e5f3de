#include <cmath>

#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

class Rotate final : public Op {
 public:
  Rotate(double base, int first) : base_(base), first_(first) {}

  std::string_view name() const override { return "rotate"; }
  std::string symbol() const override { return "R(pos)"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 1, 1);
    require(in[0].cols % 2 == 0, "pairs of dimensions are turned; there are ", in[0].cols);
    return in[0];
  }
  bool row_by_row(int input) const override { return input == 0; }
  void forward(const Forward& step) const override {
    const ConstView x = step.inputs[0];
    for_each_pair(x.shape, step.first, [&](int t, int i, float c, float s) {
      step.out(t, i) = x(t, i) * c - x(t, i + 1) * s;
      step.out(t, i + 1) = x(t, i) * s + x(t, i + 1) * c;
    });
  }
  // A rotation's transpose turns back.
  void backward(const Backward& step) const override {
    const View dx = step.input_gradients[0];
    if (!dx) return;
    const ConstView dy = step.out_gradient;
    for_each_pair(dy.shape, 0, [&](int t, int i, float c, float s) {
      dx(t, i) += dy(t, i) * c + dy(t, i + 1) * s;
      dx(t, i + 1) += dy(t, i + 1) * c - dy(t, i) * s;
    });
  }
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    using Kind = Expression::Kind;
    const Expression angle = Expression::quotient(Expression::number(first_ + row),
                                                  Expression::number(divisor(col / 2, in[0].shape.cols)))
                                 .named("α");
    const Expression own =
        Expression::product({Expression::cell(0, row, col), Expression::function(Kind::cos, angle)});
    Expression other = Expression::product(
        {Expression::cell(0, row, col % 2 == 0 ? col + 1 : col - 1), Expression::function(Kind::sin, angle)});
    return col % 2 == 0 ? own - std::move(other) : Expression::sum({own, std::move(other)});
  }

 private:
  double divisor(int pair, int dimensions) const { return std::pow(base_, 2.0 * pair / dimensions); }
  // Calls f(row, first dimension of the pair, cosine, sine); row 0 is row `first` of the value.
  template <typename F>
  void for_each_pair(Shape shape, int first, F f) const {
    for (int pair = 0; pair < shape.cols / 2; ++pair) {
      const double divided = divisor(pair, shape.cols);
      for (int t = 0; t < shape.rows; ++t) {
        const double angle = (first_ + first + t) / divided;
        f(t, 2 * pair, static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)));
      }
    }
  }
  double base_;
  int first_;
};

}  // namespace

OpPtr rotate(double base, int first) { return std::make_shared<Rotate>(base, first); }

}  // namespace headlight
