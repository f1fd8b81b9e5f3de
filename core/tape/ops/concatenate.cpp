#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

class Concatenate final : public Op {
 public:
  std::string_view name() const override { return "concatenate"; }
  std::string symbol() const override { return "side by side"; }

  Shape shape(std::span<const Shape> in) const override {
    require(!in.empty(), "takes at least one input");
    Shape all{in[0].rows, 0};
    for (const Shape& one : in) {
      require(one.rows == all.rows, "heads differ in their rows: ", in[0], " and ", one);
      all.cols += one.cols;
    }
    return all;
  }
  bool row_by_row(int) const override { return true; }
  void forward(const Forward& step) const override {
    int begin = 0;
    for (const ConstView& in : step.inputs) {
      step.out.columns(begin, in.shape.cols) = in.map();
      begin += in.shape.cols;
    }
  }
  void backward(const Backward& step) const override {
    int begin = 0;
    for (std::size_t i = 0; i < step.inputs.size(); ++i) {
      const int cols = step.inputs[i].shape.cols;
      if (step.input_gradients[i]) step.input_gradients[i].map() += step.out_gradient.columns(begin, cols);
      begin += cols;
    }
  }
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    int input = 0;
    while (col >= in[input].shape.cols) col -= in[input++].shape.cols;
    return Expression::cell(input, row, col);
  }
};

}  // namespace

OpPtr concatenate() {
  static const OpPtr op = std::make_shared<Concatenate>();
  return op;
}

}  // namespace headlight
