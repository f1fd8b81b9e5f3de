// The four steps between queries, keys and values: scores, mask, weights, mixed values.
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

class DotProducts final : public Op {
 public:
  std::string_view name() const override { return "dot_products"; }
  std::string symbol() const override { return "· Kᵀ"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 2, 2);
    require(in[0].cols == in[1].cols, "queries ", in[0], " and keys ", in[1], " differ in their dimension");
    return {in[0].rows, in[1].rows};
  }
  std::int64_t multiply_adds(std::span<const Shape> in) const override { return in[0].size() * in[1].rows; }
  bool row_by_row(int input) const override { return input == 0; }
  void forward(const Forward& step) const override {
    step.out.map().noalias() = step.inputs[0].map() * step.inputs[1].map().transpose();
  }
  void backward(const Backward& step) const override {
    const auto dy = step.out_gradient.map();
    if (step.input_gradients[0]) step.input_gradients[0].map().noalias() += dy * step.inputs[1].map();
    if (step.input_gradients[1])
      step.input_gradients[1].map().noalias() += dy.transpose() * step.inputs[0].map();
  }
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    using E = Expression;
    return E::sum_over(in[0].shape.cols, E::product({E::in_row(0, row), E::in_row(1, col)}));
  }
  OpCode code(std::span<const Shape>) const override {
    return {.all = {"{y} = {Q} @ {K}.T"},
            .inputs = {{"Q"}, {"K"}},
            .cell = {"q = {Q}[{row}]\nk = {K}[{col}]\nproducts = q * k\n{cell} = products.sum()"}};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {"{dQ} = {dy} @ {K}\n{dK} = {dy}.T @ {Q}"};
  }
};

class Mix final : public Op {
  // The rows of the values that a query has to itself.
  auto own(const auto& values, int query) const { return values.map().middleRows(own_ * query, own_); }

 public:
  explicit Mix(int own) : own_(own) {}

  std::string_view name() const override { return "mix"; }
  std::string symbol() const override { return "× V"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 2, 2);
    const bool fits =
        own_ == 0 ? in[0].cols == in[1].rows : in[0].cols == own_ && in[0].rows * own_ == in[1].rows;
    require(fits, "weights ", in[0], " do not fit the values ", in[1]);
    return {in[0].rows, in[1].cols};
  }
  std::int64_t multiply_adds(std::span<const Shape> in) const override { return in[0].size() * in[1].cols; }
  bool row_by_row(int input) const override { return input == 0; }
  void forward(const Forward& step) const override {
    auto out = step.out.map();
    if (own_ == 0) {
      out.noalias() = step.inputs[0].map() * step.inputs[1].map();
      return;
    }
    for (int q = 0; q < step.out.shape.rows; ++q)
      out.row(q).noalias() = step.inputs[0].map().row(q) * own(step.inputs[1], step.first + q);
  }
  void backward(const Backward& step) const override {
    const auto dy = step.out_gradient.map();
    if (step.input_gradients[0]) {
      auto da = step.input_gradients[0].map();
      if (own_ == 0) da.noalias() += dy * step.inputs[1].map().transpose();
      for (int q = 0; own_ > 0 && q < step.out.shape.rows; ++q)
        da.row(q).noalias() += dy.row(q) * own(step.inputs[1], q).transpose();
    }
    if (step.input_gradients[1]) {
      const auto a = step.inputs[0].map();
      if (own_ == 0) step.input_gradients[1].map().noalias() += a.transpose() * dy;
      for (int q = 0; own_ > 0 && q < step.out.shape.rows; ++q)
        own(step.input_gradients[1], q).noalias() += a.row(q).transpose() * dy.row(q);
    }
  }
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    using E = Expression;
    if (own_ == 0)
      return E::sum_over(in[0].shape.cols, E::product({E::in_row(0, row), E::in_column(1, col)}));
    std::vector<E> terms;
    for (int i = 0; i < own_; ++i)
      terms.push_back(E::product({E::cell(0, row, i), E::cell(1, own_ * row + i, col)}));
    return E::sum(std::move(terms));
  }
  OpCode code(std::span<const Shape> in) const override {
    if (own_ == 0)
      return {.all = {"{y} = {A} @ {V}"},
              .inputs = {{"A"}, {"V"}},
              .cell = {"a = {A}[{row}]\nv = {V}[:, {col}]\nproducts = a * v\n{cell} = products.sum()"}};
    return {.all = {R"({y} = np.einsum("qk,qkd->qd", {A}, {V}.reshape(-1, {own}, {d})))",
                    R"({y} = torch.einsum("qk,qkd->qd", {A}, {V}.reshape(-1, {own}, {d})))"},
            .inputs = {{"A"}, {"V"}},
            .attributes = {{"own", python_number(own_)}, {"d", python_number(in[1].cols)}},
            .cell = {"a = {A}[{row}]\nv = {V}[{own} * {row}:{own} * ({row} + 1), {col}]\n"
                     "products = a * v\n{cell} = products.sum()"}};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    if (own_ == 0) return {"{dA} = {dy} @ {V}.T\n{dV} = {A}.T @ {dy}"};
    return {R"({dA} = np.einsum("qd,qkd->qk", {dy}, {V}.reshape(-1, {own}, {d}))
{dV} = np.einsum("qk,qd->qkd", {A}, {dy}).reshape(-1, {d}))",
            R"({dA} = torch.einsum("qd,qkd->qk", {dy}, {V}.reshape(-1, {own}, {d}))
{dV} = torch.einsum("qk,qd->qkd", {A}, {dy}).reshape(-1, {d}))"};
  }

 private:
  int own_;
};

