// What only training records: dropout and the loss.
#include <cmath>

#include "core/matrix/random.h"
#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

// Draws what it leaves out.
class Drop : public Op {
 public:
  explicit Drop(float rate)
      : threshold_(static_cast<std::uint32_t>(static_cast<double>(rate) * 4294967296.0)) {}

  std::string symbol() const override { return "dropout"; }
  bool draws() const override { return true; }
  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 1, 1);
    return in[0];
  }
  bool row_by_row(int input) const override { return input == 0; }

 protected:
  std::uint32_t threshold_;
};

class Dropout final : public Drop {
 public:
  explicit Dropout(float rate) : Drop(rate), keep_(1.0F / (1.0F - rate)) {}

  std::string_view name() const override { return "dropout"; }
  void forward(const Forward& step) const override {
    const std::uint32_t stream = hash32(step.noise);
    const auto count = static_cast<std::uint32_t>(step.out.shape.size());
    const auto before = static_cast<std::uint32_t>(step.first * step.out.shape.cols);
    for (std::uint32_t i = 0; i < count; ++i)
      step.out.data[i] = step.inputs[0].data[i] * factor(stream, before + i);
  }
  void backward(const Backward& step) const override {
    if (!step.input_gradients[0]) return;
    const std::uint32_t stream = hash32(step.noise);
    const auto count = static_cast<std::uint32_t>(step.out.shape.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      step.input_gradients[0].data[i] += step.out_gradient.data[i] * factor(stream, i);
    }
  }
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t noise) const override {
    return Expression::product(
        {Expression::cell(0, row, col),
         Expression::number(
             factor(hash32(noise), static_cast<std::uint32_t>(row * in[0].shape.cols + col)))});
  }
  OpCode code(std::span<const Shape>) const override {
    return {.all = {"kept = np.random.random({x}.shape) >= {p}\n{y} = kept * {x} / (1 - {p})",
                    "kept = torch.rand({x}.shape) >= {p}\n{y} = kept * {x} / (1 - {p})"},
            .inputs = {{"x"}},
            .attributes = {{"p", python_number(1 - 1 / keep_)}},
            .cell = {"{cell} = {x}[{row}, {col}] / (1 - {p}) if np.random.random() >= {p} else 0",
                     "{cell} = {x}[{row}, {col}] / (1 - {p}) if torch.rand(()) >= {p} else 0"}};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {"{dx} = kept * {dy} / (1 - {p})  # of what was kept"};
  }

 private:
  float factor(std::uint32_t stream, std::uint32_t i) const {
    return hash32(stream + i) < threshold_ ? 0.0F : keep_;
  }
  float keep_;
};

class DropRows final : public Drop {
 public:
  using Drop::Drop;

  std::string_view name() const override { return "drop_rows"; }
  void forward(const Forward& step) const override {
    for (int row = 0; row < step.out.shape.rows; ++row) {
      step.out.map().row(row) = step.inputs[0].map().row(row) * factor(step.noise, step.first + row);
    }
  }
  void backward(const Backward& step) const override {
    if (!step.input_gradients[0]) return;
    for (int row = 0; row < step.out_gradient.shape.rows; ++row)
      step.input_gradients[0].map().row(row) += step.out_gradient.map().row(row) * factor(step.noise, row);
  }
  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t noise) const override {
    return Expression::product({Expression::cell(0, row, col), Expression::number(factor(noise, row))});
  }
  OpCode code(std::span<const Shape>) const override {
    return {.all = {"kept = np.random.random((len({x}), 1)) >= {p}\n{y} = kept * {x}",
                    "kept = torch.rand(len({x}), 1) >= {p}\n{y} = kept * {x}"},
            .inputs = {{"x"}},
            .attributes = {{"p", python_number(static_cast<float>(threshold_) / 4294967296.0F)}},
            .cell = {"{cell} = {x}[{row}, {col}] if np.random.random() >= {p} else 0",
                     "{cell} = {x}[{row}, {col}] if torch.rand(()) >= {p} else 0"}};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {"{dx} = kept * {dy}  # of the rows that were kept"};
  }

 private:
  float factor(std::uint32_t noise, int row) const {
    return hash32(hash32(noise) + static_cast<std::uint32_t>(row)) < threshold_ ? 0.0F : 1.0F;
  }
};

class CrossEntropy final : public Op {
 public:
  explicit CrossEntropy(float smoothing) : smoothing_(smoothing) {}

