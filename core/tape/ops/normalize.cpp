#include <cmath>

#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

class Normalize final : public Op {
 public:
  Normalize(Normalization kind, float epsilon) : kind_(kind), epsilon_(epsilon) {}

  std::string_view name() const override { return "normalize"; }
  std::string symbol() const override { return kind_ == Normalization::rms ? "RMS norm" : "norm"; }

  Shape shape(std::span<const Shape> in) const override {
    const int wanted = kind_ == Normalization::layer ? 3 : 2;
    require_inputs(in, wanted, wanted);
    for (std::size_t i = 1; i < in.size(); ++i) {
      require(in[i] == Shape{1, in[0].cols}, "gain and bias have one number a column of ", in[0]);
    }
    return in[0];
  }
  bool row_by_row(int input) const override { return input == 0; }

  void forward(const Forward& step) const override {
    const auto gain = step.inputs[1].map().row(0).array();
    for (int t = 0; t < step.out.shape.rows; ++t) {
      const auto x = step.inputs[0].map().row(t).array();
      auto y = step.out.map().row(t).array();
      const Moments m = moments(step.inputs[0], t);
      y = (x - m.mean) * m.inverse * gain;
      if (kind_ == Normalization::layer) y += step.inputs[2].map().row(0).array();
    }
  }

  void backward(const Backward& step) const override {
    const auto gain = step.inputs[1].map().row(0).array();
    for (int t = 0; t < step.out.shape.rows; ++t) {
      const auto x = step.inputs[0].map().row(t).array();
      const auto dy = step.out_gradient.map().row(t).array();
      const Moments m = moments(step.inputs[0], t);
      const auto normal = (x - m.mean) * m.inverse;
      if (step.input_gradients[0]) {
        const float mean_of_gradient = kind_ == Normalization::rms ? 0.0F : (dy * gain).mean();
        const float along = (dy * gain * normal).mean();
        step.input_gradients[0].map().row(t).array() +=
            (dy * gain - mean_of_gradient - normal * along) * m.inverse;
      }
      if (step.input_gradients[1]) step.input_gradients[1].map().row(0).array() += dy * normal;
      if (kind_ == Normalization::layer && step.input_gradients[2]) {
        step.input_gradients[2].map().row(0).array() += dy;
      }
    }
  }

  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    using E = Expression;
    const int d = in[0].shape.cols;
    const E x = E::in_row(0, row);
    const E own = E::cell(0, row, col);
    const bool centred = kind_ != Normalization::rms;
    const E mean = E::quotient(E::sum_over(d, x), E::number(d)).named("μ");
    const E apart = centred ? x - mean : x;
    const E variance = E::quotient(E::sum_over(d, E::product({apart, apart})), E::number(d));
    const E spread =
        E::function(E::Kind::sqrt, E::sum({variance, E::number(epsilon_)})).named(centred ? "σ" : "r");
    const E normal = E::quotient(centred ? own - mean : own, spread);
    E scaled = E::product({E::cell(1, 0, col), normal});
    if (kind_ != Normalization::layer) return scaled;
    return E::sum({scaled, E::cell(2, 0, col)});
  }
  OpCode code(std::span<const Shape> in) const override {
    const bool centred = kind_ != Normalization::rms;
    const std::string beta = kind_ == Normalization::layer ? " + {beta}" : "";
    OpCode made{.all = {},
                .inputs = {{"x"}, {"gamma", PythonType::vector}},
                .attributes = {{"epsilon", python_number(epsilon_)},
                               {"d", python_number(in[0].cols)},
                               {"less", python_number(in[0].cols - 1)}}};
    if (!beta.empty()) made.inputs.push_back({"beta", PythonType::vector});
    if (!centred) {
      made.all = {"{y} = {gamma} * {x} / np.sqrt(({x} ** 2).mean(axis=1, keepdims=True) + {epsilon})",
                  "{y} = {gamma} * {x} / torch.sqrt(({x} ** 2).mean(dim=1, keepdim=True) + {epsilon})"};
      const std::string cell =
          "row = {x}[{row}]\nmean_square = (row ** 2).mean()\n"
          "normal = {gamma} * row / math.sqrt(mean_square + {epsilon})\n"
          "{cell} = normal[{col}]";
      made.cell = {cell};
      return made;
    }
    const auto all = [&](const std::string& mean, const std::string& variance) {
      return "mean = {x}." + mean + "\nvariance = {x}." + variance +
             "  # divided by {d}, not by {less}\n"
             "{y} = {gamma} * ({x} - mean) / (variance + {epsilon}) ** 0.5" +
             beta;
    };
    made.all = {all("mean(axis=1, keepdims=True)", "var(axis=1, keepdims=True)"),
                all("mean(dim=1, keepdim=True)", "var(dim=1, keepdim=True, unbiased=False)")};
    const auto cell = [&](const std::string& variance) {
      return "row = {x}[{row}]\nrow_mean = row.mean()\nrow_variance = row." + variance +
             "  # divided by {d}, not by {less}\n"
             "normal = (row - row_mean) / math.sqrt(row_variance + {epsilon})\n"
             "stretched = {gamma} * normal" +
             beta + "\n{cell} = stretched[{col}]";
    };
    made.cell = {cell("var()"), cell("var(unbiased=False)")};
    return made;
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    const bool centred = kind_ != Normalization::rms;
    const auto lines = [&](const std::string& along, const std::string& kept) {
      const std::string mean = ".mean(" + along + "=1, " + kept + "=True)";
      return (centred ? "spread = (variance + {epsilon}) ** 0.5\nnormal = ({x} - mean) / spread\n"
                      : "spread = (({x} ** 2)" + mean + " + {epsilon}) ** 0.5\nnormal = {x} / spread\n") +
             "d_normal = {dy} * {gamma}\nalong = (d_normal * normal)" + mean + "\n{dx} = (d_normal" +
             (centred ? " - d_normal" + mean : "") +
             " - normal * along) / spread\n{dgamma} = ({dy} * normal).sum(" + along + "=0)" +
             (kind_ == Normalization::layer ? "\n{dbeta} = {dy}.sum(" + along + "=0)" : "");
    };
    return {lines("axis", "keepdims"), lines("dim", "keepdim")};
  }

 private:
  struct Moments {
    float mean;
    float inverse;  // 1 / sqrt(variance + epsilon)
  };
  Moments moments(ConstView x, int row) const {
    const auto values = x.map().row(row).array();
    const float mean = kind_ == Normalization::rms ? 0.0F : values.mean();
    return {mean, 1.0F / std::sqrt((values - mean).square().mean() + epsilon_)};
  }

  Normalization kind_;
  float epsilon_;
};