class Mask final : public Op {
 public:
  Mask(bool causal, int window, bool ahead, int first)
      : causal_(causal), window_(window), ahead_(ahead), first_(first) {}

  std::string_view name() const override { return "mask"; }
  std::string symbol() const override { return "mask"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 1, 1);
    return in[0];
  }
  bool row_by_row(int input) const override { return input == 0; }
  void forward(const Forward& step) const override {
    for (int q = 0; q < step.out.shape.rows; ++q) {
      for (int k = 0; k < step.out.shape.cols; ++k) {
        step.out(q, k) = allowed(step.first + q, k) ? step.inputs[0](q, k) : minus_infinity;
      }
    }
  }
  void backward(const Backward& step) const override {
    if (!step.input_gradients[0]) return;
    for (int q = 0; q < step.out.shape.rows; ++q) {
      for (int k = 0; k < step.out.shape.cols; ++k) {
        if (allowed(q, k)) step.input_gradients[0](q, k) += step.out_gradient(q, k);
      }
    }
  }
  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    return allowed(row, col) ? Expression::cell(0, row, col) : Expression::number(minus_infinity);
  }
  OpCode code(std::span<const Shape> in) const override {
    const bool several = int{causal_} + int{ahead_} + int{window_ > 0} > 1;
    const auto hidden = [&](const std::string& library) {
      const std::string keys = library + ".arange({T_k})", queries = library + ".arange({queries})[:, None]";
      std::string text;
      const auto add = [&](const std::string& condition) {
        text += (text.empty() ? "" : " | ") + (several ? "(" + condition + ")" : condition);
      };
      if (causal_) add(keys + " > " + queries);
      if (ahead_) add(keys + " < " + queries);
      if (window_ > 0) add("abs(" + keys + " - " + queries + ") >= {window}");
      return "hidden = " + text;
    };
    if (!hides())
      return {.all = {"{y} = 1 * {S}"}, .inputs = {{"S"}}, .cell = {"{cell} = {S}[{row}, {col}]"}};
    const std::string query = first_ == 0 ? "{row}" : "{first} + {row}";
    std::string here;
    const auto or_hidden = [&](const std::string& condition) {
      here += (here.empty() ? "" : " or ") + condition;
    };
    if (causal_) or_hidden("{col} > " + query);
    if (ahead_) or_hidden("{col} < " + query);
    if (window_ > 0) or_hidden("abs({col} - (" + query + ")) >= {window}");
    return {.all = {hidden("np") + "\n{y} = np.where(hidden, -np.inf, {S})  # True hides",
                    hidden("torch") + "\n{y} = {S}.masked_fill(hidden, -math.inf)  # True hides"},
            .inputs = {{"S"}},
            .attributes = {{"T_k", python_number(in[0].cols)},
                           {"queries", range_of_places(first_, in[0].rows)},
                           {"first", python_number(first_)},
                           {"window", python_number(window_)}},
            .cell = {"{cell} = -math.inf if " + here + " else {S}[{row}, {col}]"}};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    if (!hides()) return {"{dS} = 1 * {dy}"};
    return {"{dS} = np.where(hidden, 0, {dy})", "{dS} = {dy}.masked_fill(hidden, 0)"};
  }

 private:
  bool hides() const { return causal_ || ahead_ || window_ > 0; }
  bool allowed(int row, int key) const {
    const int query = first_ + row;
    return !(causal_ && key > query) && !(ahead_ && key < query) &&
           !(window_ > 0 && std::abs(query - key) >= window_);
  }
  bool causal_;
  int window_;
  bool ahead_;
  int first_;
};

