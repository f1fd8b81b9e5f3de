// A kernel that goes over pictures. The patches under it are copied side by side, so that the convolution is
// one matrix product a picture ("im2col"; Chellapilla et al. 2006).
#include <algorithm>
#include <cstdint>
#include <span>

#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

// Which pixels lie under a sliding window, for the ops that go over pictures with one.

class Windows {
 public:
  explicit Windows(const SlidingWindow& how) : how_(how) {}

  // Throws std::invalid_argument when the window does not fit into its pictures, or these are not x.
  void check(Shape x) const {
    require(how_.height > 0 && how_.width > 0 && how_.kernel > 0 && how_.stride > 0 && how_.padding >= 0 &&
                how_.pictures > 0,
            "sizes, stride and kernel must be above 0");
    require(how_.out_height() > 0 && how_.out_width() > 0, "a kernel of ", how_.kernel, " does not fit into ",
            how_.height, " x ", how_.width);
    require(x.rows == how_.pictures * pixels(), "x ", x, " is not ", how_.pictures, " pictures of ",
            how_.height, " x ", how_.width);
  }

  int pixels() const { return how_.height * how_.width; }
  int cells() const { return how_.out_height() * how_.out_width(); }
  // Of one pixel each, none left out.
  bool one_by_one() const { return how_.kernel == 1 && how_.stride == 1 && how_.padding == 0; }

  // How many pixels the windows of all pictures hold together.
  std::int64_t taps() const {
    return taps_along(how_.height, how_.out_height()) * taps_along(how_.width, how_.out_width()) *
           how_.pictures;
  }

  // Whether no part of a cell's window lies beyond the edge.
  bool whole(int cell) const {
    return inside(cell / how_.out_width(), how_.height).count() == how_.kernel &&
           inside(cell % how_.out_width(), how_.width).count() == how_.kernel;
  }

  // In code, NumPy's: what lies under each window, [pictures, height, width, c, k, k]; beyond the edge there
  // is `nothing`.
  std::string patches(const std::string& nothing) const {
    std::string lines = "images = {x}.reshape(-1, {height}, {width}, {c})\n";
    if (how_.padding > 0) {
      lines +=
          "padded = np.pad(images, ((0, 0), ({p}, {p}), ({p}, {p}), (0, 0)), constant_values=" + nothing +
          ")\n";
    }
    return lines + "windows = np.lib.stride_tricks.sliding_window_view(" +
           (how_.padding > 0 ? "padded" : "images") + ", ({k}, {k}), axis=(1, 2))\n" +
           "patches = windows[:, ::{s}, ::{s}]\n";
  }
  // Of one cell: the pixels under its window, of these channels, and what stands behind.
  LinesOfCode one_window(const std::string& nothing, const std::string& channels,
                         const std::string& last) const {
    const std::string picture = "image = {x}.reshape(-1, {height}, {width}, {c})[" +
                                std::string(how_.pictures == 1 ? "0" : "{row} // {cells}") + "]\n";
    const std::string within = how_.pictures == 1 ? "{row}" : "{row} % {cells}";
    const std::string image = how_.padding > 0 ? "padded" : "image";
    const std::string behind = "top, left = " + within + " // {across} * {s}, {row} % {across} * {s}\n" +
                               "window = " + image + "[top:top + {k}, left:left + {k}" + channels + "]\n" +
                               last;
    if (how_.padding == 0) return {picture + behind};
    return {picture + "padded = np.pad(image, (({p}, {p}), ({p}, {p}), (0, 0)), constant_values=" + nothing +
                ")\n" + behind,
            picture + "padded = functional.pad(image, (0, 0, {p}, {p}, {p}, {p}), value=" +
                (nothing == "0" ? nothing : "-math.inf") + ")\n" + behind};
  }
  // Backward, NumPy's: what lies under each window is added up where it came from. `of_pixel` is the gradient
  // of pixel i, j of every window.
  std::string put_back(const std::string& of_pixel) const {
    const std::string added =
        "for i in range({k}):\n    for j in range({k}):\n        "
        "d_images[:, i:i + {s} * {down}:{s}, j:j + {s} * {across}:{s}] += " +
        of_pixel + "\n";
    if (how_.padding == 0)
      return "d_images = np.zeros_like(images)\n" + added + "{dx} = d_images.reshape(-1, {c})";
    return "d_images = np.zeros_like(padded)\n" + added +
           "{dx} = d_images[:, {p}:{p} + {height}, {p}:{p} + {width}].reshape(-1, {c})";
  }
  std::vector<NamedText> sizes(int channels) const {
    return {{"height", python_number(how_.height)},
            {"width", python_number(how_.width)},
            {"c", python_number(channels)},
            {"k", python_number(how_.kernel)},
            {"s", python_number(how_.stride)},
            {"p", python_number(how_.padding)},
            {"down", python_number(how_.out_height())},
            {"across", python_number(how_.out_width())},
            {"cells", python_number(cells())}};
  }

