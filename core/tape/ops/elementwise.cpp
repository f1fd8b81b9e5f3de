#include <cmath>
#include <cstdio>

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
    std::snprintf(text, sizeof text, "× %.4g", static_cast<double>(factor_));
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

 private:
  int n_;
  bool divide_;
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
};

}  // namespace

OpPtr scale(float factor) { return std::make_shared<Scale>(factor); }
OpPtr scale_by_root(int n) { return std::make_shared<ScaleByRoot>(n, false); }
OpPtr divide_by_root(int n) { return std::make_shared<ScaleByRoot>(n, true); }
OpPtr add() {
  static const OpPtr op = std::make_shared<Add>();
  return op;
}
OpPtr multiply() {
  static const OpPtr op = std::make_shared<Multiply>();
  return op;
}

}  // namespace headlight