class Separate final : public Op {
 public:
  std::string_view name() const override { return "separate"; }
  std::string symbol() const override { return "mask"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 3, 3);
    require(in[1] == Shape{in[0].rows, 1} && in[2] == Shape{in[0].cols, 1}, "sentences ", in[1], " and ",
            in[2], " do not fit the scores ", in[0]);
    return in[0];
  }
  bool row_by_row(int input) const override { return input < 2; }
  bool explained_by(int input) const override { return input > 0; }
  void forward(const Forward& step) const override {
    for (int q = 0; q < step.out.shape.rows; ++q) {
      for (int k = 0; k < step.out.shape.cols; ++k) {
        step.out(q, k) = same(step.inputs, q, k) ? step.inputs[0](q, k) : minus_infinity;
      }
    }
  }
  void backward(const Backward& step) const override {
    if (!step.input_gradients[0]) return;
    for (int q = 0; q < step.out.shape.rows; ++q) {
      for (int k = 0; k < step.out.shape.cols; ++k) {
        if (same(step.inputs, q, k)) step.input_gradients[0](q, k) += step.out_gradient(q, k);
      }
    }
  }
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    return same(in, row, col) ? Expression::cell(0, row, col) : Expression::number(minus_infinity);
  }
  OpCode code(std::span<const Shape>) const override {
    return {.all = {"{y} = np.where({s_q} == {s_k}.T, {S}, -np.inf)",
                    "{y} = {S}.masked_fill({s_q} != {s_k}.T, -math.inf)"},
            .inputs = {{"S"}, {"s_q"}, {"s_k"}},
            .cell = {"{cell} = {S}[{row}, {col}] if {s_q}[{row}, 0] == {s_k}[{col}, 0] else -math.inf"}};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {"{dS} = np.where({s_q} == {s_k}.T, {dy}, 0)", "{dS} = {dy}.masked_fill({s_q} != {s_k}.T, 0)"};
  }

 private:
  static bool same(std::span<const ConstView> in, int query, int key) {
    return in[1](query, 0) == in[2](key, 0);
  }
};

class Softmax final : public Op {
 public:
  std::string_view name() const override { return "softmax"; }
  std::string symbol() const override { return "softmax"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 1, 1);
    return in[0];
  }
  bool row_by_row(int input) const override { return input == 0; }
  // Less the row's largest, which changes nothing but keeps exp in range. A masked cell is exactly 0: the
  // vectorized exp of minus infinity is only close to it.
  void forward(const Forward& step) const override {
    for (int t = 0; t < step.out.shape.rows; ++t) {
      const auto x = step.inputs[0].map().row(t).array();
      auto y = step.out.map().row(t).array();
      const float most = x.maxCoeff();
      y = (x - most).exp();
      if (most != minus_infinity) y = (x == minus_infinity).select(0.0F, y);
      y /= y.sum();
    }
  }
  void backward(const Backward& step) const override {
    if (!step.input_gradients[0]) return;
    for (int t = 0; t < step.out.shape.rows; ++t) {
      const auto y = step.out.map().row(t).array();
      const auto dy = step.out_gradient.map().row(t).array();
      step.input_gradients[0].map().row(t).array() += y * (dy - (dy * y).sum());
    }
  }
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    using E = Expression;
    const int keys = in[0].shape.cols;
    const E most = E::maximum_over(keys, E::in_row(0, row)).named("m");
    const auto exponential = [&](const E& cell) { return E::function(E::Kind::exp, cell - most); };
    return E::quotient(exponential(E::cell(0, row, col)), E::sum_over(keys, exponential(E::in_row(0, row))));
  }
  OpCode code(std::span<const Shape> in) const override {
    // PyTorch's sum of thousands of floats is seen to be off.
    constexpr int many = 1000;
    return {
        .all = {"e = np.exp({S} - {S}.max(axis=1, keepdims=True))\n"
                "{y} = e / e.sum(axis=1, keepdims=True)  # each row adds up to 1",
                in[0].cols < many ? "{y} = {S}.softmax(dim=1)  # each row adds up to 1"
                                  : "{y} = {S}.double().softmax(dim=1).float()  # a float sum would be off"},
        .inputs = {{"S"}},
        .cell = {"row = {S}[{row}]\n"
                 "shifted = row - row.max()  # the largest is 0 now: exp cannot overflow\n"
                 "exponentials = np.exp(shifted)\n"
                 "weights = exponentials / exponentials.sum()  # they add up to 1\n"
                 "{cell} = weights[{col}]",
                 "row = {S}[{row}]\n"
                 "shifted = row - row.max()  # the largest is 0 now: exp cannot overflow\n"
                 "exponentials = torch.exp(shifted)\n"
                 "weights = exponentials / exponentials.sum()  # they add up to 1\n"
                 "{cell} = weights[{col}]"}};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {"{dS} = {y} * ({dy} - ({dy} * {y}).sum(axis=1, keepdims=True))",
            "{dS} = {y} * ({dy} - ({dy} * {y}).sum(dim=1, keepdim=True))"};
  }
};

