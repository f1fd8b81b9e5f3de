#include <cmath>
#include <cstdio>
#include <numbers>
#include <unsupported/Eigen/SpecialFunctions>

#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

class Scale : public Op {
 public:
  explicit Scale(float factor) : factor_(factor) {}

  std::string_view name() const override { return "scale"; }
  std::string symbol() const override {
    char text[32];
    const auto size = std::fabs(static_cast<double>(factor_));
    std::snprintf(text, sizeof text, "× %s%.4g", factor_ < 0 ? "−" : "", size);
    return text;
  }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 1, 1);
    return in[0];
  }
  bool row_by_row(int input) const override { return input == 0; }
  void forward(const Forward& step) const override { step.out.map() = step.inputs[0].map() * factor_; }
  void backward(const Backward& step) const override {
    if (step.input_gradients[0]) step.input_gradients[0].map() += step.out_gradient.map() * factor_;
  }
  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    return Expression::product({Expression::cell(0, row, col), Expression::number(factor_)});
  }
  OpCode code(std::span<const Shape>) const override {
    return {.all = {"{y} = {c} * {x}"},
            .inputs = {{"x"}},
            .attributes = {{"c", python_number(factor_)}},
            .cellwise = true};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override { return {"{dx} = {c} * {dy}"}; }

 private:
  float factor_;
};

// By √n, or its inverse: the same arithmetic, explained as the paper writes it.
class ScaleByRoot final : public Scale {
 public:
  ScaleByRoot(int n, bool divide)
      : Scale(divide ? 1.0F / std::sqrt(static_cast<float>(n)) : std::sqrt(static_cast<float>(n))),
        n_(n),
        divide_(divide) {}

  std::string symbol() const override { return (divide_ ? "/ √" : "× √") + std::to_string(n_); }
  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    const Expression cell = Expression::cell(0, row, col);
    const Expression root = Expression::function(Expression::Kind::sqrt, Expression::number(n_));
    return divide_ ? Expression::quotient(cell, root) : Expression::product({root, cell});
  }
  OpCode code(std::span<const Shape>) const override {
    return {.all = {divide_ ? "{y} = {x} / math.sqrt({n})" : "{y} = math.sqrt({n}) * {x}"},
            .inputs = {{"x"}},
            .attributes = {{"n", python_number(n_)}},
            .cellwise = true};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {divide_ ? "{dx} = {dy} / math.sqrt({n})" : "{dx} = math.sqrt({n}) * {dy}"};
  }

 private:
  int n_;
  bool divide_;
};

class SoftCap final : public Op {
 public:
  explicit SoftCap(float cap) : cap_(cap) {}

  std::string_view name() const override { return "soft_cap"; }
  std::string symbol() const override { return "cap"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 1, 1);
    return in[0];
  }
  bool row_by_row(int input) const override { return input == 0; }
  void forward(const Forward& step) const override {
    step.out.map().array() = cap_ * (step.inputs[0].map().array() / cap_).tanh();
  }
  void backward(const Backward& step) const override {
    if (!step.input_gradients[0]) return;
    step.input_gradients[0].map().array() +=
        step.out_gradient.map().array() * (1.0F - (step.out.map().array() / cap_).square());
  }
  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    using E = Expression;
    const E inside = E::quotient(E::cell(0, row, col), E::number(cap_));
    return E::product({E::number(cap_), E::function(E::Kind::tanh, inside)});
  }
  OpCode code(std::span<const Shape>) const override {
    return {.all = {"{y} = {cap} * np.tanh({x} / {cap})", "{y} = {cap} * torch.tanh({x} / {cap})"},
            .inputs = {{"x"}},
            .attributes = {{"cap", python_number(cap_)}},
            .cellwise = true};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {"{dx} = {dy} * (1 - ({y} / {cap}) ** 2)"};
  }

 private:
  float cap_;
};