  std::string_view name() const override { return "cross_entropy"; }
  std::string symbol() const override { return "−log p"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 2, 2);
    require(in[1] == Shape{in[0].rows, 1}, "one target a row of ", in[0]);
    return {1, 1};
  }
  bool explained_by(int input) const override { return input == 1; }
  void forward(const Forward& step) const override {
    double loss = 0;
    for (int t = 0; t < step.inputs[0].shape.rows; ++t) {
      if (step.inputs[1](t, 0) < 0) continue;
      const auto z = step.inputs[0].map().row(t).array();
      const float most = z.maxCoeff();
      // In double: of a model that is sure, the loss is a small difference of large numbers.
      const double log_sum = std::log((z - most).exp().cast<double>().sum()) + most;
      const double wanted = z(static_cast<int>(step.inputs[1](t, 0)));
      loss += log_sum - (1.0 - smoothing_) * wanted - smoothing_ * static_cast<double>(z.mean());
    }
    step.out(0, 0) = static_cast<float>(loss);
  }
  void backward(const Backward& step) const override {
    if (!step.input_gradients[0]) return;
    const float g = step.out_gradient(0, 0);
    const float spread = smoothing_ / static_cast<float>(step.inputs[0].shape.cols);
    for (int t = 0; t < step.inputs[0].shape.rows; ++t) {
      if (step.inputs[1](t, 0) < 0) continue;
      const auto z = step.inputs[0].map().row(t).array();
      auto dz = step.input_gradients[0].map().row(t).array();
      const float most = z.maxCoeff();
      const float sum = (z - most).exp().sum();
      dz += (z - most).exp() * (g / sum) - g * spread;
      dz(static_cast<int>(step.inputs[1](t, 0))) -= g * (1.0F - smoothing_);
    }
  }
  Expression explain(std::span<const ConstView> in, int, int, std::uint32_t) const override {
    using E = Expression;
    std::vector<E> rows;
    const int words = in[0].shape.cols;
    for (int t = 0; t < in[0].shape.rows; ++t) {
      if (in[1](t, 0) < 0) continue;
      const E z = E::in_row(0, t);
      const E most = E::maximum_over(words, z).named("m" + std::to_string(t));
      const E exponentials = E::sum_over(words, E::function(E::Kind::exp, z - most));
      const E log_sum = E::sum({most, E::function(E::Kind::log, exponentials)});
      const E wanted =
          E::product({E::number(1.0 - smoothing_), E::cell(0, t, static_cast<int>(in[1](t, 0)))});
      const E mean = E::product({E::number(static_cast<double>(smoothing_) / words), E::sum_over(words, z)});
      rows.push_back(log_sum - E::sum({wanted, mean}));
    }
    return E::sum(std::move(rows));
  }
  OpCode code(std::span<const Shape> in) const override {
    const bool smooth = smoothing_ > 0;
    // Of each word that is asked: the log of the sum of all exponentials, less what is wanted.
    const auto one_by_one = [&](const std::string& library, const std::string& largest,
                                const std::string& along) {
      const std::string right = "rows[" + library + ".arange(len(right)), right]";
      return "rows = {Z}[{t} >= 0]\nright = {t}[{t} >= 0]\nlargest = rows." + largest +
             "\nlogs = " + library + ".log(" + library + ".exp(rows - largest[:, None]).sum(" + along +
             "=1)) + largest\nlosses = logs - " +
             (smooth ? "((1 - {s}) * " + right + " + {s} * rows.mean(" + along + "=1))" : right) +
             "  # one for each word\n{cell} = losses.sum()";
    };
    return {.all = {"shifted = {Z}.astype(np.float64) - {Z}.max(axis=1, keepdims=True)"
                    "  # a sum of floats would be off\n"
                    "log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))\n" +
                        wanted("np.equal.outer({t}, np.arange({V}))") +
                        "asked = {t}[:, None] >= 0\n"
                        "{y} = -(asked * wanted * log_p).sum(keepdims=True)",
                    "{y} = functional.cross_entropy({Z}.double(), {t}, reduction=\"sum\", ignore_index=-1, "
                    "label_smoothing={s}).reshape(1, 1)"},
            .inputs = {{"Z"}, {"t", PythonType::whole_numbers}},
            .attributes = {{"s", python_number(smoothing_)}, {"V", python_number(in[0].cols)}},
            .cell = {one_by_one("np", "max(axis=1)", "axis"), one_by_one("torch", "amax(dim=1)", "dim")}};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {"{dZ} = {dy} * asked * (np.exp(log_p) - wanted)",
            wanted("({t}[:, None] == torch.arange({V})).double()") +
                "asked = {t}[:, None] >= 0\n"
                "{dZ} = {dy} * asked * ({Z}.double().softmax(dim=1) - wanted)"};
  }

 private:
  // In code, the probabilities that are wanted.
  std::string wanted(const std::string& right) const {
    return "wanted = " + (smoothing_ > 0 ? "(1 - {s}) * " + right + " + {s} / {V}" : right) + "\n";
  }
  float smoothing_;
};

}  // namespace

OpPtr dropout(float rate) { return std::make_shared<Dropout>(rate); }
OpPtr drop_rows(float rate) { return std::make_shared<DropRows>(rate); }
OpPtr cross_entropy(float smoothing) { return std::make_shared<CrossEntropy>(smoothing); }

}  // namespace headlight
