// A kernel that goes over pictures. The patches under it are copied side by side, so that the convolution is
// one matrix product a picture ("im2col"; Chellapilla et al. 2006).
#include <algorithm>

#include "core/tape/ops/windows.h"

namespace headlight {
namespace {

class Convolve final : public Op {
 public:
  explicit Convolve(const SlidingWindow& how) : how_(how), windows_(how) {}

  std::string_view name() const override { return "convolve"; }
  std::string symbol() const override { return "*"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 3, 3);
    windows_.check(in[0]);
    require(in[1].rows == how_.kernel * how_.kernel * in[0].cols, "the kernel ", in[1], " does not fit x ",
            in[0]);
    require(in[2] == Shape{1, in[1].cols}, "the bias ", in[2], " does not fit the kernel ", in[1]);
    return {how_.pictures * windows_.cells(), in[1].cols};
  }
  std::int64_t multiply_adds(std::span<const Shape> in) const override {
    return windows_.taps() * in[0].cols * in[1].cols;
  }
  // A kernel of one pixel is a linear layer.
  bool row_by_row(int input) const override { return input == 0 && windows_.one_by_one(); }

  void forward(const Forward& step) const override {
    const ConstView& x = step.inputs[0];
    auto out = step.out.map();
    if (windows_.one_by_one()) {
      out.noalias() = x.map() * step.inputs[1].map();
    } else {
      Matrix patches(std::min(windows_.cells(), step.out.shape.rows), step.inputs[1].shape.rows);
      for_each_picture(step.first, step.out.shape.rows, [&](int row, int picture, int cell, int count) {
        for (int i = 0; i < count; ++i) copy_patch(x, picture, cell + i, patches.row(i).data());
        out.middleRows(row, count).noalias() = patches.topRows(count) * step.inputs[1].map();
      });
    }
    out.rowwise() += step.inputs[2].map().row(0);
  }

  void backward(const Backward& step) const override {
    const auto dy = step.out_gradient.map();
    if (step.input_gradients[2]) step.input_gradients[2].map().row(0) += dy.colwise().sum();
    if (windows_.one_by_one()) {
      const auto x = step.inputs[0].map();
      if (step.input_gradients[0])
        step.input_gradients[0].map().noalias() += dy * step.inputs[1].map().transpose();
      if (step.input_gradients[1]) step.input_gradients[1].map().noalias() += x.transpose() * dy;
      return;
    }
    Matrix patches(windows_.cells(), step.inputs[1].shape.rows);
    for_each_picture(0, step.out.shape.rows, [&](int row, int picture, int, int count) {
      const auto dy_here = dy.middleRows(row, count);
      if (step.input_gradients[1]) {
        for (int i = 0; i < count; ++i) copy_patch(step.inputs[0], picture, i, patches.row(i).data());
        step.input_gradients[1].map().noalias() += patches.transpose() * dy_here;
      }
      if (step.input_gradients[0]) {
        patches.noalias() = dy_here * step.inputs[1].map().transpose();
        for (int i = 0; i < count; ++i) add_patch(patches.row(i).data(), picture, i, step.input_gradients[0]);
      }
    });
  }

  // Beyond the edge of a picture there is nothing to add.
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    using E = Expression;
    const int channels = in[0].shape.cols;
    std::vector<E> terms;
    windows_.for_each_line(
        row / windows_.cells(), row % windows_.cells(), [&](int pixel, int tap, int count) {
          for (int i = 0; i < count * channels; ++i) {
            terms.push_back(E::product(
                {E::cell(0, pixel + i / channels, i % channels), E::cell(1, tap * channels + i, col)}));
          }
        });
    terms.push_back(E::cell(2, 0, col));
    return E::sum(std::move(terms));
  }

 private:
  void copy_patch(const ConstView& x, int picture, int cell, float* patch) const {
    const std::ptrdiff_t channels = x.shape.cols;
    if (!windows_.whole(cell)) std::fill_n(patch, channels * how_.kernel * how_.kernel, 0.0F);
    windows_.for_each_line(picture, cell, [&](int pixel, int tap, int count) {
      std::copy_n(x.data + pixel * channels, count * channels, patch + tap * channels);
    });
  }
  void add_patch(const float* patch, int picture, int cell, const View& x) const {
    const std::ptrdiff_t channels = x.shape.cols;
    windows_.for_each_line(picture, cell, [&](int pixel, int tap, int count) {
      float* const to = x.data + pixel * channels;
      const float* const from = patch + tap * channels;
      for (std::ptrdiff_t i = 0; i < count * channels; ++i) to[i] += from[i];
    });
  }

  // The rows first .. first + rows of the value, those of each picture together: where they begin among those
  // asked for, the picture, their first cell, and how many they are.
  template <typename Rows>
  void for_each_picture(int first, int rows, const Rows& each) const {
    for (int row = 0; row < rows;) {
      const int cell = (first + row) % windows_.cells();
      const int count = std::min(windows_.cells() - cell, rows - row);
      each(row, (first + row) / windows_.cells(), cell, count);
      row += count;
    }
  }

  SlidingWindow how_;
  Windows windows_;
};

}  // namespace

OpPtr convolve(const SlidingWindow& how) { return std::make_shared<Convolve>(how); }

}  // namespace headlight