void require_same(std::span<const Shape> in) {
  require_inputs(in, 2, 2);
  require(in[0] == in[1], "shapes differ: ", in[0], " and ", in[1]);
}

class Add final : public Op {
 public:
  std::string_view name() const override { return "add"; }
  std::string symbol() const override { return "+"; }

  Shape shape(std::span<const Shape> in) const override {
    require_same(in);
    return in[0];
  }
  bool row_by_row(int) const override { return true; }
  void forward(const Forward& step) const override {
    step.out.map() = step.inputs[0].map() + step.inputs[1].map();
  }
  void backward(const Backward& step) const override {
    for (const View& gradient : step.input_gradients) {
      if (gradient) gradient.map() += step.out_gradient.map();
    }
  }
  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    return Expression::sum({Expression::cell(0, row, col), Expression::cell(1, row, col)});
  }
  OpCode code(std::span<const Shape>) const override {
    return {.all = {"{y} = {a} + {b}"}, .inputs = {{"a"}, {"b"}}, .cellwise = true};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override { return {"{da} = {dy}\n{db} = {dy}"}; }
};

class Multiply final : public Op {
 public:
  std::string_view name() const override { return "multiply"; }
  std::string symbol() const override { return "⊙"; }

  Shape shape(std::span<const Shape> in) const override {
    require_same(in);
    return in[0];
  }
  bool row_by_row(int) const override { return true; }
  void forward(const Forward& step) const override {
    step.out.map() = step.inputs[0].map().cwiseProduct(step.inputs[1].map());
  }
  void backward(const Backward& step) const override {
    for (int i = 0; i < 2; ++i) {
      if (!step.input_gradients[i]) continue;
      step.input_gradients[i].map() += step.out_gradient.map().cwiseProduct(step.inputs[1 - i].map());
    }
  }
  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    return Expression::product({Expression::cell(0, row, col), Expression::cell(1, row, col)});
  }
  OpCode code(std::span<const Shape>) const override {
    return {.all = {"{y} = {a} * {b}"}, .inputs = {{"a"}, {"b"}}, .cellwise = true};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {"{da} = {dy} * {b}\n{db} = {dy} * {a}"};
  }
};

}  // namespace

OpPtr scale(float factor) { return std::make_shared<Scale>(factor); }
OpPtr scale_by_root(int n) { return std::make_shared<ScaleByRoot>(n, false); }
OpPtr divide_by_root(int n) { return std::make_shared<ScaleByRoot>(n, true); }
OpPtr soft_cap(float cap) { return std::make_shared<SoftCap>(cap); }
OpPtr add() {
  static const OpPtr op = std::make_shared<Add>();
  return op;
}
OpPtr multiply() {
  static const OpPtr op = std::make_shared<Multiply>();
  return op;
}