class BatchNormalize final : public Op {
 public:
  explicit BatchNormalize(float epsilon) : epsilon_(epsilon) {}

  std::string_view name() const override { return "batch_normalize"; }
  std::string symbol() const override { return "batch norm"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 3, 4);
    for (const std::size_t i : {1, 2})
      require(in[i] == Shape{1, in[0].cols}, "gain and bias have one number a column of ", in[0]);
    if (in.size() > 3)
      require(in[3].cols == in[0].cols, "the other rows are as wide as those of ", in[0], ", not ", in[3]);
    return in[0];
  }

  void forward(const Forward& step) const override {
    for (int k = 0; k < step.out.shape.cols; ++k) {
      const Column of(step.inputs, k, epsilon_);
      for (int t = 0; t < step.out.shape.rows; ++t)
        step.out(t, k) =
            step.inputs[1](0, k) * of.normal(step.inputs[0](step.first + t, k)) + step.inputs[2](0, k);
    }
  }

  // Every row is in the mean and in the variance, those of the others too.
  void backward(const Backward& step) const override {
    const ConstView x = step.inputs[0], dy = step.out_gradient;
    const View dx = step.input_gradients[0], dgain = step.input_gradients[1], dbias = step.input_gradients[2];
    const bool others = step.inputs.size() > 3;
    for (int k = 0; k < x.shape.cols; ++k) {
      const Column of(step.inputs, k, epsilon_);
      const float gain = step.inputs[1](0, k);
      float sum = 0, along = 0;
      for (int t = 0; t < x.shape.rows; ++t) {
        sum += dy(t, k);
        along += dy(t, k) * of.normal(x(t, k));
      }
      if (dgain) dgain(0, k) += along;
      if (dbias) dbias(0, k) += sum;
      const auto slope = [&](float own, float value) {
        const float rows = static_cast<float>(of.rows);
        return gain * of.inverse * (own - (sum + of.normal(value) * along) / rows);
      };
      for (int t = 0; dx && t < x.shape.rows; ++t) dx(t, k) += slope(dy(t, k), x(t, k));
      if (!others || !step.input_gradients[3]) continue;
      for (int t = 0; t < step.inputs[3].shape.rows; ++t)
        step.input_gradients[3](t, k) += slope(0, step.inputs[3](t, k));
    }
  }

  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    using E = Expression;
    const int own = in[0].shape.rows, others = in.size() > 3 ? in[3].shape.rows : 0;
    const E count = E::number(own + others);
    const auto over_all = [&](const auto& each) {
      const E first = E::sum_over(own, each(E::in_column(0, col)));
      return others == 0 ? first : E::sum({first, E::sum_over(others, each(E::in_column(3, col)))});
    };
    const E mean = E::quotient(over_all([](const E& x) { return x; }), count).named("μ");
    const E variance = E::quotient(over_all([&](const E& x) {
                                     return E::product({x - mean, x - mean});
                                   }),
                                   count);
    const E spread = E::function(E::Kind::sqrt, E::sum({variance, E::number(epsilon_)})).named("σ");
    const E normal = E::quotient(E::cell(0, row, col) - mean, spread);
    return E::sum({E::product({E::cell(1, 0, col), normal}), E::cell(2, 0, col)});
  }

  OpCode code(std::span<const Shape> in) const override {
    const bool others = in.size() > 3;
    OpCode made{.all = {},
                .inputs = {{"x"}, {"gamma", PythonType::vector}, {"beta", PythonType::vector}},
                .attributes = {{"epsilon", python_number(epsilon_)}}};
    if (others) made.inputs.push_back({"others"});
    const auto all = [&](const std::string& joined, const std::string& mean, const std::string& variance) {
      return "rows = " + (others ? joined : "{x}") + "  # all words of the batch\nmean = rows." + mean +
             "\nvariance = rows." + variance +
             "\n{y} = {gamma} * ({x} - mean) / (variance + {epsilon}) ** 0.5 + {beta}";
    };
    made.all = {all("np.concatenate([{x}, {others}])", "mean(axis=0)", "var(axis=0)"),
                all("torch.cat([{x}, {others}])", "mean(dim=0)", "var(dim=0, unbiased=False)")};
    const auto cell = [&](const std::string& joined, const std::string& variance) {
      return "column = " + (others ? joined : std::string("{x}[:, {col}]")) +
             "\ncolumn_mean = column.mean()\ncolumn_variance = column." + variance +
             "\nnormal = ({x}[{row}, {col}] - column_mean) / math.sqrt(column_variance + {epsilon})\n"
             "{cell} = {gamma}[{col}] * normal + {beta}[{col}]";
    };
    made.cell = {cell("np.concatenate([{x}[:, {col}], {others}[:, {col}]])", "var()"),
                 cell("torch.cat([{x}[:, {col}], {others}[:, {col}]])", "var(unbiased=False)")};
    return made;
  }
  LinesOfCode backward_code(std::span<const Shape> in) const override {
    const auto lines = [&](const std::string& over_rows) {
      return "spread = (variance + {epsilon}) ** 0.5\nnormal = ({x} - mean) / spread\n"
             "d_normal = {dy} * {gamma}\nd_mean = d_normal.sum(" +
             over_rows + ") / len(rows)\nalong = (d_normal * normal).sum(" + over_rows +
             ") / len(rows)\n{dx} = (d_normal - d_mean - normal * along) / spread\n" +
             (in.size() > 3 ? "{dothers} = (-d_mean - ({others} - mean) / spread * along) / spread\n" : "") +
             "{dgamma} = ({dy} * normal).sum(" + over_rows + ")\n{dbeta} = {dy}.sum(" + over_rows + ")";
    };
    return {lines("axis=0"), lines("dim=0")};
  }

 private:
  // Mean and spread of a column over all rows.
  struct Column {
    int rows = 0;
    float mean = 0;
    float inverse = 0;  // 1 / sqrt(variance + epsilon)

    Column(std::span<const ConstView> in, int column, float epsilon) {
      const auto own = in[0].map().col(column).array();
      const bool others = in.size() > 3;
      rows = in[0].shape.rows + (others ? in[3].shape.rows : 0);
      const auto total = [&](const auto& of) {
        return of(own) + (others ? of(in[3].map().col(column).array()) : 0.0F);
      };
      const auto count = static_cast<float>(rows);
      mean = total([](const auto& x) { return x.sum(); }) / count;
      inverse =
          1.0F / std::sqrt(total([&](const auto& x) { return (x - mean).square().sum(); }) / count + epsilon);
    }
    float normal(float x) const { return (x - mean) * inverse; }
  };

  float epsilon_;
};

}  // namespace

OpPtr batch_normalize(float epsilon) { return std::make_shared<BatchNormalize>(epsilon); }
OpPtr normalize(Normalization kind, float epsilon) { return std::make_shared<Normalize>(kind, epsilon); }

}  // namespace headlight
