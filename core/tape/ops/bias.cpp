#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

class RelativeBias final : public Op {
 public:
  RelativeBias(int head, int queries, int keys, int first)
      : head_(head), shape_{queries, keys}, first_(first) {}

  std::string_view name() const override { return "relative_bias"; }
  std::string symbol() const override { return "b(j − i)"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 1, 1);
    require(head_ >= 0 && head_ < in[0].rows, "the table has ", in[0].rows, " rows, wanted is ", head_);
    require(in[0].cols % 2 == 1, "the table must have an odd number of columns, not ", in[0].cols);
    return shape_;
  }
  void forward(const Forward& step) const override {
    for (int i = 0; i < step.out.shape.rows; ++i) {
      for (int j = 0; j < shape_.cols; ++j) {
        step.out(i, j) = step.inputs[0](head_, entry(step.first + i, j, step.inputs[0]));
      }
    }
  }
  void backward(const Backward& step) const override {
    if (!step.input_gradients[0]) return;
    for (int i = 0; i < shape_.rows; ++i) {
      for (int j = 0; j < shape_.cols; ++j) {
        step.input_gradients[0](head_, entry(i, j, step.inputs[0])) += step.out_gradient(i, j);
      }
    }
  }
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    return Expression::cell(0, head_, entry(row, col, in[0]));
  }

 private:
  int entry(int i, int j, ConstView table) const {
    const int reach = table.shape.cols / 2;
    return std::clamp(j - (first_ + i), -reach, reach) + reach;
  }
  int head_;
  Shape shape_;
  int first_;
};

class LinearBias final : public Op {
 public:
  LinearBias(int queries, int keys, float slope, int first)
      : shape_{queries, keys}, slope_(slope), first_(first) {}

  std::string_view name() const override { return "linear_bias"; }
  std::string symbol() const override { return "−m |j − i|"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 0, 0);
    return shape_;
  }
  void forward(const Forward& step) const override {
    for (int i = 0; i < step.out.shape.rows; ++i) {
      for (int j = 0; j < shape_.cols; ++j) step.out(i, j) = 0.0F - slope_ * distance(step.first + i, j);
    }
  }
  void backward(const Backward&) const override {}
  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    return Expression::product({Expression::number(-slope_), Expression::number(distance(row, col))});
  }

 private:
  float distance(int i, int j) const { return static_cast<float>(std::abs(j - (first_ + i))); }
  Shape shape_;
  float slope_;
  int first_;
};

}  // namespace

OpPtr relative_bias(int head, int queries, int keys, int first) {
  return std::make_shared<RelativeBias>(head, queries, keys, first);
}
OpPtr linear_bias(int queries, int keys, float slope, int first) {
  return std::make_shared<LinearBias>(queries, keys, slope, first);
}

}  // namespace headlight