namespace {

constexpr float root_half = 0.70710678118654752F;      // 1 / sqrt(2)
constexpr float density_scale = 0.39894228040143268F;  // 1 / sqrt(2 pi)
constexpr float tanh_scale = 0.79788456080286536F;     // sqrt(2 / pi)
constexpr float tanh_cubic = 0.044715F;
constexpr float sigmoid_scale = 1.702F;  // Hendrycks and Gimpel 2016, section 2

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
      case Activation::gelu_sigmoid:
        y = x / (1.0F + (-sigmoid_scale * x).exp());
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
      case Activation::gelu_sigmoid: {
        const auto s = 1.0F / (1.0F + (-sigmoid_scale * x).exp());
        dx += dy * s * (1.0F + sigmoid_scale * x * (1.0F - s));
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
      case Activation::gelu_sigmoid:
        return E::quotient(x,
                           E::sum({one, E::function(Kind::exp, E::product({E::number(-sigmoid_scale), x}))}));
      case Activation::silu:
      case Activation::sigmoid:
        break;
    }
    const E below = E::sum({one, E::function(Kind::exp, E::product({E::number(-1), x}))});
    return E::quotient(kind_ == Activation::silu ? x : one, below);
  }
  OpCode code(std::span<const Shape>) const override {
    return {.all = lines_of_code(), .inputs = {{"x"}}, .cellwise = true};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    switch (kind_) {
      case Activation::relu:
        return {"{dx} = np.where({x} > 0, {dy}, 0)", "{dx} = torch.where({x} > 0, {dy}, torch.tensor(0.0))"};
      case Activation::gelu: {
        // x Φ(x): Φ plus x times the density.
        constexpr const char* behind = " / math.sqrt(2 * math.pi)\n{dx} = {dy} * (share + {x} * density)";
        return {
            "share = (1 + np.vectorize(math.erf)({x} / math.sqrt(2))) / 2\n"
            "density = np.exp(-{x} ** 2 / 2)" +
                std::string(behind),
            "share = (1 + torch.erf({x} / math.sqrt(2))) / 2\n"
            "density = torch.exp(-{x} ** 2 / 2)" +
                std::string(behind)};
      }
      case Activation::gelu_tanh: {
        const auto lines = [](const std::string& library) {
          return "inside = " + library +
                 ".tanh(math.sqrt(2 / math.pi) * ({x} + 0.044715 * {x} ** 3))\n"
                 "d_inside = (1 - inside ** 2) * math.sqrt(2 / math.pi) * (1 + 3 * 0.044715 * {x} ** 2)\n"
                 "{dx} = {dy} * 0.5 * (1 + inside + {x} * d_inside)";
        };
        return {lines("np"), lines("torch")};
      }
      case Activation::gelu_sigmoid: {
        constexpr const char* behind = "\n{dx} = {dy} * (share + 1.702 * {y} * (1 - share))";
        return {"share = 1 / (1 + np.exp(-1.702 * {x}))" + std::string(behind),
                "share = torch.sigmoid(1.702 * {x})" + std::string(behind)};
      }
      case Activation::silu:
        return {"share = 1 / (1 + np.exp(-{x}))\n{dx} = {dy} * (share + {y} * (1 - share))",
                "share = torch.sigmoid({x})\n{dx} = {dy} * (share + {y} * (1 - share))"};
      case Activation::sigmoid:
        return {"{dx} = {dy} * {y} * (1 - {y})"};
      case Activation::tanh:
        return {"{dx} = {dy} * (1 - {y} ** 2)"};
    }
    return {};
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
  LinesOfCode lines_of_code() const {
    switch (kind_) {
      case Activation::relu:
        return {"{y} = np.maximum(0, {x})", "{y} = torch.relu({x})"};
      case Activation::gelu:
        return {"{y} = 0.5 * {x} * (1 + np.vectorize(math.erf)({x} / math.sqrt(2)))",
                "{y} = 0.5 * {x} * (1 + torch.erf({x} / math.sqrt(2)))"};
      case Activation::gelu_tanh:
        return {"{y} = 0.5 * {x} * (1 + np.tanh(math.sqrt(2 / math.pi) * ({x} + 0.044715 * {x} ** 3)))",
                "{y} = 0.5 * {x} * (1 + torch.tanh(math.sqrt(2 / math.pi) * ({x} + 0.044715 * {x} ** 3)))"};
      case Activation::gelu_sigmoid:
        return {"{y} = {x} / (1 + np.exp(-1.702 * {x}))", "{y} = {x} * torch.sigmoid(1.702 * {x})"};
      case Activation::silu:
        return {"{y} = {x} / (1 + np.exp(-{x}))", "{y} = {x} / (1 + torch.exp(-{x}))"};
      case Activation::sigmoid:
        return {"{y} = 1 / (1 + np.exp(-{x}))", "{y} = torch.sigmoid({x})"};
      case Activation::tanh:
        return {"{y} = np.tanh({x})", "{y} = torch.tanh({x})"};
    }
    return {};
  }

  Activation kind_;
};

}  // namespace

OpPtr activate(Activation kind) { return std::make_shared<Activate>(kind); }

}  // namespace headlight
