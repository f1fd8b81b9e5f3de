// The largest number in each window, of each channel.
#include <span>

#include "core/tape/ops/windows.h"

namespace headlight {
namespace {

class MaxPool final : public Op {
 public:
  explicit MaxPool(const SlidingWindow& how) : how_(how), windows_(how) {}

  std::string_view name() const override { return "max_pool"; }
  std::string symbol() const override { return "max"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 1, 1);
    windows_.check(in[0]);
    require(2 * how_.padding <= how_.kernel, "a padding of ", how_.padding, " leaves windows empty that are ",
            how_.kernel, " wide");
    return {how_.pictures * windows_.cells(), in[0].cols};
  }
  bool row_by_row(int /*input*/) const override { return windows_.one_by_one(); }

  void forward(const Forward& step) const override {
    const auto x = step.inputs[0].map();
    auto out = step.out.map();
    for (int row = 0; row < step.out.shape.rows; ++row) {
      bool first = true;
      for_each_pixel(step.first + row, [&](int pixel) {
        if (first) {
          out.row(row) = x.row(pixel);
        } else {
          out.row(row) = out.row(row).cwiseMax(x.row(pixel));
        }
        first = false;
      });
    }
  }

  // Of equal ones the first, as PyTorch does.
  void backward(const Backward& step) const override {
    if (!step.input_gradients[0]) return;
    const auto x = step.inputs[0].map();
    const auto y = step.out.map();
    const auto dy = step.out_gradient.map();
    auto dx = step.input_gradients[0].map();
    for (int row = 0; row < step.out.shape.rows; ++row) {
      for (int channel = 0; channel < step.out.shape.cols; ++channel) {
        bool given = false;
        for_each_pixel(row, [&](int pixel) {
          if (given || x(pixel, channel) != y(row, channel)) return;
          dx(pixel, channel) += dy(row, channel);
          given = true;
        });
      }
    }
  }

  Expression explain(std::span<const ConstView> /*in*/, int row, int col, std::uint32_t) const override {
    std::vector<Expression> terms;
    for_each_pixel(row, [&](int pixel) { terms.push_back(Expression::cell(0, pixel, col)); });
    return Expression::maximum(std::move(terms));
  }

 private:
  template <typename Pixel>
  void for_each_pixel(int row, const Pixel& each) const {
    windows_.for_each_line(row / windows_.cells(), row % windows_.cells(), [&](int pixel, int, int count) {
      for (int i = 0; i < count; ++i) each(pixel + i);
    });
  }

  SlidingWindow how_;
  Windows windows_;
};

}  // namespace

OpPtr max_pool(const SlidingWindow& how) { return std::make_shared<MaxPool>(how); }

}  // namespace headlight