class DivideBySum final : public Op {
 public:
  std::string_view name() const override { return "divide_by_sum"; }
  std::string symbol() const override { return "÷ sum"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 1, 1);
    return in[0];
  }
  bool row_by_row(int input) const override { return input == 0; }
  void forward(const Forward& step) const override {
    for (int t = 0; t < step.out.shape.rows; ++t)
      step.out.map().row(t) = step.inputs[0].map().row(t) / step.inputs[0].map().row(t).sum();
  }
  void backward(const Backward& step) const override {
    if (!step.input_gradients[0]) return;
    for (int t = 0; t < step.out.shape.rows; ++t) {
      const auto y = step.out.map().row(t).array();
      const auto dy = step.out_gradient.map().row(t).array();
      step.input_gradients[0].map().row(t).array() +=
          (dy - (dy * y).sum()) / step.inputs[0].map().row(t).sum();
    }
  }
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    using E = Expression;
    return E::quotient(E::cell(0, row, col), E::sum_over(in[0].shape.cols, E::in_row(0, row)));
  }
  OpCode code(std::span<const Shape>) const override {
    return {.all = {"{y} = {S} / {S}.sum(axis=1, keepdims=True)", "{y} = {S} / {S}.sum(dim=1, keepdim=True)"},
            .inputs = {{"S"}},
            .cell = {"row = {S}[{row}]\n{cell} = row[{col}] / row.sum()"}};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {"{dS} = ({dy} - ({dy} * {y}).sum(axis=1, keepdims=True)) / {S}.sum(axis=1, keepdims=True)",
            "{dS} = ({dy} - ({dy} * {y}).sum(dim=1, keepdim=True)) / {S}.sum(dim=1, keepdim=True)"};
  }
};

}  // namespace

OpPtr dot_products() {
  static const OpPtr op = std::make_shared<DotProducts>();
  return op;
}
OpPtr mix(int own) {
  static const OpPtr of_all = std::make_shared<Mix>(0);
  return own == 0 ? of_all : std::make_shared<Mix>(own);
}
OpPtr mask(bool causal, int window, bool ahead, int first) {
  return std::make_shared<Mask>(causal, window, ahead, first);
}
OpPtr separate() { return std::make_shared<Separate>(); }
OpPtr softmax() {
  static const OpPtr op = std::make_shared<Softmax>();
  return op;
}
OpPtr divide_by_sum() {
  static const OpPtr op = std::make_shared<DivideBySum>();
  return op;
}

// How well a query fits a key, other than by a dot product.

namespace {

class AdditiveAlignment final : public Op {
 public:
  explicit AdditiveAlignment(int own) : own_(own) {}

