#include <cmath>
#include <numbers>
#include <unsupported/Eigen/SpecialFunctions>

#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

constexpr float root_half = 0.70710678118654752F;      // 1 / sqrt(2)
constexpr float density_scale = 0.39894228040143268F;  // 1 / sqrt(2 pi)
constexpr float tanh_scale = 0.79788456080286536F;     // sqrt(2 / pi)
constexpr float tanh_cubic = 0.044715F;

class Activate final : public Op {
 public:
  explicit Activate(Activation kind) : kind_(kind) {}

  std::string_view name() const override { return symbol_name(); }
  std::string symbol() const override { return symbol_name(); }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 1, 1);
    return in[0];
  }
  bool row_by_row(int input) const override { return input == 0; }

  void forward(const Forward& step) const override {
    const auto x = step.inputs[0].map().array();
    auto y = step.out.map().array();
    switch (kind_) {
      case Activation::relu:
        y = x.max(0.0F);
        break;
      case Activation::gelu:
        y = 0.5F * x * (1.0F + (x * root_half).erf());
        break;
      case Activation::gelu_tanh:
        y = 0.5F * x * (1.0F + (tanh_scale * (x + tanh_cubic * x.cube())).tanh());
        break;
      case Activation::silu:
        y = x / (1.0F + (-x).exp());
        break;
      case Activation::sigmoid:
        y = 1.0F / (1.0F + (-x).exp());
        break;
      case Activation::tanh:
        y = x.tanh();
        break;
    }
  }

  void backward(const Backward& step) const override {
    if (!step.input_gradients[0]) return;
    const auto x = step.inputs[0].map().array();
    const auto dy = step.out_gradient.map().array();
    auto dx = step.input_gradients[0].map().array();
    switch (kind_) {
      case Activation::relu:
        dx += (x > 0.0F).select(dy, 0.0F);
        break;
      case Activation::gelu:
        dx += dy * (0.5F * (1.0F + (x * root_half).erf()) + x * density_scale * (-0.5F * x.square()).exp());
        break;
      case Activation::gelu_tanh: {
        const auto t = (tanh_scale * (x + tanh_cubic * x.cube())).tanh();
        dx += dy * (0.5F * (1.0F + t) +
                    0.5F * x * (1.0F - t.square()) * tanh_scale * (1.0F + 3.0F * tanh_cubic * x.square()));
        break;
      }
      case Activation::silu: {
        const auto s = 1.0F / (1.0F + (-x).exp());
        dx += dy * s * (1.0F + x * (1.0F - s));
        break;
      }
      case Activation::sigmoid: {
        const auto s = step.out.map().array();
        dx += dy * s * (1.0F - s);
        break;
      }
      case Activation::tanh:
        dx += dy * (1.0F - step.out.map().array().square());
        break;
    }
  }

  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    using E = Expression;
    using Kind = Expression::Kind;
    const E x = E::cell(0, row, col);
    const E one = E::number(1);
    switch (kind_) {
      case Activation::relu:
        return E::maximum({E::number(0), x});
      case Activation::gelu:
        return E::product(
            {E::number(0.5), x,
             E::sum({one, E::function(Kind::erf, E::product({x, E::number(std::numbers::sqrt2 / 2)}))})});
      case Activation::gelu_tanh: {
        const E inner = E::sum({x, E::product({E::number(tanh_cubic), x, x, x})});
        return E::product(
            {E::number(0.5), x,
             E::sum({one, E::function(Kind::tanh, E::product({E::number(tanh_scale), inner}))})});
      }
      case Activation::tanh:
        return E::function(Kind::tanh, x);
      case Activation::silu:
      case Activation::sigmoid:
        break;
    }
    const E below = E::sum({one, E::function(Kind::exp, E::product({E::number(-1), x}))});
    return E::quotient(kind_ == Activation::silu ? x : one, below);
  }

 private:
  const char* symbol_name() const {
    switch (kind_) {
      case Activation::relu:
        return "ReLU";
      case Activation::silu:
        return "SiLU";
      case Activation::sigmoid:
        return "σ";
      case Activation::tanh:
        return "tanh";
      default:
        return "GELU";
    }
  }
  Activation kind_;
};

}  // namespace

OpPtr activate(Activation kind) { return std::make_shared<Activate>(kind); }

}  // namespace headlight