  // The lines of pixels in a cell's window: the first pixel's row in x, its place in the window, and how many
  // lie side by side.
  void for_each_line(int picture, int cell, const auto& line) const {
    const Inside down = inside(cell / how_.out_width(), how_.height);
    const Inside across = inside(cell % how_.out_width(), how_.width);
    if (across.count() == 0) return;
    for (int y = down.from; y < down.to; ++y) {
      line(picture * pixels() + (down.begin + y) * how_.width + across.begin + across.from,
           y * how_.kernel + across.from, across.count());
    }
  }

 private:
  // Of the window's pixels along one side, those that lie inside the picture.
  struct Inside {
    int from, to;  // counted in the window
    int begin;     // the picture's pixel under the window's first
    int count() const { return std::max(0, to - from); }
  };
  Inside inside(int place, int size) const {
    const int begin = place * how_.stride - how_.padding;
    return {std::max(0, -begin), std::min(how_.kernel, size - begin), begin};
  }
  std::int64_t taps_along(int size, int places) const {
    std::int64_t taps = 0;
    for (int place = 0; place < places; ++place) taps += inside(place, size).count();
    return taps;
  }

  SlidingWindow how_;
};

// In code, PyTorch's order: picture, channel, line, column.
std::string images_in_torch() {
  return "images = {x}.reshape(-1, {height}, {width}, {c}).permute(0, 3, 1, 2)\n";
}

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
  OpCode code(std::span<const Shape> in) const override {
    return {
        .all = {windows_.patches("0") +
                    "{y} = patches.transpose(0, 1, 2, 4, 5, 3).reshape(-1, {k} * {k} * {c}) @ {W} + {b}",
                images_in_torch() +
                    "kernels = {W}.reshape({k}, {k}, {c}, -1).permute(3, 2, 0, 1)\n"
                    "maps = functional.conv2d(images, kernels, {b}, stride={s}, padding={p})\n"
                    "{y} = maps.permute(0, 2, 3, 1).flatten(0, 2)"},
        .inputs = {{"x"}, {"W"}, {"b", PythonType::vector}},
        .attributes = windows_.sizes(in[0].cols),
        .cell = windows_.one_window(
            "0", "", "products = window.reshape(-1) * {W}[:, {col}]\n{cell} = products.sum() + {b}[{col}]")};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {
        "d_windows = ({dy} @ {W}.T).reshape(-1, {down}, {across}, {k}, {k}, {c})\n" +
            windows_.put_back("d_windows[:, :, :, i, j]") +
            "\n{dW} = patches.transpose(0, 1, 2, 4, 5, 3).reshape(-1, {k} * {k} * {c}).T @ {dy}\n"
            "{db} = {dy}.sum(axis=0)",
        "d_maps = {dy}.reshape(-1, {down}, {across}, {dy}.shape[1]).permute(0, 3, 1, 2)\n"
        "d_images = torch.nn.grad.conv2d_input(images.shape, kernels, d_maps, stride={s}, padding={p})\n"
        "d_kernels = torch.nn.grad.conv2d_weight(images, kernels.shape, d_maps, stride={s}, padding={p})\n"
        "{dx} = d_images.permute(0, 2, 3, 1).reshape(-1, {c})\n"
        "{dW} = d_kernels.permute(2, 3, 1, 0).reshape(-1, {dy}.shape[1])\n"
        "{db} = {dy}.sum(dim=0)"};
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
  void for_each_picture(int first, int rows, const auto& each) const {
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

// The largest number in each window, of each channel.

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
  OpCode code(std::span<const Shape> in) const override {
    return {.all = {windows_.patches("-np.inf") + "{y} = patches.max(axis=(4, 5)).reshape(-1, {c})",
                    images_in_torch() + "maps = functional.max_pool2d(images, {k}, stride={s}, padding={p})\n"
                                        "{y} = maps.permute(0, 2, 3, 1).flatten(0, 2)"},
            .inputs = {{"x"}},
            .attributes = windows_.sizes(in[0].cols),
            .cell = windows_.one_window("-np.inf", ", {col}", "{cell} = window.max()")};
  }
  // Only the largest of a window has a gradient; of equal ones the first.
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {
        "largest = patches.reshape(-1, {down}, {across}, {c}, {k} * {k}).argmax(axis=4)\n"
        "d_maps = {dy}.reshape(largest.shape)\n" +
            windows_.put_back("np.where(largest == {k} * i + j, d_maps, 0)"),
        "largest = functional.max_pool2d(images, {k}, stride={s}, padding={p}, return_indices=True)[1]\n"
        "d_maps = {dy}.reshape(-1, {down}, {across}, {c}).permute(0, 3, 1, 2)\n"
        "d_images = torch.zeros(images.shape).flatten(2).scatter_add(2, largest.flatten(2), "
        "d_maps.flatten(2))\n"
        "{dx} = d_images.permute(0, 2, 1).reshape(-1, {c})"};
  }

 private:
  void for_each_pixel(int row, const auto& each) const {
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