  std::string_view name() const override { return "additive_alignment"; }
  std::string symbol() const override { return "v · tanh(+)"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 3, 3);
    require(in[0].cols == in[1].cols, "queries ", in[0], " and keys ", in[1], " differ in their dimension");
    require(in[2] == Shape{1, in[0].cols}, "v ", in[2], " does not fit the queries ", in[0]);
    require(own_ == 0 || in[1].rows == in[0].rows * own_, "keys ", in[1], " are not ", own_,
            " of each of the queries ", in[0]);
    return {in[0].rows, keys_of_each(in[1].rows)};
  }
  // Of v with the tanh of every pair.
  std::int64_t multiply_adds(std::span<const Shape> in) const override {
    return in[0].size() * keys_of_each(in[1].rows);
  }
  bool row_by_row(int input) const override { return input == 0; }

  void forward(const Forward& step) const override {
    const auto v = step.inputs[2].map().row(0).array();
    for (int q = 0; q < step.out.shape.rows; ++q) {
      const int first = own_ * (step.first + q);
      for (int k = 0; k < step.out.shape.cols; ++k)
        step.out(q, k) = (v * inner(step.inputs, q, first + k)).sum();
    }
  }

  // d/dx tanh(x) = 1 - tanh(x)^2, the same for query and key.
  void backward(const Backward& step) const override {
    const auto v = step.inputs[2].map().row(0).array();
    for (int q = 0; q < step.out.shape.rows; ++q) {
      for (int i = 0; i < step.out.shape.cols; ++i) {
        const float dy = step.out_gradient(q, i);
        const int k = own_ * q + i;
        const Eigen::Array<float, 1, Eigen::Dynamic> t = inner(step.inputs, q, k);
        if (step.input_gradients[2]) step.input_gradients[2].map().row(0).array() += dy * t;
        const Eigen::Array<float, 1, Eigen::Dynamic> dx = dy * v * (1.0F - t.square());
        if (step.input_gradients[0]) step.input_gradients[0].map().row(q).array() += dx;
        if (step.input_gradients[1]) step.input_gradients[1].map().row(k).array() += dx;
      }
    }
  }

  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    using E = Expression;
    const E fit = E::function(E::Kind::tanh, E::sum({E::in_row(0, row), E::in_row(1, own_ * row + col)}));
    return E::sum_over(in[0].shape.cols, E::product({E::in_row(2, 0), fit}));
  }
  OpCode code(std::span<const Shape> in) const override {
    const std::string keys = own_ == 0 ? "{K}" : "{K}.reshape(-1, {own}, {d})";
    OpCode made{.all = {"{y} = np.tanh({Q}[:, None] + " + keys + ") @ {v}",
                        "{y} = torch.tanh({Q}[:, None] + " + keys + ") @ {v}"},
                .inputs = {{"Q"}, {"K"}, {"v", PythonType::vector}},
                .attributes = {{"own", python_number(own_)}, {"d", python_number(in[0].cols)}}};
    const std::string before =
        "q = {Q}[{row}]\nk = {K}[" + std::string(own_ == 0 ? "{col}" : "{own} * {row} + {col}") + "]\n";
    constexpr const char* behind = "\nproducts = {v} * fit\n{cell} = products.sum()";
    made.cell = {before + "fit = np.tanh(q + k)" + behind, before + "fit = torch.tanh(q + k)" + behind};
    return made;
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    const auto lines = [&](const std::string& library, const std::string& along) {
      const std::string keys = own_ == 0 ? "{K}" : "{K}.reshape(-1, {own}, {d})";
      return "fit = " + library + ".tanh({Q}[:, None] + " + keys +
             ")\nd_sum = {dy}[:, :, None] * {v} * (1 - fit ** 2)  # of q + k\n{dQ} = d_sum.sum(" + along +
             "=1)\n{dK} = d_sum." + (own_ == 0 ? "sum(" + along + "=0)" : "reshape(-1, {d})") +
             "\n{dv} = " + library + R"(.einsum("qk,qkd->d", {dy}, fit))";
    };
    return {lines("np", "axis"), lines("torch", "dim")};
  }

 private:
  int keys_of_each(int keys) const { return own_ > 0 ? own_ : keys; }
  static Eigen::Array<float, 1, Eigen::Dynamic> inner(std::span<const ConstView> in, int query, int key) {
    return (in[0].map().row(query) + in[1].map().row(key)).array().tanh();
  }

  int own_;
};

}  // namespace

OpPtr additive_alignment(int own) {
  static const OpPtr of_all = std::make_shared<AdditiveAlignment>(0);
  return own == 0 ? of_all : std::make_shared<AdditiveAlignment>(own);
}

}  // namespace headlight
